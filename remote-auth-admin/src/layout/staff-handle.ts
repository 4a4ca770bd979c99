import { pageHandle } from '@site/shared/remote/remote-contract';

/** Login and staff screens are rendered by the browser alone (the session lives there), and stand without the closing call and the help button. */
export const doorHandle = (chunk: string, title: string) =>
  pageHandle({ chunk, render: 'browser', closingCall: false, helpButton: false, head: () => ({ title, description: `${title}, for members of staff.` }) });

/** Staff screens bring a frame of their own. */
export const staffHandle = (chunk: string, title: string) => ({ ...doorHandle(chunk, title), shell: 'none' as const });
