import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { Button } from '@site/shared/ui/button';
import { eyeIcon } from '@site/shared/ui/icon-shapes';
import type { Command } from './document-form.ts';
import styles from './editor-actions.module.css';

interface Action {
  readonly command: Command;
  readonly label: string;
}

/** Returns the commands for a document with this status. The last command is the next step. */
export const getActions = (status: PublicationStatus): readonly Action[] => {
  const save: Action = { command: 'save', label: status === 'draft' ? 'Save draft' : 'Save' };
  const publish: Action = { command: 'publish', label: 'Publish' };
  if (status === 'published') return [{ command: 'unpublish', label: 'Unpublish' }, save];
  return status === 'scheduled' ? [publish, save] : [save, publish];
};

interface EditorActionsProps {
  readonly actions: readonly Action[];
  readonly pending: Command | null;
  readonly onCommand: (command: Command) => void;
  readonly onPreview: () => void;
}

/** Shows the commands as buttons. Only the last button has the primary style. */
export const EditorActions = ({ actions, pending, onCommand, onPreview }: EditorActionsProps) => (
  <div className={styles.actions}>
    <Button size="small" variant="secondary" icon={eyeIcon} onClick={onPreview}>
      Preview
    </Button>
    {actions.map(({ command, label }, index) => (
      <Button
        key={command}
        size="small"
        variant={index === actions.length - 1 ? 'primary' : 'secondary'}
        busy={pending === command}
        onClick={() => onCommand(command)}
      >
        {label}
      </Button>
    ))}
  </div>
);
