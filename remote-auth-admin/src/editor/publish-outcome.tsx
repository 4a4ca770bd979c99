import type { HostServices } from '@site/shared/remote/host-services';
import { IconButton } from '@site/shared/ui/button';
import { closeIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { ShareRow } from '@site/shared/ui/share-row';
import { useEffect, useRef } from 'react';
import { formatLagosTime } from '../layout/format-time.ts';
import styles from './publish-outcome.module.css';

interface PublishOutcomeProps {
  readonly services: Pick<HostServices, 'notify' | 'site'>;
  readonly outcome: 'published' | 'scheduled';
  readonly title: string;
  /** Path of the public page. */
  readonly path: string;
  readonly publishAt: string | null;
  readonly onClose: () => void;
}

/** Shown after publishing, with a link to the page and ways to share it. Takes focus but does not cover the editor. */
export const PublishOutcome = ({ services, outcome, title, path, publishAt, onClose }: PublishOutcomeProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isPublished = outcome === 'published';
  return (
    <section className={styles.outcome} aria-label={isPublished ? 'Published' : 'Scheduled'}>
      <div className={styles.text}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {isPublished ? `“${title}” is now on the site` : `“${title}” will be published on ${formatLagosTime(publishAt)}`}
        </h2>
        {isPublished && (
          <PlainLink to={path} className={styles.link}>
            View on the site
          </PlainLink>
        )}
      </div>
      {isPublished && <ShareRow label="Share" title={title} path={path} services={services} />}
      <IconButton icon={closeIcon} label="Dismiss" look="bare" onClick={onClose} />
    </section>
  );
};
