import { Icon } from '@site/shared/ui/icon';
import { warnIcon } from '@site/shared/ui/icon-shapes';
import styles from './event-change.module.css';
import { CHANGE_LABELS } from './events-content.ts';
import type { EventChange } from './events-data.ts';

export const EventChangeLabel = ({ change }: { readonly change: EventChange }) => (
  <p className={styles.label}>
    <Icon shape={warnIcon} />
    {CHANGE_LABELS[change]}
  </p>
);
