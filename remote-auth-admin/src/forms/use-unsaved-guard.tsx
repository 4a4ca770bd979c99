import { useBlocker } from '@site/shared/router';
import { type ReactNode, useEffect } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before unsaved work is left: within the site with a dialog (to be rendered), on closing or reloading with the browser's own question. */
export const useUnsavedGuard = (isUnsaved: () => boolean, loss = 'What you changed here is not saved yet.'): ReactNode => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title="Leave without saving?" confirmLabel="Leave" onConfirm={blocker.proceed} onClose={blocker.reset}>
      <p>{loss}</p>
    </ConfirmDialog>
  );
};
