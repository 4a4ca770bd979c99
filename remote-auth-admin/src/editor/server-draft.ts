import { deleteDocumentDraft, getDocumentDraft, putDocumentDraft } from '@site/shared/contracts/version';
import { findVersionKind } from '@site/shared/domain/kinds';
import type { HttpClient } from '@site/shared/remote/host-services';
import type { Backup, DraftBackup } from '../session/draft-backup.ts';
import { type EditorConfig, toTexts, type Values } from './editor-config.ts';

/** Key of a draft from the server. Backups on the device have separate keys. */
export const SERVER_KEY = 'server';
/** Longer than the pause before an autosave, so that autosaved work does not become a draft. */
const DELAY_MS = 2000;

interface ServerDraftOptions {
  readonly localBackup: DraftBackup;
  readonly http: HttpClient;
  readonly config: Pick<EditorConfig<never>, 'content' | 'toInputs'>;
  /** Version of the document that the editor opens. */
  readonly version: string | null;
  /** Returns the stored values. */
  readonly getBaseline: () => Values;
  readonly onStored: (values: Values) => void;
}

interface PendingDraft {
  readonly id: string;
  readonly base: string;
  readonly values: Values;
}

/** Returns the values that differ from the stored ones, so that all other fields keep the document's values. */
const getChanges = (values: Values, baseline: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value.trim() !== (baseline[name] ?? '').trim()));

/** Stores one editor's unsaved work on this device immediately, and at the provider soon after, so that the user can continue on any device. */
export const createServerDraft = ({ localBackup, http, config, version, getBaseline, onStored }: ServerDraftOptions): DraftBackup => {
  const kind = findVersionKind(config.content.name);
  let pendingDraft: PendingDraft | null = null;
  /** The draft of this editor at the provider. `savedAt` is undefined until the provider has responded. */
  let storedDraft: { readonly id: string; savedAt?: string } | null = null;
  /** `savedAt` of the draft that this work is based on; '' if there is none. */
  let baseSavedAt = '';
  /** The last backup on the device. */
  let writtenBackup: { readonly documentId: string; readonly backup: Omit<Backup, 'storedAt'> } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requests: Promise<void> = Promise.resolve();

  const enqueue = (request: () => Promise<void>): void => {
    requests = requests.then(request);
  };

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const draft = pendingDraft;
    pendingDraft = null;
    if (draft === null || kind === undefined) return;
    const { id, base, values } = draft;
    const sent: NonNullable<typeof storedDraft> = { id };
    storedDraft = sent;
    enqueue(async () => {
      const body = { base, fields: getChanges(values, getBaseline()), continues: baseSavedAt };
      const result = await http.call(putDocumentDraft, { params: { kind, id }, body, silent: true });
      if (!result.ok) return;
      if (result.value !== null) {
        sent.savedAt = result.value.savedAt;
        baseSavedAt = result.value.savedAt;
      }
      if (writtenBackup !== null && writtenBackup.backup.values === values)
        localBackup.write(writtenBackup.documentId, { ...writtenBackup.backup, isStored: true });
      onStored(values);
    });
  };

  const discard = (): void => {
    clearTimeout(timer);
    timer = undefined;
    pendingDraft = null;
    const discardedDraft = storedDraft;
    storedDraft = null;
    if (discardedDraft === null || kind === undefined) return;
    enqueue(async () => {
      const { id, savedAt } = discardedDraft;
      // Delete only this draft, because another device may have stored a newer one since.
      await http.call(deleteDocumentDraft, { params: { kind, id }, query: { savedAt }, silent: true });
    });
  };

  return {
    ...localBackup,
    write: (documentId, backup) => {
      if (documentId !== null) {
        pendingDraft = { id: documentId, base: backup.base ?? '', values: backup.values };
        timer ??= setTimeout(send, DELAY_MS);
        writtenBackup = { documentId, backup };
      }
      return localBackup.write(documentId, backup);
    },
    clear: () => {
      writtenBackup = null;
      localBackup.clear();
      discard();
    },
    remove: (key) => {
      if (key !== SERVER_KEY) return localBackup.remove(key);
      // After a restore, a pending write updates this draft, so do not delete it.
      if (pendingDraft === null) discard();
    },
    find: async (documentId) => {
      const localEntry = await localBackup.find(documentId);
      if (documentId === null || kind === undefined || (await localBackup.isOpenElsewhere(documentId))) return localEntry;
      const result = await http.call(getDocumentDraft, { params: { kind, id: documentId }, silent: true });
      if (!result.ok || result.value === null) return localEntry;
      const { base, fields, savedAt, baseFields } = result.value;
      storedDraft = { id: documentId, savedAt };
      const storedAt = Date.parse(savedAt);
      // The local backup is newer: it was written after the draft was sent, or while the provider was unreachable.
      if (localEntry !== null && localEntry.backup.storedAt > storedAt) return localEntry;
      baseSavedAt = savedAt;
      // Keep a local backup that the provider has not stored, so that the backup is offered again.
      if (localEntry?.backup.isStored === true) localBackup.remove(localEntry.key);
      const work = { storedAt, base: base === '' ? null : base, values: fields, hadFile: false, resumes: base === version };
      return { key: SERVER_KEY, backup: baseFields === undefined ? work : { ...work, baseValues: toTexts(config, baseFields) } };
    },
    release: () => {
      send();
      localBackup.release();
    },
  };
};
