import { VERSION_KINDS } from '@site/shared/contracts/version';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary } from '@site/shared/ui/error-summary';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { MoreLink } from '@site/shared/ui/text-link';
import { type ReactNode, useCallback, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { BrokenLinksPanel } from '../links/broken-links-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { EditorActions, getActions } from './editor-actions.tsx';
import { getEditorFields, hasDrafts, isDated } from './editor-config.ts';
import { EditorDialog, RecoveryNotice } from './editor-dialogs.tsx';
import styles from './editor-frame.module.css';
import type { Editor } from './editor-session.ts';
import { getPendingCommand, isUnsaved } from './editor-state.ts';
import { PublishOutcome } from './publish-outcome.tsx';
import { getSaveStatus, SaveState } from './save-state.tsx';
import { SERVER_KEY } from './server-draft.ts';
import { StatusPanel } from './status-panel.tsx';

/** Ctrl or ⌘ with S saves, with Enter opens the step before the publication, anywhere in the editor. */
const useEditorKeys = (onSave: () => void, onPublish: () => void): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || document.querySelector('dialog[open]') !== null) return;
    const act = event.key.toLowerCase() === 's' ? onSave : event.key === 'Enter' ? onPublish : undefined;
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    // Before the rich text field, which inserts a line break at Ctrl+Enter.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
};

interface EditorFrameProps<Doc> {
  readonly services: HostServices;
  readonly editor: Editor<Doc>;
  /** The text, as a reader will see it. */
  readonly children: ReactNode;
  /** Panels below the status. */
  readonly side: ReactNode;
}

/** The frame of all content editors: a bar with save state and actions, the canvas, the panels, and the dialogs. */
export const EditorFrame = <Doc,>({ services, editor, side, children }: EditorFrameProps<Doc>) => {
  const { config, state, getState, dispatch } = editor;
  const { name: kindName, publishAtField } = config.content;
  const { values, errors, recovery, conflict, dialog, outcome } = state;
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));

  const metadata = state.document === null ? null : config.getMetadata(state.document);
  const status = metadata?.status ?? 'draft';
  const isPublished = hasDrafts(config) ? status === 'published' : metadata !== null;
  const publishAt = metadata?.publishAt ?? null;
  const allActions = hasDrafts(config) ? getActions(status) : [{ command: 'save', label: 'Save' } as const];
  const actions = mayPublish ? allActions : allActions.filter(({ command }) => command === 'save');

  const isAtRisk = useCallback(() => {
    const now = getState();
    return isUnsaved(now) && (!now.isBackedUp || now.file !== null);
  }, [getState]);
  const leaveDialog = useUnsavedGuard(isAtRisk);

  const save = () => dispatch({ type: 'saveRequested', command: 'save' });
  useEditorKeys(save, () => {
    if (mayPublish && hasDrafts(config) && !isPublished) dispatch({ type: 'publishRequested', dialog: status === 'scheduled' ? 'schedule' : 'publish' });
    else save();
  });

  const linkedKind = VERSION_KINDS.find((kind) => kind === kindName);
  const title = metadata === null ? `New ${kindName}` : `Edit ${kindName}`;
  const fields = [...getEditorFields(config), ...(publishAtField === null ? [] : [{ name: publishAtField }, { name: 'unpublishAt' }])];
  const summary = fields.flatMap(({ name }) => (errors[name] === undefined ? [] : [{ field: name, message: errors[name] }]));
  return (
    <form
      className={styles.page}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={styles.bar}>
        <h1 className={styles.title}>{title}</h1>
        <SaveState {...getSaveStatus(state, isPublished, Date.now())} />
        <EditorActions
          actions={actions}
          pending={getPendingCommand(state)}
          onCommand={(command) => dispatch(command === 'publish' ? { type: 'publishRequested', dialog: 'publish' } : { type: 'saveRequested', command })}
          onPreview={() => dispatch({ type: 'previewOpened' })}
        />
      </div>
      {outcome !== null && state.document !== null && (
        <PublishOutcome
          services={services}
          outcome={outcome}
          title={values.title ?? ''}
          path={config.publicPath(state.document)}
          publishAt={publishAt}
          onClose={() => dispatch({ type: 'outcomeClosed' })}
        />
      )}
      {recovery !== null && (
        <RecoveryNotice
          backup={recovery.backup}
          isOnServer={recovery.key === SERVER_KEY}
          version={state.version}
          onRestore={() => dispatch({ type: 'backupRestored' })}
          onDiscard={() => dispatch({ type: 'backupDiscarded' })}
        />
      )}
      <ErrorSummary errors={summary} attempt={state.attempt} level={2} />
      <FormError>{state.message}</FormError>
      {conflict !== null && dialog === null && (
        <div>
          <Button variant="secondary" onClick={() => dispatch({ type: 'dialogOpened', dialog: 'conflict' })}>
            Compare the two versions
          </Button>
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.canvas}>{children}</div>
        <div className={styles.side}>
          {hasDrafts(config) && mayPublish && <StatusPanel editor={editor} status={status} publishAt={publishAt} isDated={isDated(config)} />}
          {linkedKind !== undefined && <BrokenLinksPanel services={services} kind={linkedKind} content={state.baseline.content ?? ''} />}
          <ChecksPanel editor={editor} />
          {side}
          {metadata !== null && <MoreLink to={`${config.listPath}/${metadata.id}/history`}>History</MoreLink>}
          {state.document !== null && isPublished && <MoreLink to={config.publicPath(state.document)}>See it on the site</MoreLink>}
          {metadata !== null && (mayPublish || !isPublished) && (
            <Button variant="quiet" icon={trashIcon} className={styles.last} onClick={() => dispatch({ type: 'dialogOpened', dialog: 'delete' })}>
              Delete
            </Button>
          )}
        </div>
      </div>
      {leaveDialog}
      <EditorDialog services={services} editor={editor} />
    </form>
  );
};
