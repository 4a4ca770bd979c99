const CHANNEL = 'staff-sign-out';

/**
 * Tabs share a storage, in which a sign-out looks like a session that has ended. This says which one it was: after a sign-out the other tabs leave the staff
 * area too, instead of asking for the password. Without the channel they ask for it.
 */
export const signOutChannel = {
  notify: (): void => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('');
    channel.close();
  },
  /** Returns a function that unsubscribes. */
  subscribe: (onSignOut: () => void): (() => void) => {
    if (typeof BroadcastChannel === 'undefined') return () => {};
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = onSignOut;
    return () => channel.close();
  },
};
