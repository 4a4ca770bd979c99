import type { ApiError } from '@site/shared/contracts/api-error';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import type { FoundBackup } from '../session/draft-backup.ts';
import { isOverdue } from './changed-status.ts';
import { describeSave, toDocumentForm } from './document-form.ts';
import {
  autosavedImageNames,
  CHOSEN_IMAGE_FIELDS,
  DATE_FIELDS,
  type EditorConfig,
  getEditorFields,
  getExplicitNames,
  hasDrafts,
  imageTextNames,
  PUBLISH_FIELDS,
  pickValues,
  sameValues,
  toDraft,
  toValues,
  UNPUBLISH_FIELDS,
  type Values,
} from './editor-config.ts';
import {
  describeConflict,
  type EditorEvent,
  type EditorState,
  type Effect,
  getPendingCommand,
  getStatus,
  initialState,
  isUnsaved,
  type Problem,
  type SaveRequest,
  type Step,
} from './editor-state.ts';
import { describeUnsavedFields, mergeBackup } from './join-backup.ts';
import { findStoredConflicts, mergeStored } from './join-stored.ts';
import { getSavedValues } from './saved-values.ts';

const AUTOSAVE_DELAY_MS = 1000;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/**
 * Creates the state machine for the editor of one document. Saves run in sequence, each based on the version that the previous save returned. Drafts are saved
 * automatically after a pause, with retries. Public documents are only saved when the user presses a button. Every input is first backed up on the device.
 */
