import { Icon } from '@site/shared/ui/icon';
import { facebookIcon, linkIcon, shareIcon, whatsappIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useSyncExternalStore } from 'react';
import styles from './share-row.module.css';

interface ShareRowProps {
  readonly title: string;
  /** Public address of the article. */
  readonly url: string;
  onCopied(): void;
  onCopyFailed(): void;
}

const never = () => () => {};
const canShare = (): boolean => typeof navigator.share === 'function';
const canNotShare = (): boolean => false;

/** WhatsApp first: that is where our readers pass things on. The links work without script; copying and the phone's own sheet come with it. */
export const ShareRow = ({ title, url, onCopied, onCopyFailed }: ShareRowProps) => {
  const hasSheet = useSyncExternalStore(never, canShare, canNotShare);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      onCopied();
    } catch {
      onCopyFailed();
    }
  };

  const openSheet = async (): Promise<void> => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) onCopyFailed();
    }
  };

  return (
    <section className={styles.row} aria-label="Share this article">
      <a className={styles.whatsapp} href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`} target="_blank" rel="noopener noreferrer">
        <Icon shape={whatsappIcon} />
        Share on WhatsApp
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
      {hasSheet && (
        <button className={styles.button} type="button" onClick={() => void openSheet()}>
          <Icon shape={shareIcon} />
          <VisuallyHidden>Share</VisuallyHidden>
        </button>
      )}
      <button className={`${styles.button} ${styles.scripted}`} type="button" onClick={() => void copy()}>
        <Icon shape={linkIcon} />
        <VisuallyHidden>Copy link</VisuallyHidden>
      </button>
      <a className={styles.button} href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`} target="_blank" rel="noopener noreferrer">
        <Icon shape={facebookIcon} />
        <VisuallyHidden>Share on Facebook (opens in a new tab)</VisuallyHidden>
      </a>
    </section>
  );
};
