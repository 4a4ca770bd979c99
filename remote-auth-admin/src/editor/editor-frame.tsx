import { findVersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { hasRole, mayWriteDocument } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { ErrorSummary } from '@site/shared/ui/error-summary';
import { fieldId } from '@site/shared/ui/field';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { MoreLink } from '@site/shared/ui/text-link';
import { type ReactNode, useCallback, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand/react';
import { DuplicateButton } from '../copies/duplicate-button.tsx';
import { FormError } from '../forms/form-error.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { BrokenLinksPanel } from '../links/broken-links-panel.tsx';
import { findOtherHolder, PresenceNotice } from '../presence/presence-notice.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { ReviewPanel } from '../review/review-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { EditorActions, getActions } from './editor-actions.tsx';
import { getEditorFields, hasDrafts, isDated } from './editor-config.ts';
import { EditorDialog, RecoveryNotice } from './editor-dialogs.tsx';
import styles from './editor-frame.module.css';
import type { Editor } from './editor-session.ts';
import { getPendingCommand, isUnsaved } from './editor-state.ts';
import { PublishOutcome } from './publish-outcome.tsx';
import { ReadOnlyDocument } from './read-only-document.tsx';
import { getSaveStatus, SaveState } from './save-state.tsx';
import { SERVER_KEY } from './server-draft.ts';
import { StatusPanel } from './status-panel.tsx';

/** Explains why a document is read-only. Only contributors can open documents that they may not change (NS-08). */
const getReadOnlyReason = (status: PublicationStatus, kindName: string): string =>
  status === 'draft'
    ? `Someone else is editing this ${kindName}. You can read it and comment; editors can change it.`
    : `This ${kindName} is ${status === 'archived' ? 'archived' : status === 'scheduled' ? 'scheduled' : 'published'}. You can read it; editors can change it.`;

/** Handles shortcuts anywhere in the editor: Ctrl+S or ⌘S saves, and Ctrl+Enter or ⌘Enter asks for confirmation before publishing. */
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
    const listener = (event: KeyboardEvent) => handleKey(event);
    // Use the capture phase, because the rich text field inserts a line break on Ctrl+Enter.
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
};

interface EditorFrameProps<Doc> {
  readonly services: HostServices;
  readonly editor: Editor<Doc>;
  /** The text as readers will see it. */
  readonly children: ReactNode;
  /** Panels below the status panel. */
  readonly side: ReactNode;
}

/** Frame for all content editors: a bar with the save state and the actions, the canvas, the panels and the dialogs. */
export const EditorFrame = <Doc,>({ services, editor, side, children }: EditorFrameProps<Doc>) => {
  const { config, state, getState, dispatch } = editor;
  const { name: kindName, publishAtField } = config.content;
  const { values, errors, recovery, conflict, dialog, outcome } = state;
  const user = useStore(services.auth, (state) => state.user);
  const mayPublish = user !== null && hasRole(user.role, 'editor');

  const metadata = state.document === null ? null : config.getMetadata(state.document);
  const status = metadata?.status ?? 'draft';
  const isPublished = hasDrafts(config) ? status === 'published' : metadata !== null;
  const publishAt = metadata?.publishAt ?? null;
  const allActions = hasDrafts(config) ? getActions(status) : [{ command: 'save', label: 'Save' } as const];
  const actions = mayPublish ? allActions : allActions.filter(({ command }) => command === 'save');

  const mayWrite = user !== null && (metadata === null || mayWriteDocument(user, metadata));
  const presence = usePresence(services, kindName, mayWrite ? (metadata?.id ?? null) : null);
  const lockHolder = findOtherHolder(presence);
  const isReadOnly = !mayWrite || lockHolder !== undefined;
  const kind = findVersionKind(kindName);

  const isAtRisk = useCallback(() => {
    const now = getState();
    // A preview keeps the chosen image until the user returns to this editor.
    return isUnsaved(now) && (!now.isBackedUp || (now.file !== null && !now.isPreviewing));
  }, [getState]);
  const leaveDialog = useUnsavedGuard(isAtRisk);

  const save = () => dispatch({ type: 'saveRequested', command: 'save' });
  useEditorKeys(isReadOnly ? () => {} : save, () => {
    if (isReadOnly) return;
    if (mayPublish && hasDrafts(config) && !isPublished) dispatch({ type: 'publishRequested', dialog: status === 'scheduled' ? 'schedule' : 'publish' });
    else save();
  });

  const richTextName = getEditorFields(config).find(({ isRichText }) => isRichText)?.name ?? '';
  const isNew = state.document === null;
  useEffect(() => {
    // In a new document, focus the title first.
    if (isNew) window.document.getElementById(fieldId('title'))?.focus({ preventScroll: true });
  }, [isNew]);

  const title = metadata === null ? `New ${kindName}` : `${isReadOnly ? 'Read' : 'Edit'} ${kindName}`;
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
        {!isReadOnly && <SaveState {...getSaveStatus(state, isPublished)} />}
        <EditorActions
          actions={isReadOnly ? [] : actions}
          pending={getPendingCommand(state)}
          onCommand={(command) => dispatch(command === 'publish' ? { type: 'publishRequested', dialog: 'publish' } : { type: 'saveRequested', command })}
          onPreview={() => dispatch({ type: 'previewOpened', staysOpen: services.site.staffUrl !== undefined })}
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
      <PresenceNotice presence={presence} />
      {recovery !== null && !isReadOnly && (
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
        <div className={styles.canvas}>
          {isReadOnly ? (
            <ReadOnlyDocument
              config={config}
              values={values}
              siteUrl={services.site.siteUrl}
              reason={mayWrite ? undefined : getReadOnlyReason(status, kindName)}
            />
          ) : (
            children
          )}
        </div>
        <div className={styles.side}>
          {hasDrafts(config) && mayPublish && !isReadOnly && <StatusPanel editor={editor} status={status} publishAt={publishAt} isDated={isDated(config)} />}
          {kind !== undefined && metadata !== null && !isPublished && (
            <ReviewPanel services={services} kind={kind} id={metadata.id} version={state.version} mayWrite={mayWrite} />
          )}
          {kind !== undefined && <BrokenLinksPanel services={services} kind={kind} content={state.baseline[richTextName] ?? ''} />}
          {!isReadOnly && <ChecksPanel editor={editor} />}
          {!isReadOnly && side}
          {metadata !== null && kind !== undefined && (
            <DuplicateButton services={services} kind={kind} id={metadata.id} listPath={config.listPath} isUnsaved={isUnsaved(state)} />
          )}
          {metadata !== null && <MoreLink to={`${config.listPath}/${metadata.id}/history`}>History</MoreLink>}
          {state.document !== null && isPublished && <MoreLink to={config.publicPath(state.document)}>View on the site</MoreLink>}
          {metadata !== null && !isReadOnly && (
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
