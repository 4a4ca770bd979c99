import { Button, IconButton } from '@site/shared/ui/button';
import { closeIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import styles from './undo-bar.module.css';

export const UNDO_MS = 8000;

interface UndoOffer {
  /** For example "Post deleted". */
  readonly message: string;
  /** Undoes the action, and reports its own errors. */
  readonly undo: () => Promise<void>;
}

const UndoContext = createContext<(offer: UndoOffer) => void>(() => {});

/** Returns a function that offers "Undo" for 8 s at the bottom of the staff area. A later offer replaces an earlier one. */
export const useUndo = (): ((offer: UndoOffer) => void) => useContext(UndoContext);

/** Renders the bar for `useUndo`. The bar stays open while the pointer is over it, and takes focus if the deleted element had focus. */
export const UndoProvider = ({ children }: { readonly children: ReactNode }) => {
  const [offer, setOffer] = useState<UndoOffer | null>(null);
  const [isHovered, setIsHovered] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => {
    // The focused button is about to disappear, so move focus to the screen.
    if (frame.current?.contains(document.activeElement)) document.getElementById('screen')?.focus();
    setOffer(null);
    setIsHovered(false);
  }, []);

  useEffect(() => {
    if (offer === null || isHovered || isBusy) return undefined;
    const timer = setTimeout(close, UNDO_MS);
    return () => clearTimeout(timer);
  }, [offer, isHovered, isBusy, close]);

  useEffect(() => {
    if (offer !== null && document.activeElement === document.body) button.current?.focus();
  }, [offer]);

  const undo = async (accepted: UndoOffer) => {
    setIsBusy(true);
    await accepted.undo();
    setIsBusy(false);
    close();
  };

  return (
    <UndoContext value={setOffer}>
      {children}
      <div ref={frame} className={styles.frame} role="status">
        {offer !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; the buttons are the controls.
          <div className={styles.bar} data-ground="deep" onMouseEnter={() => setIsHovered(true)} onMouseLeave={() => setIsHovered(false)}>
            <p className={styles.text}>{offer.message}</p>
            <Button ref={button} variant="sun" size="small" icon={undoIcon} busy={isBusy} onClick={() => void undo(offer)}>
              Undo
            </Button>
            <IconButton icon={closeIcon} label="Dismiss" look="bare" className={styles.close} onClick={close} />
          </div>
        )}
      </div>
    </UndoContext>
  );
};
