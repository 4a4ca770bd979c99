import type { SiteConfig } from '@site/shared/contracts/site';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { importRecovery, RemoteUnavailableError } from '../federation/load-remote.ts';
import { AreaUnavailable } from '../layout/area-states.tsx';

const FIRST_RETRY_MS = 3000;
const MAX_RETRY_MS = 60_000;

/** Calls `retry` after 3 s and doubles the wait each time. Also retries when the connection is back. */
const useRetries = (retry: (isExplicit: boolean) => void, error: unknown): void => {
  const waitMs = useRef(FIRST_RETRY_MS);
  useEffect(() => {
    if (!(error instanceof RemoteUnavailableError)) return;
    const attempt = () => retry(false);
    const timer = setTimeout(attempt, waitMs.current);
    waitMs.current = Math.min(waitMs.current * 2, MAX_RETRY_MS);
    window.addEventListener('online', attempt);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
    };
  }, [retry, error]);
};

interface AreaErrorProps {
  readonly site: SiteConfig;
  /** Handles an error in the page. Returns true if another version of its remote is loading. */
  readonly onFault?: (error: unknown) => boolean;
  /** Loads the area again. `isExplicit` is true if the visitor asked for it. */
  readonly onRetry?: (isExplicit: boolean) => void;
}

const ignore = (): void => undefined;

const copyArea = (): Node[] => Array.from(document.querySelector('#main')?.children ?? [], (element) => element.cloneNode(true));

/**
 * Shows a message if the page's remote cannot be loaded, or if the page threw and has no other version (NS-10). While another version is loading, the previous
 * content stays visible without its handlers, and links and forms work as they do without script.
 */
export const AreaError = ({ site, onFault, onRetry = ignore }: AreaErrorProps) => {
  const error = useRouteError();
  const [copy] = useState(copyArea);
  const [handled, setHandled] = useState<unknown>();

  useEffect(() => {
    // Log the error for maintainers. The name and the cause do not help visitors.
    console.error(error);
    if (onFault?.(error) !== true) setHandled(error);
  }, [error, onFault]);
  useRetries(onRetry, error);

  const show = useCallback(
    (container: HTMLDivElement) => {
      container.replaceChildren(...copy);
      return () => {
        // Restore text that the visitor typed before or after the failure.
        const restoreFormState = async (): Promise<void> => (await importRecovery()).captureFormState(container)(document.body);
        restoreFormState().catch(ignore);
      };
    },
    [copy],
  );
  return handled === error ? <AreaUnavailable site={site} onRetry={() => onRetry(true)} isOffline={!navigator.onLine} /> : <div ref={show} />;
};
