import { classNames } from '@site/shared/ui/class-names';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './staff-dialog.module.css';

interface StaffDialogProps {
  readonly title: string;
  /** For dialogs with more than a sentence and a field. */
  readonly wide?: boolean | undefined;
  /** Hides the screen behind it. */
  readonly cover?: boolean | undefined;
  /**
   * Enter in a field of one line presses this button, so that Enter does nothing while the button is busy or disabled. For dialogs over another form, which cannot
   * contain a form.
   */
  readonly enterButton?: RefObject<HTMLButtonElement | null> | undefined;
  /** Enter was pressed in a field of one line. For dialogs that have no button for it. */
  readonly onEnter?: (() => void) | undefined;
  readonly children: ReactNode;
  /** Escape was pressed; a dialog without it stays open. */
  readonly onClose?: (() => void) | undefined;
}

/**
 * Safari before 15.4 and Firefox before 98 have no dialogs: the element is one like any other, and covers the screen by its styles. Returns a function that gives the focus
 * back.
 */
const openWithoutModal = (element: HTMLElement): (() => void) => {
  const before = document.activeElement;
  for (const [name, value] of Object.entries({ open: '', role: 'dialog', 'aria-modal': 'true' })) element.setAttribute(name, value);
  element.dataset.plain = '';
  element.querySelector<HTMLElement>('[autofocus],a[href],button,input,select,textarea')?.focus();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
};

/** A modal dialog with a heading. Rendered only while it is open; the focus is restored. */
export const StaffDialog = ({ title, wide = false, cover = false, enterButton, onEnter, children, onClose }: StaffDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!('showModal' in element)) return openWithoutModal(element);
    // Browsers close a dialog on a second consecutive Escape, even if the first was prevented.
    const reopen = () => element.showModal();
    element.showModal();
    element.addEventListener('close', reopen);
    return () => {
      element.removeEventListener('close', reopen);
      // Closed explicitly while it is still in the document: only then does the browser restore the focus.
      element.close();
    };
  }, []);
  const takeKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    // Keys of a nested dialog bubble here as well.
    if (!(event.target instanceof Element) || event.target.closest('dialog') !== event.currentTarget) return;
    if (event.key === 'Escape' && event.currentTarget.dataset.plain !== undefined) {
      event.stopPropagation();
      onClose?.();
    }
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'file') return;
    if (enterButton === undefined && onEnter === undefined) return;
    event.preventDefault();
    enterButton?.current?.click();
    onEnter?.();
  };
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, wide && styles.wide, cover && styles.cover)}
      aria-labelledby={titleId}
      data-ground="surface"
      onKeyDown={takeKey}
      onCancel={(event) => {
        // Events of a nested dialog bubble here as well; and the owner decides whether the dialog closes.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
};
