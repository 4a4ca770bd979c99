import type { PageMembers } from '@site/shared/remote/remote-contract';

/** Login and staff screens are rendered by the browser only, which has the session, and without the closing section. */
export const publicPage = (chunk: string, title: string): PageMembers => ({
  chunk,
  render: 'browser',
  closingCall: false,
  head: () => ({ title, description: `${title}, for members of staff.` }),
});

/** Staff screens have their own layout. */
export const staffPage = (chunk: string, title: string): PageMembers => ({ ...publicPage(chunk, title), shell: 'none' });

/** The title of the document that a loader returned; undefined for a new one, and when it could not be loaded. */
const getTitle = (loaded: unknown): string | undefined => {
  if (typeof loaded !== 'object' || loaded === null || !('value' in loaded)) return undefined;
  const { value } = loaded;
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : undefined;
  return typeof title === 'string' && title !== '' ? title : undefined;
};

/** An editor: its tab has the name of the document first, which is what differs between several. */
export const editorPage = (chunk: string, kindLabel: string): PageMembers => {
  const page = staffPage(chunk, kindLabel);
  return {
    ...page,
    head: (loaded) => {
      const title = getTitle(loaded);
      return { ...page.head(loaded), title: title === undefined ? `New ${kindLabel.toLowerCase()}` : `${title} · ${kindLabel}` };
    },
  };
};
