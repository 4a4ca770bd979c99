import type { PageMembers } from '@site/shared/remote/remote-contract';

/**
 * Creates the page properties of the login page and the staff screens. These pages have no closing section. They are rendered only in the browser, because the
 * server does not have the session.
 */
export const publicPage = (chunk: string, title: string): PageMembers => ({
  chunk,
  render: 'browser',
  closingCall: false,
  head: () => ({ title, description: `${title}, for staff.` }),
});

/** Creates the page properties of a staff screen, which has its own layout. */
export const staffPage = (chunk: string, title: string): PageMembers => ({ ...publicPage(chunk, title), shell: 'none' });

/** Creates the page properties of an editor. The tab shows the title of the loaded document, so that several editor tabs can be told apart. */
export const editorPage = (chunk: string, kindLabel: string): PageMembers => {
  const page = staffPage(chunk, kindLabel);
  return {
    ...page,
    head: (loaded) => {
      // Undefined for a new document or one that could not be loaded. `Object` accepts any value.
      const { title }: { readonly title?: unknown } = Object(Object(loaded).value);
      return { ...page.head(loaded), title: title ? `${title} · ${kindLabel}` : kindLabel };
    },
  };
};