export const createTransition = <Doc>(config: EditorConfig<Doc>) => {
  type State = EditorState<Doc>;
  const { content } = config;
  const fields = getEditorFields(config);
  const imageTexts = imageTextNames(content);
  const explicitFields = getExplicitNames(content);
  const comparedFields = fields.map(({ name }) => name).filter((name) => !imageTexts.includes(name));

  const next = (step: Step<Doc>, changes: Partial<State>, ...effects: readonly Effect[]): Step<Doc> => ({
    state: { ...step.state, ...changes },
    effects: [...step.effects, ...effects],
  });
  const getMetadata = ({ document }: State) => (document === null ? null : config.getMetadata(document));
  const getId = (state: State): string | null => getMetadata(state)?.id ?? null;
  const getSlug = ({ values }: State): string => values.slug ?? '';

  const savesAutomatically = (state: State): boolean => hasDrafts(config) && getStatus(getMetadata(state)) === 'draft' && state.conflict === null;
  const needsAutosave = (state: State): boolean => {
    const sent = autosavedImageNames(content, state.values, state.file);
    const ignoredValues = pickValues(
      {},
      explicitFields.filter((name) => !sent.includes(name)),
    );
    return savesAutomatically(state) && !sameValues({ ...state.values, ...ignoredValues }, { ...state.baseline, ...ignoredValues });
  };
  const adopt = (document: Doc): Partial<State> => ({ document, version: config.getMetadata(document).version });

  const writeBackup = (step: Step<Doc>): Step<Doc> => {
    const { version: base, baseline: baseValues, values, file, isPreviewing, unconfirmedValues } = step.state;
    const backup = {
      base,
      baseValues,
      values,
      hadFile: file !== null,
      resumes: isPreviewing,
      ...(unconfirmedValues === null ? {} : { sent: unconfirmedValues }),
    };
    return next(step, {}, { type: 'writeBackup', id: getId(step.state), backup });
  };

  const stopTimer = (step: Step<Doc>): Step<Doc> => (step.state.timer === 'none' ? step : next(step, { timer: 'none' }, { type: 'stopTimer' }));

  const scheduleAutosave = (step: Step<Doc>, delay: 'pause' | 'retry' | 'none' = 'pause'): Step<Doc> => {
    const { state } = step;
    // Typing does not postpone the next retry.
    if (state.timer === 'retry' && delay === 'pause') return step;
    if (state.phase !== 'open' || state.awaitingSignIn !== null || !needsAutosave(state)) return stopTimer(step);
    const missing = Object.entries(content.fields).flatMap(([name, { label, required }]) =>
      required !== undefined && (state.values[name] ?? '').trim() === '' ? [label.toLowerCase()] : [],
    );
    if (missing.length > 0) {
      return next(stopTimer(step), { problem: { kind: 'blocked', message: `Saved on this device only. Enter ${missing.join(' and ')} to save.` } });
    }
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (state.failures - 1), LAST_RETRY_MS);
    const delayMs = delay === 'retry' ? retryMs : delay === 'pause' ? AUTOSAVE_DELAY_MS : 0;
    return next(step, { timer: delay === 'retry' ? 'retry' : 'autosave' }, { type: 'startTimer', delayMs });
  };

  const showErrors = (step: Step<Doc>, errors: FieldErrors, isAuto: boolean): Step<Doc> => {
    const [first = ''] = Object.values(errors);
    const explicitChanges = isAuto ? {} : { errors, attempt: step.state.attempt + 1 };
    return next(step, { problem: { kind: 'blocked', message: `Saved on this device only. ${first}` }, ...explicitChanges });
  };

  const beginSave = (step: Step<Doc>, { command, isAuto }: SaveRequest, now: number): Step<Doc> => {
    const stoppedStep = stopTimer(next(step, { queued: null }));
    const { state } = stoppedStep;
    const { values, version, file, unconfirmedValues, unchosen } = state;
    const metadata = getMetadata(state);
    const form = toDocumentForm(config, { values, metadata, version, command, isAuto, file, now, unchosen });
    if (!form.ok) {
      if (!isOverdue(metadata, now)) return showErrors(stoppedStep, form.error, isAuto);
      const error: ApiError = { kind: 'invalid', message: '', errors: form.error };
      return next(stoppedStep, { request: { kind: 'compare', command, isAuto, error } }, { type: 'loadStored', id: getId(state), slug: getSlug(state) });
    }

    const startedStep = next(stoppedStep, {
      request: {
        kind: 'save',
        command,
        isAuto,
        sent: values,
        file: isAuto ? null : file,
        explicitNames: isAuto ? autosavedImageNames(content, values, file) : explicitFields,
        unconfirmedBefore: unconfirmedValues,
      },
      unconfirmedValues: values,
      problem: null,
      dialog: null,
      ...(isAuto ? {} : { errors: {}, message: '', attempt: state.attempt + 1 }),
    });
    return next(writeBackup(startedStep), {}, { type: 'save', id: getId(state), form: form.value, file: isAuto ? null : file, isSilent: isAuto });
  };

  const requestPublication = (step: Step<Doc>, dialog: 'publish' | 'schedule', now: number): Step<Doc> => {
    const { values, version, file } = step.state;
    const form = toDocumentForm(config, { values, metadata: getMetadata(step.state), version, command: 'publish', isAuto: false, file, now });
    return form.ok ? next(step, { dialog }) : showErrors(step, form.error, false);
  };

  /** Starts the save now, or after the request in flight. */
  const requestSave = (step: Step<Doc>, save: SaveRequest, now: number): Step<Doc> => {
    const { request, queued, values, file } = step.state;
    if (request.kind === 'none') return beginSave(step, save, now);
    const isSuperseded = request.kind === 'delete' || queued === 'delete' || (queued !== null && save.isAuto);
    const hasNewInput = request.kind === 'save' && !(sameValues(request.sent, values) && request.file === file);
    const isRepeated = !save.isAuto && getPendingCommand(step.state) === save.command && !hasNewInput;
    return isSuperseded || isRepeated ? step : next(step, { queued: save });
  };

  const beginDelete = (step: Step<Doc>): Step<Doc> => {
    const id = getId(step.state);
    return id === null ? step : next(stopTimer(step), { request: { kind: 'delete' }, queued: null }, { type: 'delete', id });
  };

  const runQueued = (step: Step<Doc>, now: number): Step<Doc> => {
    const { queued } = step.state;
    if (queued === 'delete') return beginDelete(step);
    if (queued !== null && (!queued.isAuto || needsAutosave(step.state))) return beginSave(step, queued, now);
    return next(step, { queued: null });
  };

  const acceptSaved = (step: Step<Doc>, document: Doc, now: number): Step<Doc> => {
    const { state } = step;
    const { request } = state;
    if (request.kind !== 'save') return step;
    const { isAuto, command } = request;
    const { values, baseline } = getSavedValues(config, state, request, document);
    const wasPublic = getStatus(getMetadata(state)) === 'published';
    const outcome = command === 'publish' ? 'published' : command === 'schedule' ? 'scheduled' : null;
    const savedStep = next(step, {
      ...adopt(document),
      ...(isAuto ? {} : { outcome }),
      baseline,
      values,
      file: !isAuto && state.file === request.file ? null : state.file,
      request: { kind: 'none' },
      problem: null,
      savedAt: now,
      failures: 0,
      unconfirmedValues: null,
      unchosen: {},
      ...(isAuto ? {} : { errors: {}, message: '' }),
    });
    const settledStep = isUnsaved(savedStep.state) ? scheduleAutosave(writeBackup(savedStep)) : next(stopTimer(savedStep), {}, { type: 'clearBackup' });
    return runQueued(isAuto ? settledStep : next(settledStep, {}, { type: 'notify', message: describeSave(command, wasPublic) }), now);
  };

  const acceptFailure = (step: Step<Doc>, error: ApiError, isOnline: boolean, now: number): Step<Doc> => {
    const { request, queued, unconfirmedValues } = step.state;
    if (request.kind !== 'save') return step;
    const { command, isAuto } = request;
    const queuedSave = queued === 'delete' ? null : queued;
    // Without a response, it is unknown whether the provider has stored the changes.
    const endedStep = next(step, { request: { kind: 'none' }, unconfirmedValues: error.kind === 'network' ? unconfirmedValues : request.unconfirmedBefore });
    switch (error.kind) {
      case 'network':
      case 'server':
      case 'too-many': {
        const failedStep = next(endedStep, {
          failures: step.state.failures + 1,
          problem: savesAutomatically(step.state) ? { kind: isOnline ? 'retrying' : 'offline' } : null,
          queued: queuedSave?.isAuto ? null : queued,
          ...(isAuto ? {} : { message: getApiErrorMessage(error) }),
        });
        return runQueued(scheduleAutosave(failedStep, 'retry'), now);
      }
      case 'unauthorized': {
        const awaitingSignIn = queuedSave?.isAuto === false ? queuedSave : { command, isAuto };
        return runQueued(next(stopTimer(endedStep), { awaitingSignIn, problem: { kind: 'signed-out' }, queued: queued === 'delete' ? queued : null }), now);
      }
      case 'conflict':
        return next(
          endedStep,
          { request: { kind: 'compare', command, isAuto, error } },
          { type: 'loadStored', id: getId(step.state), slug: getSlug(step.state) },
        );
      case 'invalid':
        if (error.errors !== undefined && Object.keys(error.errors).length > 0) return runQueued(showErrors(endedStep, error.errors, isAuto), now);
        break;
      default:
    }
    return runQueued(next(endedStep, { message: getApiErrorMessage(error), problem: { kind: 'blocked', message: 'Saved on this device only' } }), now);
  };

  const merge = (state: State, stored: Doc, taken?: readonly string[]): Partial<State> => ({ ...adopt(stored), ...mergeStored(config, state, stored, taken) });
  /** Whether the status is unchanged and the user's changes do not conflict with the stored ones. */
  const isMergeable = (state: State, stored: Doc): boolean =>
    getMetadata(state)?.status === config.getMetadata(stored).status && findStoredConflicts(config, state, stored).length === 0;

  const acceptStored = (step: Step<Doc>, stored: Doc | null, now: number): Step<Doc> => {
    const { request, unconfirmedValues, queued } = step.state;
    if (request.kind !== 'compare') return step;
    const { error, isAuto } = request;
    const endedStep = next(step, { request: { kind: 'none' } });
    // The response to an earlier save was lost, so the stored version comes from this editor.
    if (
      stored !== null &&
      unconfirmedValues !== null &&
      sameValues(pickValues(toValues(config, stored), comparedFields), pickValues(unconfirmedValues, comparedFields))
    ) {
      return beginSave(next(endedStep, { ...adopt(stored), unconfirmedValues: null, unchosen: {} }), request, now);
    }
    const hasOtherStatus = stored !== null && getStatus(getMetadata(step.state)) !== config.getMetadata(stored).status;
    if (error.errors !== undefined && !hasOtherStatus) return runQueued(showErrors(endedStep, error.errors, isAuto), now);
    if (queued === 'delete') return beginDelete(endedStep);
    if (stored !== null && isMergeable(step.state, stored)) return beginSave(next(endedStep, merge(step.state, stored)), request, now);
    const { savedBy = '' } = error;
    if (stored !== null) return next(endedStep, { conflict: { document: stored, savedBy }, dialog: 'conflict', problem: { kind: 'conflict' }, queued: null });
    const problem: Problem = { kind: 'blocked', message: `Saved on this device only. ${describeConflict(savedBy)}` };
    return next(endedStep, { message: getApiErrorMessage(error), problem, queued: null });
  };

  const change = (step: Step<Doc>, { values = {}, file }: { readonly values?: Values; readonly file?: File | null }): Step<Doc> => {
    const { state } = step;
    const changed = new Set(Object.keys(values).filter((name) => (values[name] ?? '') !== (state.values[name] ?? '')));
    if (file !== undefined && file !== state.file) changed.add(content.image.name).add(content.image.altField);
    if (content.publishAtField !== null && PUBLISH_FIELDS.some((name) => changed.has(name))) changed.add(content.publishAtField);
    if (UNPUBLISH_FIELDS.some((name) => changed.has(name))) changed.add('unpublishAt');
    const editedStep = next(step, {
      values: { ...state.values, ...values },
      file: file === undefined ? state.file : file,
      // Clear the errors of changed fields until the next check.
      errors: Object.fromEntries(Object.entries(state.errors).filter(([name]) => !changed.has(name))),
      problem: state.problem?.kind === 'blocked' ? null : state.problem,
    });
    const isStored = editedStep.state.request.kind === 'none' && !isUnsaved(editedStep.state);
    return scheduleAutosave(isStored ? next(editedStep, {}, { type: 'clearBackup' }) : writeBackup(editedStep));
  };

  const restore = (step: Step<Doc>, file: File | null = null): Step<Doc> => {
    const { recovery, baseline, values: typed, version } = step.state;
    if (recovery === null) return step;
    const { backup, key } = recovery;
    const imageNames = file === null ? [...CHOSEN_IMAGE_FIELDS, 'decorative'] : imageTexts;
    const names = [
      ...fields.map(({ name }) => name),
      ...DATE_FIELDS,
      ...(content.image.removeField === null ? [] : [content.image.removeField]),
      ...imageNames,
    ];
    const { lost, ...joined } = mergeBackup(content, backup, names, { baseline, typed, version });
    if (lost.length > 0)
      return next(step, { message: describeUnsavedFields(lost.map((name) => fields.find((field) => field.name === name)?.label ?? content.image.label)) });
    const restored = { ...joined, file: file ?? step.state.file, unconfirmedValues: backup.sent ?? null, recovery: null, problem: null, message: '' };
    return scheduleAutosave(next(writeBackup(next(step, restored)), {}, { type: 'removeBackup', key }));
  };

  const offerBackup = (step: Step<Doc>, found: FoundBackup | null, file: File | null): Step<Doc> => {
    const { phase, baseline } = step.state;
    if (found === null || phase !== 'open') return step;
    if (file === null && sameValues({ ...baseline, ...found.backup.values }, baseline)) return next(step, {}, { type: 'removeBackup', key: found.key });
    const offeredStep = next(step, { recovery: found });
    return found.backup.resumes ? restore(offeredStep, file) : offeredStep;
  };

  const signIn = (step: Step<Doc>, now: number): Step<Doc> => {
    const { awaitingSignIn, problem } = step.state;
    const resumedStep = next(step, { awaitingSignIn: null, failures: 0, problem: problem?.kind === 'signed-out' ? null : problem });
    return awaitingSignIn !== null && !awaitingSignIn.isAuto ? requestSave(resumedStep, awaitingSignIn, now) : scheduleAutosave(resumedStep, 'none');
  };

  /** Saves the latest input of a draft. The backup is kept until the save has succeeded. */
  const close = (step: Step<Doc>, now: number): Step<Doc> => {
    if (step.state.phase !== 'open') return step;
    const isPending = step.state.timer !== 'none';
    const closedStep = next(stopTimer(step), { phase: 'closed' });
    return isPending ? requestSave(closedStep, { command: 'save', isAuto: true }, now) : closedStep;
  };

  const handle = (step: Step<Doc>, event: EditorEvent<Doc>, now: number): Step<Doc> => {
    const { state } = step;
    switch (event.type) {
      case 'opened':
        return next(step, { phase: 'open', isPreviewing: false }, { type: 'findBackup', id: getId(state) });
      case 'closed':
        return close(step, now);
      case 'changed':
        return change(step, event);
      case 'publishRequested':
        return requestPublication(step, event.dialog, now);
      case 'outcomeClosed':
        return next(step, { outcome: null });
      case 'saveRequested':
        return requestSave(step, { command: event.command, isAuto: false }, now);
      case 'saveTimerFired': {
        const firedStep = next(step, { timer: 'none' });
        return needsAutosave(state) ? requestSave(firedStep, { command: 'save', isAuto: true }, now) : firedStep;
      }
      case 'saveSucceeded':
        return acceptSaved(step, event.document, now);
      case 'saveFailed':
        return acceptFailure(step, event.error, event.isOnline, now);
      case 'storedDocumentLoaded':
        return acceptStored(step, event.document, now);
      case 'reconnected':
        return scheduleAutosave(next(step, { failures: 0 }), 'none');
      case 'signedIn':
        return signIn(step, now);
      case 'statusTaken':
        // Keep the typed text, now based on the stored version. The user decides whether to save it.
        return state.conflict === null
          ? step
          : writeBackup(next(step, { ...merge(state, state.conflict.document), conflict: null, dialog: null, problem: null, message: '' }));
      case 'conflictDecided': {
        if (state.conflict === null) return step;
        const mergedStep = next(step, { ...merge(state, state.conflict.document, event.taken), conflict: null, dialog: null });
        return requestSave(mergedStep, { command: 'save', isAuto: false }, now);
      }
      case 'dialogOpened':
        return next(step, { dialog: event.dialog });
      case 'dialogClosed':
        return next(step, { dialog: null });
      case 'backupFound':
        return offerBackup(step, event.found, event.file ?? null);
      case 'backupWritten':
        return next(step, { isBackedUp: event.isStored });
      case 'draftStored':
        return next(step, { storedDraft: event.values });
      case 'backupRestored':
        return restore(step);
      case 'backupDiscarded':
        return state.recovery === null ? step : next(step, { recovery: null }, { type: 'removeBackup', key: state.recovery.key });
      case 'previewOpened': {
        const previewStep = next(step, { isPreviewing: event.staysOpen !== true });
        const { document, values, file } = state;
        const path = config.previewPath(document ?? config.emptyDocument, values);
        const draft = toDraft(config, document, values);
        return next(isUnsaved(state) ? writeBackup(previewStep) : previewStep, {}, { type: 'openPreview', id: getId(state), path, draft, file });
      }
      case 'deleteConfirmed':
        return state.request.kind === 'none' ? beginDelete(step) : next(stopTimer(step), { queued: 'delete' });
      case 'deleteSucceeded': {
        const id = getId(state);
        const deletedStep = next(step, { ...initialState(config, state.document), phase: 'deleted' }, { type: 'clearBackup' });
        return id === null ? deletedStep : next(deletedStep, {}, { type: 'leaveDeleted', id });
      }
      case 'deleteFailed':
        return scheduleAutosave(next(step, { request: { kind: 'none' }, dialog: null, message: getApiErrorMessage(event.error) }));
      default:
        return event satisfies never;
    }
  };

  return (state: State, event: EditorEvent<Doc>, now: number): Step<Doc> => {
    const step = handle({ state, effects: [] }, event, now);
    const { phase, request, document } = step.state;
    const isDone = phase !== 'open' && request.kind === 'none';
    const wasDone = state.phase !== 'open' && state.request.kind === 'none';
    const id = getId(step.state);
    if (isDone && !wasDone) return next(step, {}, { type: 'releaseBackup' });
    return state.document === null && document !== null && phase === 'open' && id !== null ? next(step, {}, { type: 'openDocument', id }) : step;
  };
};
