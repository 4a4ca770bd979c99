import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useNavigate } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary } from '@site/shared/ui/error-summary';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { MoreLink } from '@site/shared/ui/text-link';
import { type ReactNode, useCallback, useState } from 'react';
import { useStore } from 'zustand/react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { useUndo } from '../layout/undo-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Intent } from './document-form.ts';
import { EditorActions } from './editor-actions.tsx';
import styles from './editor-frame.module.css';
import { RecoveryNotice } from './recovery-notice.tsx';
import { SaveState, saveWords } from './save-state.tsx';
import { isUnsaved } from './session-state.ts';
import { StatusPanel, type Wish, wishFor } from './status-panel.tsx';
import type { DocumentEditor } from './use-document-session.ts';
import { useEditorKeys } from './use-editor-keys.ts';

export interface EditorFrameProps<Doc> {
  readonly services: HostServices;
  readonly editor: DocumentEditor<Doc>;
  /** What a reader sees. */
  readonly paper: ReactNode;
  /** Panels about it, below the status. */
  readonly side: ReactNode;
}

const capitalised = (noun: string): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

/** The one frame of all content editors: bar with the save state and the actions, paper, panels, and the questions that come up while somebody writes. */
export const EditorFrame = <Doc,>({ services, editor: { session, state }, paper, side }: EditorFrameProps<Doc>) => {
  const navigate = useNavigate();
  const { kind } = session;
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const offerUndo = useUndo();
  const [wish, setWish] = useState<Wish | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const [deleteRefusal, setDeleteRefusal] = useState('');

  const facts = state.document === null ? null : kind.factsOf(state.document);
  const status = facts?.status ?? 'draft';
  const isPublished = kind.hasDrafts ? status === 'published' : facts !== null;
  const shownWish = wish ?? wishFor(status);
  const unsaved = isUnsaved(kind, state);

  const isAtRisk = useCallback(() => {
    const now = session.store.getState();
    return isUnsaved(kind, now) && (!now.isKept || now.hasFile);
  }, [session, kind]);
  const question = useUnsavedGuard(isAtRisk);

  const act = async (intent: Intent): Promise<void> => {
    if (state.saving !== null) return;
    if (await session.save(intent)) setWish(null);
  };
  useEditorKeys({
    onSave: () => void act('save'),
    onPublish: () => void act(mayPublish && kind.hasDrafts ? (shownWish === 'schedule' ? 'schedule' : 'publish') : 'save'),
  });

  const preview = () => {
    session.keepForReturn();
    const { path, draft } = kind.preview(state.document, state.values);
    void navigate(path, { state: { draft } });
  };

  const remove = async (id: string): Promise<void> => {
    const refusal = await session.remove();
    setIsDeleting(false);
    setDeleteRefusal(refusal === null ? '' : failureWords(refusal));
    if (refusal !== null) return;
    offerUndo({
      words: `${capitalised(kind.noun)} deleted`,
      undo: async () => {
        const restored = await kind.restore(services.http, id);
        if (restored.ok) await navigate(`${kind.listPath}/${kind.factsOf(restored.value).id}`);
        else services.notify.error(failureWords(restored.error));
      },
    });
    await navigate(kind.listPath, { replace: true });
  };

  const title = facts === null ? `New ${kind.noun}` : `Edit ${kind.noun}`;
  const fields = kind.momentName === null ? kind.fields : [...kind.fields, { name: kind.momentName, label: 'Date' }];
  const summary = fields.flatMap(({ name }) => (state.errors[name] === undefined ? [] : [{ field: name, message: state.errors[name] }]));
  return (
    <form
      className={styles.page}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act('save');
      }}
    >
      <div className={styles.bar}>
        <h1 className={styles.title}>{title}</h1>
        <SaveState {...saveWords(state, unsaved, isPublished, Date.now())} />
        <EditorActions
          hasDrafts={kind.hasDrafts}
          mayPublish={mayPublish}
          isPublished={isPublished}
          isDraft={kind.hasDrafts && status === 'draft'}
          wish={shownWish}
          saving={state.saving}
          onIntent={(intent) => void act(intent)}
          onPreview={preview}
        />
      </div>
      {state.recovery !== null && (
        <RecoveryNotice backup={state.recovery.backup} version={state.version} onRestore={session.restore} onDiscard={session.discard} />
      )}
      <ErrorSummary errors={summary} attempt={state.attempt} level={2} />
      <FormRefusal>{state.refusal || deleteRefusal}</FormRefusal>
      {state.conflict !== null && !state.isComparing && (
        <div>
          <Button variant="secondary" onClick={session.openConflict}>
            Compare the two versions
          </Button>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.paper}>{paper}</div>
        <div className={styles.side}>
          {kind.hasDrafts && mayPublish && (
            <StatusPanel
              status={status}
              wish={shownWish}
              momentName={kind.momentName}
              moment={{ date: state.values.publishDate ?? '', time: state.values.publishTime ?? '' }}
              error={kind.momentName === null ? undefined : state.errors[kind.momentName]}
              onWish={setWish}
              onMoment={({ date, time }) => session.change({ publishDate: date, publishTime: time })}
            />
          )}
          {side}
          {state.document !== null && isPublished && <MoreLink to={kind.publicPath(state.document)}>See it on the site</MoreLink>}
          {facts !== null && (mayPublish || !isPublished) && (
            <Button variant="quiet" icon={trashIcon} className={styles.last} onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          )}
        </div>
      </div>
      {question}
      {isDeleting && facts !== null && (
        <ConfirmDialog title={`Delete this ${kind.noun}?`} confirmLabel="Delete" onConfirm={() => void remove(facts.id)} onClose={() => setIsDeleting(false)}>
          <p>“{state.values.title || 'Untitled'}” will be gone from the site and from this list. It can be restored for 30 days.</p>
        </ConfirmDialog>
      )}
      {state.conflict !== null && state.isComparing && (
        <ConflictDialog
          fields={kind.fields}
          mine={state.values}
          theirs={kind.toValues(state.conflict)}
          onTakeTheirs={session.takeTheirs}
          onKeepMine={() => void session.keepMine()}
          onClose={session.closeConflict}
        />
      )}
    </form>
  );
};
