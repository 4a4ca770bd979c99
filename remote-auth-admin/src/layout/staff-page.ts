import type { PageMembers } from '@site/shared/remote/remote-contract';

/** Login and staff screens are rendered by the browser only, which has the session, and without the closing section. */
export const publicPage = (chunk: string, title: string): PageMembers => ({
  chunk,
  render: 'browser',
  closingCall: false,
  head: () => ({ title, description: `${title}, for staff.` }),
});

/** Staff screens have their own layout. */
export const staffPage = (chunk: string, title: string): PageMembers => ({ ...publicPage(chunk, title), shell: 'none' });

/** An editor: its tab has the name of the document that its loader returned first, which is what differs between several. */
export const editorPage = (chunk: string, kindLabel: string): PageMembers => {
  const page = staffPage(chunk, kindLabel);
  return {
    ...page,
    head: (loaded) => {
      // Empty for a new document, and when none could be loaded. `Object` makes an object of anything.
      const { title }: { readonly title?: unknown } = Object(Object(loaded).value);
      return { ...page.head(loaded), title: title ? `${title} · ${kindLabel}` : kindLabel };
    },
  };
};
