import type { ApiError } from '@site/shared/contracts/api-error';
import type { HostServices } from '@site/shared/remote/host-services';
import type { StoreApi } from 'zustand/vanilla';
import { failureWords } from '../forms/failure-words.ts';
import { documentForm, type Intent } from './document-form.ts';
import { type DocumentKind, pictureTexts, sameValues, type Values } from './document-kind.ts';
import type { DraftBackup } from './draft-backup.ts';
import { isUnsaved, type SessionState } from './session-state.ts';

const PAUSE_MS = 1000;
const RETRY_FIRST_MS = 2000;
const RETRY_LAST_MS = 30_000;

/** The picture field's own fields as they stand now, and a file that waits to be sent. */
export interface PictureChoice {
  readonly texts: Values;
  readonly file: File | null;
}
const NO_CHOICE: PictureChoice = { texts: {}, file: null };

export interface SaverOptions<Doc> {
  readonly services: Pick<HostServices, 'http' | 'notify'>;
  readonly kind: DocumentKind<Doc>;
  readonly store: StoreApi<SessionState<Doc>>;
  readonly backup: DraftBackup;
  readonly now: () => number;
}

const DONE: Readonly<Record<Intent, string>> = { save: 'Saved', schedule: 'Scheduled', publish: 'Published', unpublish: 'No longer public' };

/**
 * Brings the work on one document to the provider. Saves go one after the other, each from the version that the one before it made, so that they never
 * collide with themselves; drafts are saved by themselves after a pause and tried again until they arrive, everything else when somebody saves.
 */
