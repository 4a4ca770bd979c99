import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { formatTimestamp } from '../layout/format-time.ts';
import type { Backup } from '../session/draft-backup.ts';
import { describeStatusChange } from './changed-status.ts';
import { compareTexts } from './compare-texts.ts';
import { type EditorField, getEditorFields, toValues } from './editor-config.ts';
import styles from './editor-dialogs.module.css';
import type { Editor } from './editor-session.ts';
import { describeConflict } from './editor-state.ts';
import { FORMAT_ONLY, MarkedText, TextImages } from './marked-text.tsx';
import { type Conflict, findConflicts } from './merge-values.ts';
import { PublishDialog } from './publish-dialog.tsx';

interface ConflictFieldProps {
  readonly savedBy: string;
  readonly field: EditorField;
  readonly conflict: Conflict;
  /** Label of the field, with a position if the text has several conflicts: "Content (2 of 3)". */
  readonly label: string;
  readonly usesTheirs: boolean;
  readonly onChoose: (usesTheirs: boolean) => void;
}

/** Shows one conflict, and marks the words that appear on only one side. */
const ConflictField = ({ savedBy, field, conflict, label, usesTheirs, onChoose }: ConflictFieldProps) => {
  const { before, after, imagesBefore, imagesAfter, isFormatOnly } = compareTexts(field.isRichText, conflict.theirs, conflict.mine);
  const sides = [
    { name: savedBy === '' ? 'Theirs' : savedBy, isTheirs: true, parts: before, images: imagesBefore },
    { name: 'Yours', isTheirs: false, parts: after, images: imagesAfter },
  ];
  return (
    <fieldset aria-label={label} className={styles.difference}>
      <h3 className={styles.field}>{label}</h3>
      {isFormatOnly && <p className={styles.format}>{FORMAT_ONLY}</p>}
      {sides.map(({ name, isTheirs, parts, images }) => (
        <label key={name} className={styles.version}>
          <span className={styles.side}>
            <input type="radio" name={`keep-${conflict.key}`} checked={usesTheirs === isTheirs} onChange={() => onChoose(isTheirs)} />
            {name}
          </span>
          <span className={styles.value}>
            <MarkedText parts={parts} mark="mark" />
            <TextImages sources={images} alt="In this text only" />
          </span>
        </label>
      ))}
    </fieldset>
  );
};

interface ConflictDialogProps {
  /** Name of the colleague; '' if unknown. */
  readonly savedBy: string;
  readonly fields: readonly EditorField[];
  readonly conflicts: readonly Conflict[];
  /** `taken` contains the keys of the conflicts in which the user chose the colleague's text. */
  readonly onDecide: (taken: readonly string[]) => void;
  readonly onClose: () => void;
}

interface StatusDialogProps {
  /** For example "This was published at 12:18". */
  readonly title: string;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** Shown if only the status has changed since the document was opened. The user continues with the new status, and nothing is saved yet. */
const StatusDialog = ({ title, onAccept, onClose }: StatusDialogProps) => (
  <StaffDialog title={title} onClose={onClose}>
    <p>You opened it before this change. Load the current version? Your changes stay on the screen until you save them.</p>
    <ButtonRow>
      <Button onClick={onAccept}>Load it and keep my changes</Button>
      <Button variant="secondary" onClick={onClose}>
        Decide later
      </Button>
    </ButtonRow>
  </StaffDialog>
);

/**
 * Shown if a colleague saved first. Asks about each passage that both users changed. Nothing is overwritten until the user has chosen, and all other changes
 * are kept.
 */
const ConflictDialog = ({ savedBy, fields, conflicts, onDecide, onClose }: ConflictDialogProps) => {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const choose = (key: string, usesTheirs: boolean): void => setTaken([...taken.filter((other) => other !== key), ...(usesTheirs ? [key] : [])]);
  return (
    <StaffDialog wide title={describeConflict(savedBy)} onClose={onClose}>
      <p>
        A newer version was saved after you opened this one. You both changed the text below; all other changes are merged. Choose which version to keep; the
        other stays in the history.
      </p>
      <div className={styles.differences}>
        {fields.flatMap((field) =>
          conflicts
            .filter(({ name }) => name === field.name)
            .map((conflict, index, { length }) => (
              <ConflictField
                key={conflict.key}
                savedBy={savedBy}
                field={field}
                conflict={conflict}
                label={length === 1 ? field.label : `${field.label} (${index + 1} of ${length})`}
                usesTheirs={taken.includes(conflict.key)}
                onChoose={(usesTheirs) => choose(conflict.key, usesTheirs)}
              />
            )),
        )}
      </div>
      <ButtonRow>
        <Button onClick={() => onDecide(taken)}>Save my choice</Button>
        <Button variant="quiet" onClick={onClose}>
          Decide later
        </Button>
      </ButtonRow>
    </StaffDialog>
  );
};

interface RecoveryNoticeProps {
  readonly backup: Backup;
  /** Whether the work is stored at the provider instead of on this device. */
  readonly isOnServer: boolean;
  /** Version of the loaded document. */
  readonly version: string | null;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers to restore earlier unsaved work from this device or from the provider. */
export const RecoveryNotice = ({ backup, isOnServer, version, onRestore, onDiscard }: RecoveryNoticeProps) => (
  <section className={styles.notice} aria-label="Unsaved work">
    <div className={styles.text}>
      <p className={styles.title}>
        Unsaved work from {formatTimestamp(backup.storedAt)} is {isOnServer ? 'saved as your draft' : 'saved on this device only'}.
      </p>
      {version !== backup.base && backup.base !== null && (
        <p>A newer version has been saved on the site since then. “Restore” combines the two, and asks you to choose where both changed the same text.</p>
      )}
      {backup.hadFile && <p>The photo you chose could not be stored. Please choose it again.</p>}
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

/** Renders the editor dialog that is currently open. */
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
      return <PublishDialog services={services} editor={editor} initialTime={dialog === 'publish' ? 'now' : 'schedule'} />;
    case 'conflict': {
      if (conflict === null) return null;
      const fields = getEditorFields(config);
      const conflicts = findConflicts(
        config.content,
        fields.map(({ name }) => name),
        { base: state.baseline, mine: values, theirs: toValues(config, conflict.document) },
      );
      if (conflicts.length === 0)
        return (
          <StatusDialog
            title={describeStatusChange(config.getMetadata(conflict.document))}
            onAccept={() => dispatch({ type: 'statusTaken' })}
            onClose={close}
          />
        );
      return (
        <ConflictDialog
          savedBy={conflict.savedBy}
          fields={fields}
          conflicts={conflicts}
          onDecide={(taken) => dispatch({ type: 'conflictDecided', taken })}
          onClose={close}
        />
      );
    }
    default:
      return dialog satisfies never;
  }
};
