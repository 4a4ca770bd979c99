import { useLocation, useMatches } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, downloadIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { useEffect, useState } from 'react';
import { findPage } from '../federation/page-head.ts';
import styles from './save-page.module.css';
import { isSaved, removePage, SAVED_PAGES_PATH, savePage } from './saved-pages.ts';

type State = 'unknown' | 'open' | 'saving' | 'saved' | 'failed';

const MESSAGES: Readonly<Record<State, string>> = {
  unknown: '',
  open: '',
  saving: 'Saving…',
  saved: 'You can open this page offline on this device.',
  failed: 'This page could not be saved. Try again when your connection is better.',
};

const SavePageOf = ({ address }: { readonly address: string }) => {
  const [state, setState] = useState<State>('unknown');
  useEffect(() => {
    void isSaved(address).then((saved) => setState(saved ? 'saved' : 'open'));
  }, [address]);

  const toggle = async (): Promise<void> => {
    if (state === 'saved') {
      await removePage(address);
      return setState('open');
    }
    setState('saving');
    try {
      await savePage(address);
      setState('saved');
    } catch (error) {
      console.warn(error);
      setState('failed');
    }
  };

  return (
    <>
      <button type="button" className={styles.save} aria-pressed={state === 'saved'} disabled={state === 'unknown' || state === 'saving'} onClick={toggle}>
        <Icon shape={state === 'saved' ? checkIcon : downloadIcon} />
        {state === 'saved' ? 'Saved for offline' : 'Save for offline'}
      </button>
      <p className={styles.state}>
        <span role="status">{MESSAGES[state]}</span>{' '}
        {state === 'saved' && (
          <PlainLink href={SAVED_PAGES_PATH} className={styles.list}>
            Saved pages
          </PlainLink>
        )}
      </p>
    </>
  );
};

/**
 * Saves the page on this device or removes it, if the service worker controls this page and can show it later (`start-worker.ts`). Nothing is saved unless the
 * visitor asks for it. Pages that only a script can render, such as the sign-in, and URLs without a page cannot be saved.
 */
export const SavePage = () => {
  const { pathname, search } = useLocation();
  const render = findPage(useMatches())?.handle.render;
  const [hasWorker, setHasWorker] = useState(false);
  useEffect(() => {
    const workers = navigator.serviceWorker;
    const look = (): void => setHasWorker(Boolean(workers?.controller));
    look();
    workers?.addEventListener('controllerchange', look);
    return () => workers?.removeEventListener('controllerchange', look);
  }, []);
  if (!hasWorker || render === undefined || render === 'browser') return null;
  const address = `${pathname}${search}`;
  return <SavePageOf key={address} address={address} />;
};
