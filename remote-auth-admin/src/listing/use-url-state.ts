import { useLocation, useNavigate, useSearchParams } from '@site/shared/router';
import { useEffect, useRef, useState } from 'react';

/** Converts a screen's state to and from URL parameters. */
export interface UrlStateFormat<State> {
  readonly read: (params: URLSearchParams) => State;
  readonly write: (state: State) => URLSearchParams;
}

export interface UrlState<State> {
  readonly state: State;
  /** Whether the URL and the loader's data have yet to catch up with the state. */
  readonly isPending: boolean;
  /** Resolves when the URL has changed and its data is loaded. Wait for it before revalidating, because the navigation would cancel a revalidation. */
  readonly update: (changes: Partial<State>) => Promise<void>;
  /** Like `update`, but changes the URL only when typing pauses. */
  readonly updateSoon: (changes: Partial<State>) => void;
}

/** Location state that marks this hook's own navigations. After any other navigation to the same screen, the hook reads its state from the URL. */
const OWN_NAVIGATION = 'url-state';

export const TYPING_PAUSE_MS = 250;

/** Keeps state in the URL, so that reloading, links and "Back" restore it. The state changes immediately; the URL follows and replaces its history entry. */
export const useUrlState = <State extends object>({ read, write }: UrlStateFormat<State>): UrlState<State> => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const [state, setState] = useState(() => read(params));
  const [seenKey, setSeenKey] = useState(location.key);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (location.key !== seenKey) {
    setSeenKey(location.key);
    if (location.state !== OWN_NAVIGATION) setState(read(params));
  }

  // Cancel a pending update, so that it affects neither the next screen nor a navigation to the same screen.
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (location.state !== OWN_NAVIGATION) clearTimeout(timer.current);
  }, [location]);

  const apply = (changes: Partial<State>): State => {
    clearTimeout(timer.current);
    const next = { ...state, ...changes };
    setState(next);
    return next;
  };
  const go = async (next: State): Promise<void> => {
    await navigate(`?${write(next)}`, { replace: true, preventScrollReset: true, state: OWN_NAVIGATION });
  };
  return {
    state,
    isPending: write(state).toString() !== write(read(params)).toString(),
    update: (changes) => go(apply(changes)),
    updateSoon: (changes) => {
      const next = apply(changes);
      timer.current = setTimeout(() => void go(next), TYPING_PAUSE_MS);
    },
  };
};
