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
