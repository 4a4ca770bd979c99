import { useLocation } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import styles from './upload-indicator.module.css';
import { getUploadNotice, isUnsent, type UploadPlace, uploadSummary } from './upload-row.ts';
import { useUploads } from './uploads-context.ts';

/** Screens that show an upload panel instead of this indicator. */
const SCREEN_PATHS: Readonly<Record<UploadPlace, string>> = { gallery: '/admin/gallery', library: '/admin/media' };

/**
 * Shows pending uploads on screens without an upload panel: their progress, and a link to the panel. Asks before the tab is closed if images would be lost.
 * Notifies the queue when the connection changes.
 */
export const UploadIndicator = () => {
  const uploads = useUploads();
  const state = useStore(uploads);
  const { pathname } = useLocation();
  const { rows, settings, isOnlyHere } = state;
  const isAtRisk = isOnlyHere && rows.some(isUnsent);

  useEffect(() => {
    const update = ({ type }: Event) => uploads.getState().setOnline(type === 'online');
    for (const type of ['online', 'offline']) window.addEventListener(type, update);
    return () => {
      for (const type of ['online', 'offline']) window.removeEventListener(type, update);
    };
  }, [uploads]);

  useEffect(() => {
    if (!isAtRisk) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAtRisk]);

  if (Object.values(SCREEN_PATHS).includes(pathname) || !rows.some(isUnsent)) return null;
  const notice = getUploadNotice(state);
  return (
    <section className={styles.strip} aria-label="Uploads">
      <Icon shape={upIcon} />
      <p className={styles.text}>
        {uploadSummary(rows)}.
        <span role="status" className={styles.notice}>
          {notice}
        </span>
      </p>
      <PlainLink to={SCREEN_PATHS[settings.place]} className={styles.link}>
        Show uploads
      </PlainLink>
    </section>
  );
};
