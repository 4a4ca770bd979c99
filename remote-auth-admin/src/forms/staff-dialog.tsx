import { classNames } from '@site/shared/ui/class-names';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './staff-dialog.module.css';

interface StaffDialogProps {
  readonly title: string;
  /** For dialogs that contain more than a sentence and a field. */
  readonly wide?: boolean | undefined;
  /** Whether the dialog covers the screen behind it. */
  readonly cover?: boolean | undefined;
  /**
   * Button that is clicked when Enter is pressed in a single-line field, so that Enter does nothing while the button is busy or disabled. For dialogs over
   * another form, because forms cannot be nested.
   */
  readonly enterButton?: RefObject<HTMLButtonElement | null> | undefined;
  /** Called when Enter is pressed in a single-line field. For dialogs without a button for this action. */
  readonly onEnter?: (() => void) | undefined;
  readonly children: ReactNode;
  /** Called when Escape is pressed. If omitted, the dialog stays open. */
  readonly onClose?: (() => void) | undefined;
}

/**
 * Opens a dialog in Safari before 15.4 and Firefox before 98, which have no modal dialogs. Only CSS makes it cover the screen. Returns a function that restores
 * focus.
 */
const openWithoutModal = (element: HTMLElement): (() => void) => {
  const previousFocus = document.activeElement;
  for (const [name, value] of Object.entries({ open: '', role: 'dialog', 'aria-modal': 'true' })) element.setAttribute(name, value);
  element.dataset.plain = '';
  element.querySelector<HTMLElement>('[autofocus],a[href],button,input,select,textarea')?.focus();
  return () => {
    if (previousFocus instanceof HTMLElement) previousFocus.focus();
  };
};

/** A modal dialog with a heading. Render it only while it is open. Closing it restores focus. */
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
      // Close the dialog while it is still in the document, because only then does the browser restore focus.
      element.close();
    };
  }, []);
  const handleKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    // Key events from a nested dialog also bubble to this one.
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
      onKeyDown={handleKey}
      onCancel={(event) => {
        // Events from a nested dialog also bubble to this one. The parent component decides whether the dialog closes.
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