export const createDocumentSaver = <Doc>({ services, kind, store, backup, now }: SaverOptions<Doc>) => {
  const { getState: state, setState: set } = store;
  let readPicture = (): PictureChoice => NO_CHOICE;
  let underway: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;
  /** Waits for a sign-in. */
  let refused: { readonly intent: Intent; readonly isAuto: boolean } | null = null;
  /** Sent, and never answered: the provider may have taken it. */
  let unanswered: Values | null = null;

  const facts = () => {
    const { document: current } = state();
    return current === null ? null : kind.factsOf(current);
  };
  const missing = () => kind.needed.filter((name) => (state().values[name] ?? '').trim() === '');
  const savesItself = (): boolean => kind.hasDrafts && (facts()?.status ?? 'draft') === 'draft' && state().conflict === null;

  const keep = (resumes = false): void => {
    const { values, version, hasFile } = state();
    const isKept = backup.keep(facts()?.id ?? null, { base: version, values, hadFile: hasFile, resumes, ...(unanswered === null ? {} : { sent: unanswered }) });
    if (isKept !== state().isKept) set({ isKept });
  };

  const schedule = (delayMs = PAUSE_MS): void => {
    if (failures > 0 && timer !== undefined && delayMs === PAUSE_MS) return;
    clearTimeout(timer);
    timer = undefined;
    if (isClosed || refused !== null || !savesItself() || !isUnsaved(kind, state(), true)) return;
    const absent = missing();
    if (absent.length > 0) {
      set({ progress: { kind: 'held', words: `Kept on this device: enter ${absent.join(' and ')} to save` } });
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      void enqueue('save', true);
    }, delayMs);
  };

  /** After any answer: what is still unsaved is kept and waits for its turn, else nothing is left to offer. */
  const settle = (): void => {
    if (isUnsaved(kind, state())) {
      keep();
      schedule();
    } else backup.clear();
  };

  const accept = (answer: Doc, sent: Values, isAuto: boolean): void => {
    const before = state();
    const stored = kind.toValues(answer);
    const own = pictureTexts(kind.pictureName);
    // What the writer sees stays as typed; only an address that the provider made, and the fields of a picture that was sent, come from the answer.
    const adopted: Record<string, string> = sent.slug === '' && stored.slug !== undefined ? { slug: stored.slug } : {};
    const picture = Object.fromEntries(own.map((name) => [name, (isAuto ? before.baseline[name] : stored[name]) ?? '']));
    set({
      document: answer,
      version: kind.factsOf(answer).version,
      baseline: { ...sent, ...adopted, ...picture },
      values: { ...before.values, ...(before.values.slug === '' ? adopted : {}), ...(isAuto ? {} : picture) },
      progress: { kind: 'saved' },
      savedAt: now(),
      ...(isAuto ? {} : { hasFile: false, errors: {}, refusal: '', pictureTurn: before.pictureTurn + 1 }),
    });
    failures = 0;
    unanswered = null;
    settle();
  };

  /** The answer to a save that was lost on its way: what stands at the provider is our own. */
  const isOwn = (found: Doc): boolean => {
    if (unanswered === null) return false;
    const left = pictureTexts(kind.pictureName);
    const pick = (values: Values): Values =>
      Object.fromEntries(kind.fields.filter(({ name }) => !left.includes(name)).map(({ name }) => [name, values[name] ?? '']));
    return sameValues(pick(kind.toValues(found)), pick(unanswered));
  };

  const meetConflict = async (error: ApiError, intent: Intent, isAuto: boolean): Promise<boolean> => {
    const current = facts();
    const slug = state().values.slug ?? '';
    const theirs = await (current === null ? kind.findBySlug?.(services.http, slug) : kind.get(services.http, current.id, { silent: true }));
    if (theirs?.ok === true && isOwn(theirs.value)) {
      set({ document: theirs.value, version: kind.factsOf(theirs.value).version });
      unanswered = null;
      return send(intent, isAuto);
    }
    if (error.errors !== undefined) return showErrors(error.errors, isAuto);
    if (theirs?.ok === true) set({ conflict: theirs.value, progress: { kind: 'conflict' } });
    else set({ refusal: failureWords(error), progress: { kind: 'held', words: 'Kept on this device: somebody else saved first' } });
    return false;
  };

  const showErrors = (errors: Readonly<Record<string, string>>, isAuto: boolean): false => {
    const [first = ''] = Object.values(errors);
    set({ progress: { kind: 'held', words: `Kept on this device: ${first}` }, ...(isAuto ? {} : { errors, attempt: state().attempt + 1 }) });
    return false;
  };

  const refuse = async (error: ApiError, intent: Intent, isAuto: boolean): Promise<boolean> => {
    switch (error.kind) {
      case 'network':
      case 'server':
      case 'too-many':
        failures += 1;
        if (!isAuto) set({ refusal: failureWords(error) });
        set({ progress: { kind: savesItself() ? (navigator.onLine ? 'retrying' : 'offline') : 'changed' } });
        schedule(Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_LAST_MS));
        return false;
      case 'unauthorized':
        refused = { intent, isAuto };
        set({ progress: { kind: 'signed-out' } });
        return false;
      case 'conflict':
        return meetConflict(error, intent, isAuto);
      case 'invalid':
        if (error.errors !== undefined && Object.keys(error.errors).length > 0) return showErrors(error.errors, isAuto);
        break;
      default:
    }
    set({ refusal: failureWords(error), progress: { kind: 'held', words: 'Kept on this device, not saved' } });
    return false;
  };

  const send = async (intent: Intent, isAuto: boolean): Promise<boolean> => {
    takePicture();
    const { values, version } = state();
    const body = documentForm(kind, { values, facts: facts(), version, intent, isAuto, file: readPicture().file, now: now() });
    if (!body.ok) return showErrors(body.error, isAuto);

    set({ progress: { kind: 'saving' }, saving: isAuto ? null : intent, ...(isAuto ? {} : { errors: {}, refusal: '', attempt: state().attempt + 1 }) });
    const sentBefore = unanswered;
    unanswered = values;
    keep();
    const id = facts()?.id;
    const extra = { silent: isAuto };
    const answer = await (id === undefined ? kind.create(services.http, body.value, extra) : kind.update(services.http, id, body.value, extra));
    if (answer.ok) {
      accept(answer.value, values, isAuto);
      if (!isAuto) services.notify.success(DONE[intent]);
      return true;
    }
    // Only silence leaves it open whether the provider took it.
    if (answer.error.kind !== 'network') unanswered = sentBefore;
    return refuse(answer.error, intent, isAuto);
  };

  const enqueue = (intent: Intent, isAuto: boolean): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    const result = underway.then(async () => {
      if (isAuto && (!savesItself() || !isUnsaved(kind, state(), true))) return true;
      const isDone = await send(intent, isAuto);
      set({ saving: null });
      return isDone;
    });
    underway = result;
    return result;
  };

  const takePicture = (): void => {
    const { texts, file } = readPicture();
    const values = { ...state().values, ...texts };
    if (!sameValues(values, state().values) || (file !== null) !== state().hasFile) set({ values, hasFile: file !== null });
  };

  const resume = (): void => {
    const waiting = refused;
    refused = null;
    failures = 0;
    if (waiting !== null && !waiting.isAuto) void enqueue(waiting.intent, false);
    else schedule(0);
  };

  return {
    facts,
    keep,
    schedule,
    takePicture,
    resume,
    save: (intent: Intent): Promise<boolean> => enqueue(intent, false),
    connectPicture: (read: () => PictureChoice): void => {
      readPicture = read;
    },
    /** Work that an earlier page has left: what that page sent may have arrived. */
    takeOver: (sent: Values | undefined): void => {
      unanswered = sent ?? null;
    },
    open: (): void => {
      isClosed = false;
    },
    isOpen: (): boolean => !isClosed,
    /** Nothing more is saved by itself; resolves when what is on its way has been answered. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      isClosed = true;
      await underway;
    },
    /** The editor closes: a draft's last words are sent, and stay on the device until they have arrived. */
    leave(): void {
      const isWaiting = timer !== undefined && !isClosed;
      clearTimeout(timer);
      timer = undefined;
      isClosed = true;
      void (isWaiting ? enqueue('save', true) : underway).finally(backup.close);
    },
  };
};
