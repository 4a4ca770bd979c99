const CHANNEL = 'staff-sign-out';

/**
 * Announces a sign-out to the other tabs, so that they leave the staff area instead of asking for the password. In the storage that the tabs share, a sign-out
 * looks like an expired session.
 */
export const signOutChannel = {
  notify: (): void => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('');
    channel.close();
  },
  /** Calls `onSignOut` when another tab signs out. Returns a function that unsubscribes. */
  subscribe: (onSignOut: () => void): (() => void) => {
    if (typeof BroadcastChannel === 'undefined') return () => {};
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = onSignOut;
    return () => channel.close();
  },
};
