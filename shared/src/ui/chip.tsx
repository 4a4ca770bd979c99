import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

/** A tag or another small fact. */
export const Chip = ({ children }: { readonly children: ReactNode }) => <span className={styles.chip}>{children}</span>;

/** Chips that wrap. A list for screen readers when it has a name. */
export const ChipList = ({ items, label }: { readonly items: readonly string[]; readonly label?: string | undefined }) => (
  <ul className={styles.list} aria-label={label}>
    {items.map((item) => (
      <li key={item} className={styles.chip}>
        {item}
      </li>
    ))}
  </ul>
);

export interface BadgeProps {
  /** Lies on the corner of the card's image. */
  readonly onImage?: boolean | undefined;
  readonly children: ReactNode;
}

/** The category of a post or event. */
export const Badge = ({ onImage = false, children }: BadgeProps) => <span className={classNames(styles.badge, onImage && styles.onImage)}>{children}</span>;

export type ContentStatus = 'draft' | 'scheduled' | 'published' | 'archived';

const STATUS_WORDS: Readonly<Record<ContentStatus, string>> = { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' };

const isContentStatus = (status: string): status is ContentStatus => Object.hasOwn(STATUS_WORDS, status);

/** Where a piece of content stands: a dot and a word. Statuses that it does not know are shown as they are. */
export const StatusChip = ({ status }: { readonly status: string }) => {
  const known = isContentStatus(status) ? status : undefined;
  return <span className={classNames(styles.status, styles[known ?? 'archived'])}>{known === undefined ? status : STATUS_WORDS[known]}</span>;
};
