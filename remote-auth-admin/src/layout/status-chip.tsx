import { classNames } from '@site/shared/ui/class-names';
import styles from './status-chip.module.css';

export interface Status {
  readonly tone: 'neutral' | 'attention' | 'good' | 'danger' | 'quiet';
  readonly label: string;
}

export const StatusChip = ({ tone, label }: Status) => <span className={classNames(styles.chip, styles[tone])}>{label}</span>;

const CONTENT_STATUSES = new Map<string, Status>([
  ['draft', { tone: 'neutral', label: 'Draft' }],
  ['scheduled', { tone: 'attention', label: 'Scheduled' }],
  ['published', { tone: 'good', label: 'Published' }],
  ['archived', { tone: 'quiet', label: 'Archived' }],
]);

/** Shows the status of a document. Unknown statuses are shown unchanged. */
export const ContentStatusChip = ({ status }: { readonly status: string }) => (
  <StatusChip {...(CONTENT_STATUSES.get(status) ?? { tone: 'quiet', label: status })} />
);
