import { useLocation, useMatches } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, downloadIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { useEffect, useState } from 'react';
import { findPage } from '../../federation/page-head.ts';
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

const SavePageButton = ({ url }: { readonly url: string }) => {
  const [state, setState] = useState<State>('unknown');
  useEffect(() => {
    void isSaved(url).then((saved) => setState(saved ? 'saved' : 'open'));
  }, [url]);

  const toggle = async (): Promise<void> => {
    if (state === 'saved') {
      await removePage(url);
      return setState('open');
    }
    setState('saving');
    try {
      await savePage(url);
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
 * Button that saves the page on this device or removes it. The button needs a service worker that controls the page and can show it later (`start-worker.ts`).
 * Pages are saved only at the visitor's request. Pages that only a script can render, for example the sign-in page, and URLs without a page cannot be saved.
 */
export const SavePage = () => {
  const { pathname, search } = useLocation();
  const render = findPage(useMatches())?.handle.render;
  const [hasWorker, setHasWorker] = useState(false);
  useEffect(() => {
    const workers = navigator.serviceWorker;
    const updateHasWorker = (): void => setHasWorker(Boolean(workers?.controller));
    updateHasWorker();
    workers?.addEventListener('controllerchange', updateHasWorker);
    return () => workers?.removeEventListener('controllerchange', updateHasWorker);
  }, []);
  if (!hasWorker || render === undefined || render === 'browser') return null;
  const url = `${pathname}${search}`;
  return <SavePageButton key={url} url={url} />;
};
