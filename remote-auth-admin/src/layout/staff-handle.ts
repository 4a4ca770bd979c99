import { pageHandle } from '@site/shared/remote/remote-contract';

/** Login and staff screens are rendered by the browser only, which has the session, and without the closing section and the help button. */
export const publicHandle = (chunk: string, title: string) =>
  pageHandle({ chunk, render: 'browser', closingCall: false, helpButton: false, head: () => ({ title, description: `${title}, for members of staff.` }) });

/** Staff screens have their own layout. */
export const staffHandle = (chunk: string, title: string) => ({ ...publicHandle(chunk, title), shell: 'none' as const });
