import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

export const Chip = ({ children }: { readonly children: ReactNode }) => <span className={styles.chip}>{children}</span>;

/** A wrapping list of chips. */
export const ChipList = ({ items, label }: { readonly items: readonly string[]; readonly label?: string | undefined }) => (
  <ul className={styles.list} aria-label={label}>
    {items.map((item) => (
      <li key={item} className={styles.chip}>
        {item}
      </li>
    ))}
  </ul>
);

interface BadgeProps {
  /** Placed on the corner of the card's image. */
  readonly onImage?: boolean | undefined;
  readonly children: ReactNode;
}

/** The category of a post or event. */
export const Badge = ({ onImage = false, children }: BadgeProps) => <span className={classNames(styles.badge, onImage && styles.onImage)}>{children}</span>;

type ContentStatus = 'draft' | 'scheduled' | 'published' | 'archived';

const STATUS_LABELS: Readonly<Record<ContentStatus, string>> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' };

const isContentStatus = (status: string): status is ContentStatus => Object.hasOwn(STATUS_LABELS, status);

/** The status of a content item. Unknown statuses are shown unchanged. */
export const StatusChip = ({ status }: { readonly status: string }) => {
  const known = isContentStatus(status) ? status : undefined;
  return <span className={classNames(styles.status, styles[known ?? 'archived'])}>{known === undefined ? status : STATUS_LABELS[known]}</span>;
};
