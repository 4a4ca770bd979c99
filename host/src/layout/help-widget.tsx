import type { SiteConfig } from '@site/shared/contracts/site';
import { ButtonLink } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { chatIcon, closeIcon, phoneIcon, whatsappIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { type ToggleEvent, useCallback, useEffect } from 'react';
import styles from './help-widget.module.css';
import { EXIT_URL, telephoneHref, whatsAppHref } from './site-links.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

const DIALOG_ID = 'need-to-talk';

const PRESSES = 3;
/** A longer pause between the presses restarts the count, so that ordinary typing never leaves the page. */
const PAUSE_MS = 1500;

/** Returns for each key event whether it was the third press of Shift in a row. */
export const createShiftCounter = (): ((event: Pick<KeyboardEvent, 'key' | 'repeat' | 'timeStamp'>) => boolean) => {
  let presses = 0;
  let lastPress = 0;
  return ({ key, repeat, timeStamp }) => {
    if (key !== 'Shift') presses = 0;
    else if (!repeat) {
      presses = timeStamp - lastPress > PAUSE_MS ? 1 : presses + 1;
      lastPress = timeStamp;
      return presses === PRESSES;
    }
    return false;
  };
};

/** Replaces the page and its history entry immediately with a harmless site; three presses of Shift do the same. */
const useQuickExit = (): ((event: { preventDefault(): void }) => void) => {
  const exit = useCallback((event: { preventDefault(): void }) => {
    event.preventDefault();
    // The next page takes a while to load, so this one is hidden immediately.
    document.documentElement.hidden = true;
    window.location.replace(EXIT_URL);
  }, []);

  useEffect(() => {
    const isThirdPress = createShiftCounter();
    const exitOnThird = (event: KeyboardEvent) => {
      if (isThirdPress(event)) exit(event);
    };
    document.addEventListener('keydown', exitOnThird);
    return () => document.removeEventListener('keydown', exitOnThird);
  }, [exit]);

  return exit;
};

const focusWhenOpened = (event: ToggleEvent<HTMLElement>): void => {
  if (event.newState === 'open') event.currentTarget.focus();
};

/**
 * A button that opens the helplines, and a way to leave the page immediately (NS-02). A native popover: it opens before any script runs,
 * Escape closes it and the focus returns. With script the quick exit replaces the history entry, so that "Back" does not lead here again.
 */
export const HelpWidget = ({ site }: { readonly site: SiteConfig }) => {
  const exit = useQuickExit();
  const isScrolled = useScrolledPast(0);
  return (
    <>
      <button type="button" className={styles.open} popoverTarget={DIALOG_ID} data-scrolled={isScrolled || undefined}>
        <Icon shape={chatIcon} className={styles.chat} />
        <span className={styles.label}>Need to talk?</span>
      </button>
      <dialog id={DIALOG_ID} popover="auto" className={styles.dialog} aria-labelledby="need-to-talk-title" tabIndex={-1} onToggle={focusWhenOpened}>
        <div className={styles.head}>
          <h2 className={styles.title} id="need-to-talk-title">
            Need to talk?
          </h2>
          <button type="button" className={styles.close} popoverTarget={DIALOG_ID} popoverTargetAction="hide" aria-label="Close">
            <Icon shape={closeIcon} />
          </button>
        </div>
        <p>Whatever it is, you will not be judged. These people listen, and nobody has to know.</p>
        <ul className={styles.lines}>
          {site.helplines.map(({ name, telephone, note }) => (
            <li key={telephone} className={styles.helpline}>
              <a className={styles.call} href={telephoneHref(telephone)}>
                <Icon shape={phoneIcon} />
                Call {telephone}
              </a>
              <p className={styles.note}>
                {name}
                {note !== '' && `. ${note}`}
              </p>
            </li>
          ))}
          <li className={styles.helpline}>
            <PlainLink className={styles.call} href={whatsAppHref(site.telephone)} newTab>
              <Icon shape={whatsappIcon} />
              Write on WhatsApp
            </PlainLink>
            <p className={styles.note}>{site.organisationName}</p>
          </li>
        </ul>
        <div className={styles.exit}>
          <ButtonLink href={EXIT_URL} variant="danger" wide onClick={exit}>
            Exit this page
          </ButtonLink>
          <p className={styles.note}>Or press the Shift key three times.</p>
        </div>
      </dialog>
    </>
  );
};
