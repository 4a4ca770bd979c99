import { Button, IconButton } from '@site/shared/ui/button';
import { closeIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import styles from './undo-bar.module.css';

export const UNDO_MS = 8000;

export interface UndoOffer {
  /** "Post deleted". */
  readonly words: string;
  /** Takes it back; says itself what went wrong. */
  readonly undo: () => Promise<void>;
}

const UndoContext = createContext<(offer: UndoOffer) => void>(() => {});

/** Offers "Undo" for 8 s at the foot of the staff area; a later offer takes the place of an earlier one. */
export const useUndo = (): ((offer: UndoOffer) => void) => useContext(UndoContext);

/** The bar of `useUndo`. It stays while the pointer is over it, and takes the focus when that was lost with what was deleted. */
export const UndoProvider = ({ children }: { readonly children: ReactNode }) => {
  const [offer, setOffer] = useState<UndoOffer | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => {
    // What has the focus goes away: the reader goes on at the screen.
    if (frame.current?.contains(document.activeElement)) document.getElementById('screen')?.focus();
    setOffer(null);
    setIsHeld(false);
  }, []);

  useEffect(() => {
    if (offer === null || isHeld || isBusy) return undefined;
    const timer = setTimeout(close, UNDO_MS);
    return () => clearTimeout(timer);
  }, [offer, isHeld, isBusy, close]);

  useEffect(() => {
    if (offer !== null && document.activeElement === document.body) button.current?.focus();
  }, [offer]);

  const undo = async (taken: UndoOffer) => {
    setIsBusy(true);
    await taken.undo();
    setIsBusy(false);
    close();
  };

  return (
    <UndoContext value={setOffer}>
      {children}
      <div ref={frame} className={styles.frame} role="status">
        {offer !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: waiting for the pointer is an addition; the buttons are the controls.
          <div className={styles.bar} data-ground="deep" onMouseEnter={() => setIsHeld(true)} onMouseLeave={() => setIsHeld(false)}>
            <p className={styles.words}>{offer.words}</p>
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
