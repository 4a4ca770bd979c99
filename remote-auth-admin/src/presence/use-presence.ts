import { deletePresence, PRESENCE_INTERVAL_MS, type Presence, putPresence } from '@site/shared/contracts/presence';
import { findVersionKind } from '@site/shared/domain/kinds';
import type { HostServices } from '@site/shared/remote/host-services';
import { useCallback, useEffect, useState } from 'react';

const NO_PRESENCE: Presence = { others: [], holder: null };

const TAB_BYTES = 16;
const TAB_KEY = 'editor-tab';
const createTabId = (): string => [...crypto.getRandomValues(new Uint8Array(TAB_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the id of this tab. The id survives a reload, so that users do not see themselves as another editor. */
const getTabId = (): string => {
  try {
    const stored = sessionStorage.getItem(TAB_KEY) ?? createTabId();
    sessionStorage.setItem(TAB_KEY, stored);
    return stored;
  } catch {
    // The browser blocks storage.
    return createTabId();
  }
};

export interface PresenceState extends Presence {
  /** Id of this editor's tab. */
  readonly tab: string;
  readonly takeOver: () => void;
  /** Lets the other users edit again. */
  readonly release: () => void;
}

/**
 * While the tab is visible, reports this editor and polls who else has the document open. `id` is null for unsaved documents and for users who may only read.
 */
export const usePresence = ({ http }: Pick<HostServices, 'http'>, kindName: string, id: string | null): PresenceState => {
  const [tab] = useState(getTabId);
  const [presence, setPresence] = useState(NO_PRESENCE);
  const kind = findVersionKind(kindName);

  const send = useCallback(
    async (act: 'stay' | 'take-over' | 'release', signal?: AbortSignal): Promise<void> => {
      if (kind === undefined || id === null) return;
      const response = await http.call(putPresence, { params: { kind, id }, body: { tab, act }, silent: true, ...(signal && { signal }) });
      // If there is no response, let this editor continue to write.
      if (signal?.aborted !== true) setPresence(response.ok ? response.value : NO_PRESENCE);
    },
    [http, kind, id, tab],
  );

  useEffect(() => {
    if (kind === undefined || id === null) return undefined;
    const controller = new AbortController();
    const reportPresence = () => {
      if (document.visibilityState === 'visible') void send('stay', controller.signal);
    };
    reportPresence();
    const timer = setInterval(reportPresence, PRESENCE_INTERVAL_MS);
    document.addEventListener('visibilitychange', reportPresence);
    const leave = () => void http.call(deletePresence, { params: { kind, id, tab }, silent: true });
    // Report that the user is leaving the page. If the call fails, the presence times out at the provider.
    window.addEventListener('pagehide', leave);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reportPresence);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [http, kind, id, tab, send]);

  return { ...presence, tab, takeOver: () => void send('take-over'), release: () => void send('release') };
};
