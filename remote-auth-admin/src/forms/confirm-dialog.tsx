import { Button, ButtonRow } from '@site/shared/ui/button';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './confirm-dialog.module.css';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. Rendered only while it is open; Escape closes it, and the focus goes back by itself. */
export const ConfirmDialog = ({ title, children, confirmLabel, busy = false, onConfirm, onClose }: ConfirmDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed by hand while it still stands in the page: only then does the browser give the focus back.
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} data-ground="surface" onCancel={onClose}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div>{children}</div>
      <ButtonRow>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </ButtonRow>
    </dialog>
  );
};
