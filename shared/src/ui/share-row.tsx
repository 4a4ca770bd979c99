import { useSyncExternalStore } from 'react';
import type { HostServices } from '../remote/host-services.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconLink } from './icon-link.tsx';
import { facebookIcon, linkIcon, shareIcon, whatsappIcon } from './share-icons.ts';
import styles from './share-row.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface ShareRowProps {
  readonly label: string;
  readonly title: string;
  readonly path: string;
  readonly services: Pick<HostServices, 'notify' | 'site'>;
}

const subscribe = () => () => {};
const canShare = (): boolean => typeof navigator.share === 'function';
const cannotShare = (): boolean => false;

/**
 * Row of share buttons. WhatsApp is first, because most visitors share links there. Links work without JavaScript, but copying and the system's share sheet
 * need it.
 */
export const ShareRow = ({ label, title, path, services: { notify, site } }: ShareRowProps) => {
  const url = new URL(path, site.siteUrl).href;
  const hasShareSheet = useSyncExternalStore(subscribe, canShare, cannotShare);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      notify.success('Link copied');
    } catch {
      notify.error('The link could not be copied');
    }
  };

  const openSheet = async (): Promise<void> => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // An AbortError means that the visitor closed the sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify.error('The share menu did not open');
    }
  };

  return (
    <section className={styles.row} aria-label={label}>
      <a className={styles.whatsapp} href={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`} target="_blank" rel="noopener noreferrer">
        <Icon shape={whatsappIcon} />
        Share on WhatsApp
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
      {hasShareSheet && <IconButton icon={shareIcon} label="Share" onClick={() => void openSheet()} />}
      <IconButton icon={linkIcon} label="Copy link" className={styles.scripted} onClick={() => void copy()} />
      <IconLink icon={facebookIcon} label="Share on Facebook" href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`} newTab />
    </section>
  );
};
