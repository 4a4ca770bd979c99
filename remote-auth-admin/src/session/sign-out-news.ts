const CHANNEL = 'staff-sign-out';

export interface SignOutNews {
  /** Tells the other tabs that somebody pressed "Sign out" here: they leave the staff area too, instead of asking for the password in place. */
  tell(): void;
  /** Calls back when another tab tells; returns how to stop listening. */
  listen(onSignOut: () => void): () => void;
}

/** An ended session and a sign-out look alike in the storage that the tabs share; this says which it was. Without the channel the password is asked for. */
export const signOutNews: SignOutNews = {
  tell: () => {
    if (typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage('');
    channel.close();
  },
  listen: (onSignOut) => {
    if (typeof BroadcastChannel === 'undefined') return () => {};
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = onSignOut;
    return () => channel.close();
  },
};
