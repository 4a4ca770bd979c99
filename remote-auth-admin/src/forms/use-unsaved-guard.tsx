import { useBlocker } from '@site/shared/router';
import { type ReactNode, useEffect } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

const UNSAVED = { title: 'Leave without saving?', text: 'Your changes here are not saved yet.' };

/**
 * Asks for confirmation before unsaved work is lost: with the returned dialog within the site, and with the browser's own dialog when the page is closed or
 * reloaded.
 */
export const useUnsavedGuard = (isUnsaved: () => boolean, { title, text } = UNSAVED): ReactNode => {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    // Going back may close a dialog that the query string had opened. Screens make any other query change only after a save.
    const isLeaving = from.pathname !== to.pathname || (historyAction === 'POP' && from.search !== to.search);
    return isLeaving && isUnsaved();
  });

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={title} confirmLabel="Leave" onConfirm={blocker.proceed} onClose={blocker.reset}>
      <p>{text}</p>
    </ConfirmDialog>
  );
};
