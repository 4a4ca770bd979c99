import { Button } from '@site/shared/ui/button';
import { eyeIcon } from '@site/shared/ui/icon-shapes';
import type { Intent } from './document-form.ts';
import styles from './editor-actions.module.css';
import type { Wish } from './status-panel.tsx';

export interface EditorActionsProps {
  readonly hasDrafts: boolean;
  readonly mayPublish: boolean;
  readonly isPublished: boolean;
  readonly isDraft: boolean;
  readonly wish: Wish;
  readonly saving: Intent | null;
  readonly onIntent: (intent: Intent) => void;
  readonly onPreview: () => void;
}

/** What can be done with the document; the chosen status has the one filled button. */
export const EditorActions = ({ hasDrafts, mayPublish, isPublished, isDraft, wish, saving, onIntent, onPreview }: EditorActionsProps) => {
  const isSaveFirst = !hasDrafts || !mayPublish || (isPublished ? wish !== 'draft' : wish === 'draft');
  const send = (intent: Intent, label: string, isFirst: boolean) => (
    <Button size="small" variant={isFirst ? 'primary' : 'secondary'} busy={saving === intent} onClick={() => onIntent(intent)}>
      {label}
    </Button>
  );
  return (
    <div className={styles.actions}>
      <Button size="small" variant="secondary" icon={eyeIcon} onClick={onPreview}>
        Preview
      </Button>
      {send('save', isDraft ? 'Save draft' : 'Save', isSaveFirst)}
      {hasDrafts && mayPublish && isPublished && send('unpublish', 'Unpublish', wish === 'draft')}
      {hasDrafts && mayPublish && wish === 'schedule' && send('schedule', 'Schedule', true)}
      {hasDrafts && mayPublish && !isPublished && wish !== 'schedule' && send('publish', 'Publish', wish === 'publish')}
    </div>
  );
};
