import { useLocation, useNavigate, useSearchParams } from '@site/shared/router';
import { useEffect, useRef, useState } from 'react';

/** Reads and writes a screen's state in the query of its URL. */
export interface UrlStateFormat<State> {
  readonly read: (params: URLSearchParams) => State;
  readonly write: (state: State) => URLSearchParams;
}

export interface UrlState<State> {
  readonly state: State;
  /** The URL, and with it the loader's data, does not reflect the state yet. */
  readonly isPending: boolean;
  /** Resolves when the address has changed and its data are loaded: revalidating earlier would be lost with the navigation. */
  readonly update: (changes: Partial<State>) => Promise<void>;
  /** The same for text that is being typed: the address changes when typing pauses. */
  readonly updateSoon: (changes: Partial<State>) => void;
}

/** Marks the navigations of this hook; any other navigation to the same screen replaces the state. */
const OWN_NAVIGATION = 'url-state';

export const TYPING_PAUSE_MS = 250;

/** State in the URL: a reload, a link and "Back" restore it. It is shown at once; the URL follows, replacing its history entry. */
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

  // A pending update of this screen must not follow somebody to the next one, nor override a link to the same one.
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
