import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { formatTimestamp } from '../layout/format-time.ts';
import type { Backup } from '../session/draft-backup.ts';
import { describeStatusChange } from './changed-status.ts';
import { type EditorField, getEditorFields, toValues, type Values } from './editor-config.ts';
import styles from './editor-dialogs.module.css';
import type { Editor } from './editor-session.ts';
import { findConflicts, findDifference } from './merge-values.ts';
import { toPlainText } from './plain-text.ts';
import { PublishDialog } from './publish-dialog.tsx';

const toText = ({ isRichText, name }: EditorField, values: Values): string => (isRichText ? toPlainText(values[name] ?? '') : (values[name] ?? ''));

/** A text with what the other one does not have marked: all but what both begin and end with. */
const MarkedText = ({ text, other }: { readonly text: string; readonly other: string }) => {
  if (text === '') return <span className={styles.value}>Nothing</span>;
  const [start, end] = findDifference(text, other);
  return (
    <span className={styles.value}>
      {text.slice(0, start)}
      {start < end && <mark className={styles.mark}>{text.slice(start, end)}</mark>}
      {text.slice(end)}
    </span>
  );
};

interface ConflictDialogProps {
  readonly fields: readonly EditorField[];
  /** When the document was opened here. */
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: (taken: readonly string[]) => void;
  readonly onClose: () => void;
}

interface StatusDialogProps {
  /** "This went live at 12:18". */
  readonly title: string;
  readonly onTake: () => void;
  readonly onClose: () => void;
}

/** The document has another status than when it was opened, and nothing else differs: the writer goes on from there. Nothing is saved, and nothing leaves the site. */
const StatusDialog = ({ title, onTake, onClose }: StatusDialogProps) => (
  <StaffDialog title={title} onClose={onClose}>
    <p>It was opened here before that. Load it? What you have changed stays on the screen, and is saved when you save it.</p>
    <ButtonRow>
      <Button onClick={onTake}>Load it and keep my changes</Button>
      <Button variant="secondary" onClick={onClose}>
        Decide later
      </Button>
    </ButtonRow>
  </StaffDialog>
);

/** Somebody else saved first: shows the fields that both have changed. Nothing is overwritten before the writer has chosen, and what only one has changed is kept. */
const ConflictDialog = ({ fields, base, mine, theirs, onTakeTheirs, onKeepMine, onClose }: ConflictDialogProps) => {
  const [copyStatus, setCopyStatus] = useState('');
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const conflicts = findConflicts(
    fields.map(({ name }) => name),
    { base, mine, theirs },
  );
  const differences = fields.filter(({ name }) => conflicts.includes(name));
  const choose = (name: string, isTaken: boolean): void => setTaken(new Set([...taken, name].filter((other) => other !== name || isTaken)));
  const copy = async (): Promise<void> => {
    const text = differences.map((field) => `${field.label}\n${toText(field, mine)}`).join('\n\n');
    // Rejected when the browser asks for permission and it is denied; the text is still in the editor.
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopyStatus(isCopied ? 'Copied' : 'The browser did not allow copying');
  };
  return (
    <StaffDialog wide title="Somebody else saved first" onClose={onClose}>
      <p>Another version was saved after you opened this one. You have both changed these fields; choose whose to keep:</p>
      <div className={styles.differences}>
        {differences.map((field) => (
          <fieldset key={field.name} aria-label={field.label} className={styles.difference}>
            <h3 className={styles.field}>{field.label}</h3>
            {(['Theirs', 'Yours'] as const).map((side) => (
              <label key={side} className={styles.version}>
                <span className={styles.side}>
                  <input
                    type="radio"
                    name={`keep-${field.name}`}
                    checked={taken.has(field.name) === (side === 'Theirs')}
                    onChange={() => choose(field.name, side === 'Theirs')}
                  />
                  {side}
                </span>
                <MarkedText text={toText(field, side === 'Theirs' ? theirs : mine)} other={toText(field, side === 'Theirs' ? mine : theirs)} />
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <ButtonRow>
        <Button onClick={() => onKeepMine([...taken])}>{taken.size === 0 ? 'Keep mine' : 'Keep what I chose'}</Button>
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
      <p role="status">{copyStatus}</p>
    </StaffDialog>
  );
};

interface RecoveryNoticeProps {
  readonly backup: Backup;
  /** Where it is: at the provider, or on this device. */
  readonly isOnServer: boolean;
  /** The version that was loaded. */
  readonly version: string | null;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers to restore unsaved work that an earlier page left on this device. */
export const RecoveryNotice = ({ backup, isOnServer, version, onRestore, onDiscard }: RecoveryNoticeProps) => (
  <section className={styles.notice} aria-label="Unsaved work">
    <div className={styles.text}>
      <p className={styles.title}>
        Unsaved work from {formatTimestamp(backup.storedAt)} is {isOnServer ? 'your draft' : 'stored on this device'}.
      </p>
      {version !== backup.base && backup.base !== null && (
        <p>Another version was saved on the site since then; you will see both before anything is overwritten.</p>
      )}
      {backup.hadFile && <p>The chosen image could not be stored: choose it again.</p>}
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

/** The current dialog of the editor. */
export const EditorDialog = <Doc,>({ services, editor }: { readonly services: HostServices; readonly editor: Editor<Doc> }) => {
  const { config, state, dispatch } = editor;
  const { dialog, conflict, values, request, queued } = state;
  const title = `“${values.title || 'Untitled'}”`;
  const close = () => dispatch({ type: 'dialogClosed' });
  switch (dialog) {
    case null:
      return null;
    case 'delete':
      return (
        <ConfirmDialog
          title={`Delete this ${config.content.name}?`}
          confirmLabel="Delete"
          busy={request.kind === 'delete' || queued === 'delete'}
          onConfirm={() => dispatch({ type: 'deleteConfirmed' })}
          onClose={close}
        >
          <p>{title} will be removed from the site and from this list. It can be restored for 30 days.</p>
        </ConfirmDialog>
      );
    case 'publish':
    case 'schedule':
      return <PublishDialog services={services} editor={editor} initial={dialog === 'publish' ? 'now' : 'schedule'} />;
    case 'conflict': {
      if (conflict === null) return null;
      const fields = getEditorFields(config);
      const names = fields.map(({ name }) => name);
      if (findConflicts(names, { base: state.baseline, mine: values, theirs: toValues(config, conflict) }).length === 0)
        return <StatusDialog title={describeStatusChange(config.getMetadata(conflict))} onTake={() => dispatch({ type: 'statusTaken' })} onClose={close} />;
      return (
        <ConflictDialog
          fields={fields}
          base={state.baseline}
          mine={values}
          theirs={toValues(config, conflict)}
          onTakeTheirs={() => dispatch({ type: 'theirsChosen' })}
          onKeepMine={(taken) => dispatch({ type: 'mineChosen', taken })}
          onClose={close}
        />
      );
    }
    default:
      return dialog satisfies never;
  }
};
