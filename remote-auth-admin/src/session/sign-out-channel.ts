const CHANNEL = 'staff-sign-out';

/**
 * Tabs share storage, in which a sign-out cannot be distinguished from an expired session. This channel announces sign-outs, so that the other tabs leave
 * the staff area too, instead of asking for the password. Without the channel they ask for it.
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
