const CHANNEL = 'staff-sign-out';

/**
 * Announces sign-outs to other tabs. Tabs share storage, in which a sign-out looks like an expired session. With this channel, the other tabs also leave the
 * staff area instead of asking for the password.
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
