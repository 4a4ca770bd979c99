import { Button, ButtonRow } from '@site/shared/ui/button';
import type { Backup } from './draft-backup.ts';
import styles from './notice.module.css';
import { formatMoment } from './save-state.tsx';

export interface RecoveryNoticeProps {
  readonly backup: Backup;
  /** The version that was read just now. */
  readonly version: string | null;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers unsaved work back that an earlier page left on this device. */
export const RecoveryNotice = ({ backup, version, onRestore, onDiscard }: RecoveryNoticeProps) => (
  <section className={styles.notice} aria-label="Unsaved work">
    <div className={styles.words}>
      <p className={styles.title}>Unsaved work from {formatMoment(backup.keptAt, Date.now())} is kept on this device.</p>
      {version !== backup.base && backup.base !== null && (
        <p>What stands at the site was saved again since; you will see both before anything is written over.</p>
      )}
      {backup.hadFile && <p>The picture that was chosen could not be kept: choose it again.</p>}
    </div>
    <ButtonRow>
      <Button size="small" onClick={onRestore}>
        Restore
      </Button>
      <Button size="small" variant="secondary" onClick={onDiscard}>
        Discard
      </Button>
    </ButtonRow>
  </section>
);
