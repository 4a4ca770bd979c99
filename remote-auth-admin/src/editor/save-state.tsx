import { Icon } from '@site/shared/ui/icon';
import { cloudIcon, cloudOffIcon } from '@site/shared/ui/icon-shapes';
import { formatTimestamp } from '../layout/format-time.ts';
import { sameValues } from './editor-config.ts';
import { describeConflict, type EditorState, isUnsaved } from './editor-state.ts';
import styles from './save-state.module.css';

interface SaveStatus {
  readonly text: string;
  readonly tone: 'good' | 'waiting' | 'bad';
}

/** Describes where the latest input is stored. */
export const getSaveStatus = (state: EditorState<unknown>, isPublic: boolean): SaveStatus => {
  const { request, problem, conflict, savedAt, isBackedUp, storedDraft, file } = state;
  if (request.kind === 'save' || request.kind === 'compare') return { text: 'Saving…', tone: 'waiting' };
  const backup = isBackedUp ? 'saved on this device only' : 'could not be saved on this device';
  switch (problem?.kind) {
    case 'retrying':
      return { text: isBackedUp ? 'Not saved, retrying' : 'Not saved, retrying. Could not be saved on this device', tone: 'bad' };
    case 'offline':
      return { text: `Offline: ${backup}`, tone: 'bad' };
    case 'signed-out':
      return { text: `Signed out: ${backup}`, tone: 'bad' };
    case 'conflict':
      return { text: `Not saved. ${describeConflict(conflict?.savedBy)}`, tone: 'bad' };
    default:
  }
  if (!isUnsaved(state)) {
    return savedAt === null ? { text: 'Nothing to save yet', tone: 'waiting' } : { text: `Saved ${formatTimestamp(savedAt)}`, tone: 'good' };
  }
  if (isPublic && file === null && problem === null && storedDraft !== null && sameValues(storedDraft, state.values))
    return { text: 'Saved as your draft, not public yet', tone: 'good' };
  if (!isBackedUp) return { text: 'Not saved on the site or on this device', tone: 'bad' };
  if (problem?.kind === 'blocked') return { text: problem.message, tone: 'bad' };
  if (file !== null) return { text: 'The photo is not uploaded yet. Save to upload it.', tone: 'waiting' };
  return { text: isPublic ? 'Saved on this device only, not public yet' : 'Saved on this device only', tone: 'waiting' };
};

export const SaveState = ({ text, tone }: SaveStatus) => (
  // Only problems are announced to screen readers, because autosaves follow every pause in typing, and an explicit save shows a toast.
  <p className={`${styles.state} ${styles[tone]}`} role="status" aria-label="Save state" aria-live={tone === 'bad' ? 'polite' : 'off'}>
    <Icon shape={tone === 'bad' ? cloudOffIcon : cloudIcon} />
    <span>{text}</span>
  </p>
);
