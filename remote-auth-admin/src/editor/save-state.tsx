import { Icon } from '@site/shared/ui/icon';
import { cloudIcon, cloudOffIcon } from '@site/shared/ui/icon-shapes';
import styles from './save-state.module.css';
import type { SessionState } from './session-state.ts';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_MS = 24 * 60 * 60 * 1000;

/** "12:04", or with its day when that is not today's. */
export const formatMoment = (moment: number, now: number): string =>
  now - moment < DAY_MS && day.format(moment) === day.format(now) ? clock.format(moment) : `${day.format(moment)}, ${clock.format(moment)}`;

export interface SaveWords {
  readonly words: string;
  readonly look: 'good' | 'waiting' | 'bad';
}

/** Where the writing stands, in few and true words. */
export const saveWords = (state: SessionState<unknown>, isUnsaved: boolean, isPublic: boolean, now: number): SaveWords => {
  const { progress, savedAt, isKept, hasFile } = state;
  const kept = isKept ? 'kept on this device' : 'this device keeps nothing';
  switch (progress.kind) {
    case 'saving':
      return { words: 'Saving…', look: 'waiting' };
    case 'retrying':
      return { words: isKept ? 'Not saved, retrying' : 'Not saved, retrying. This device keeps nothing', look: 'bad' };
    case 'offline':
      return { words: `Offline: ${kept}`, look: 'bad' };
    case 'signed-out':
      return { words: `Signed out: ${kept}`, look: 'bad' };
    case 'conflict':
      return { words: 'Not saved: somebody else saved first', look: 'bad' };
    default:
  }
  if (!isUnsaved) return savedAt === null ? { words: 'Nothing to save yet', look: 'waiting' } : { words: `Saved ${formatMoment(savedAt, now)}`, look: 'good' };
  if (!isKept) return { words: 'Not saved, and this device keeps nothing', look: 'bad' };
  if (progress.kind === 'held') return { words: progress.words, look: 'bad' };
  if (hasFile) return { words: 'The picture is not sent yet: save to send it', look: 'waiting' };
  return { words: isPublic ? 'Kept on this device, not public yet' : 'Kept on this device', look: 'waiting' };
};

export const SaveState = ({ words, look }: SaveWords) => (
  // Read aloud when something is wrong alone: what goes well changes with every pause of the writer, and a save by hand has its toast.
  <p className={`${styles.state} ${styles[look]}`} role="status" aria-label="Save state" aria-live={look === 'bad' ? 'polite' : 'off'}>
    <Icon shape={look === 'bad' ? cloudOffIcon : cloudIcon} />
    <span>{words}</span>
  </p>
);
