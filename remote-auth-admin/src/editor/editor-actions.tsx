import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { Button } from '@site/shared/ui/button';
import { eyeIcon } from '@site/shared/ui/icon-shapes';
import type { Command } from './document-form.ts';
import styles from './editor-actions.module.css';
import type { Intent } from './editor-state.ts';

interface Action {
  readonly command: Command;
  readonly label: string;
}

/** The commands for a document of this status; the first one applies the intent. */
export const getActions = (status: PublicationStatus, intent: Intent): readonly Action[] => {
  const isDraft = status === 'draft' || (status === 'scheduled' && intent === 'draft');
  const save: Action = { command: 'save', label: isDraft ? 'Save draft' : 'Save' };
  const schedule: Action = { command: 'schedule', label: 'Schedule' };
  const publish: Action = { command: 'publish', label: 'Publish' };
  const unpublish: Action = { command: 'unpublish', label: 'Unpublish' };
  if (status === 'published') {
    if (intent === 'draft') return [unpublish, save];
    return intent === 'schedule' ? [schedule, save, unpublish] : [save, unpublish];
  }
  if (intent === 'schedule') return [schedule, save];
  return intent === 'publish' ? [publish, save] : [save, publish];
};

const ORDER: readonly Command[] = ['save', 'unpublish', 'schedule', 'publish'];

interface EditorActionsProps {
  readonly actions: readonly Action[];
  readonly pending: Command | null;
  readonly onCommand: (command: Command) => void;
  readonly onPreview: () => void;
}

/** The order of the commands never changes; the primary button is the one that applies the chosen status. */
export const EditorActions = ({ actions, pending, onCommand, onPreview }: EditorActionsProps) => (
  <div className={styles.actions}>
    <Button size="small" variant="secondary" icon={eyeIcon} onClick={onPreview}>
      Preview
    </Button>
    {[...actions]
      .sort((first, second) => ORDER.indexOf(first.command) - ORDER.indexOf(second.command))
      .map(({ command, label }) => (
        <Button
          key={command}
          size="small"
          variant={command === actions[0]?.command ? 'primary' : 'secondary'}
          busy={pending === command}
          onClick={() => onCommand(command)}
        >
          {label}
        </Button>
      ))}
  </div>
);
