import { Button, ButtonRow } from '@site/shared/ui/button';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import styles from './conflict-dialog.module.css';
import type { EditorField, Values } from './document-kind.ts';

export interface ConflictDialogProps {
  readonly fields: readonly EditorField[];
  readonly mine: Values;
  readonly theirs: Values;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
  readonly onClose: () => void;
}

const LETTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of HTML that the sanitiser or our own text field wrote: tags and four entities, nothing else. */
const plainWords = (html: string): string =>
  html
    .replace(/<\/(p|h\d|li|blockquote|pre|figure)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => LETTERS[name] ?? '')
    .replace(/\n+/g, '\n')
    .trim();

const wordsOf = ({ isHtml }: EditorField, value: string): string => (isHtml ? plainWords(value) : value);

/** Somebody else saved first: both versions side by side where they differ, and nothing is written over before somebody has chosen. */
export const ConflictDialog = ({ fields, mine, theirs, onTakeTheirs, onKeepMine, onClose }: ConflictDialogProps) => {
  const [copied, setCopied] = useState('');
  const differences = fields.filter(({ name }) => (mine[name] ?? '').trim() !== (theirs[name] ?? '').trim());
  const copy = async (): Promise<void> => {
    const text = differences.map((field) => `${field.label}\n${wordsOf(field, mine[field.name] ?? '')}`).join('\n\n');
    // Refused where the browser asks first and somebody says no: the words still stand in the editor.
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'Copied' : 'The browser did not let it be copied');
  };
  return (
    <StaffDialog wide title="Somebody else saved first" onClose={onClose}>
      <p>Since you opened this, another version was saved. Here is what differs from yours.</p>
      <div className={styles.differences}>
        {differences.map((field) => (
          <section key={field.name} aria-label={field.label} className={styles.difference}>
            <h3 className={styles.field}>{field.label}</h3>
            <div>
              <h4 className={styles.side}>Theirs</h4>
              <p className={styles.words}>{wordsOf(field, theirs[field.name] ?? '') || 'Nothing'}</p>
            </div>
            <div>
              <h4 className={styles.side}>Yours</h4>
              <p className={styles.words}>{wordsOf(field, mine[field.name] ?? '') || 'Nothing'}</p>
            </div>
          </section>
        ))}
        {differences.length === 0 && <p>Your text is the same; only the time of saving, the status or the picture differs.</p>}
      </div>
      <ButtonRow>
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="secondary" icon={copyIcon} onClick={() => void copy()}>
          Copy mine
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Decide later
        </Button>
      </ButtonRow>
      <p role="status">{copied}</p>
    </StaffDialog>
  );
};
