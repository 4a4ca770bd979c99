import { albumFormSchema } from '@site/shared/contracts/gallery';
import { IMPORT_OUTCOMES, type ImportedItem, TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findAlbumRow, insertAlbum, renameAlbum } from '../../database/gallery-queries.ts';
import { createImportLease } from '../../database/leases.ts';
import { ConflictError, DomainError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { parseForm } from '../parse-form.ts';
import { albumSchema, parseRow, readTitle, redirectSchema, toRowFile } from './archive-format.ts';
import { planDocument } from './import-document.ts';
import { planMedia } from './import-media.ts';
import { findSlugOwner, type ImportRun, type Plan, toKey, UNCHANGED_PLAN } from './import-run.ts';
import type { ArchiveRow } from './read-archive.ts';

const NAME_TAKEN_MESSAGE = 'An album with this name already exists';

const planAlbum = async ({ services, state }: ImportRun, value: unknown): Promise<Plan> => {
  const { db, revision, now } = services;
  const { id, name: archivedName, position, createdAt } = parseRow(albumSchema, value);
  const { name } = parseForm(albumFormSchema, { name: archivedName });
  if ((await findAlbumRow(db, id, 'trashed')) !== undefined) throw new ConflictError("It is in this site's trash. Restore it first.");
  const storedAlbum = state.albums.get(id);
  if (storedAlbum === name) return UNCHANGED_PLAN;
  const sameNameAlbumId = state.albumIds.get(name.toLowerCase());
  if (sameNameAlbumId !== undefined && sameNameAlbumId !== id) throw new ConflictError(NAME_TAKEN_MESSAGE, { name: NAME_TAKEN_MESSAGE });
  const updatedAt = now().toISOString();
  const write = (): Promise<void> =>
    revision
      .write(async (transaction) => {
        if (storedAlbum === undefined) await insertAlbum(transaction, { id, name, position, createdAt: new Date(createdAt).toISOString(), updatedAt });
        else await renameAlbum(transaction, { id, name, updatedAt });
      }, 'addition')
      .catch((reason: unknown) => {
        throw isUniqueViolation(reason) ? new ConflictError(NAME_TAKEN_MESSAGE, { name: NAME_TAKEN_MESSAGE }) : reason;
      });
  const recordResult = (): void => {
    if (storedAlbum !== undefined) state.albumIds.delete(storedAlbum.toLowerCase());
    state.albums.set(id, name);
    state.albumIds.set(name.toLowerCase(), id);
  };
  return { outcome: storedAlbum === undefined ? 'new' : 'changed', write, recordResult };
};

const planRedirect = async (run: ImportRun, value: unknown): Promise<Plan> => {
  const { revision, now } = run.services;
  const { redirects } = run.state;
  const { kind, slug, documentId } = parseRow(redirectSchema, value);
  const key = toKey(kind, slug);
  const storedRedirect = redirects.get(key);
  if (storedRedirect === documentId) return UNCHANGED_PLAN;
  if (storedRedirect !== undefined) throw new ConflictError('This URL already redirects to another document.');
  if ((await findSlugOwner(run, kind, documentId)) !== documentId) throw new ConflictError('The target document does not exist here.');
  const slugOwnerId = await findSlugOwner(run, kind, slug);
  // If the document that uses the slug is in this export, it keeps the slug. The redirect takes effect once the slug is free again.
  if (slugOwnerId !== undefined && !run.archive.has(toRowFile(kind, { id: slugOwnerId }) ?? ''))
    throw new ConflictError('A document here already uses this URL.');
  const row = { document_id: documentId, changed_at: now().toISOString() };
  const write = (): Promise<void> =>
    revision.write(async (transaction) => {
      const insert = transaction.insertInto('former_slugs').values({ kind, slug, ...row });
      // If a document imported in this run has given up the slug, saving that document has already created a redirect, so overwrite it.
      await insert.onConflict((conflict) => conflict.columns(['kind', 'slug']).doUpdateSet(row)).execute();
    }, 'addition');
  return { outcome: 'new', write, recordResult: () => void redirects.set(key, documentId) };
};

const planRow = (run: ImportRun, kind: TransferKind, value: unknown): Promise<Plan> => {
  if (kind === 'media') return planMedia(run, value);
  if (kind === 'album') return planAlbum(run, value);
  return kind === 'redirect' ? planRedirect(run, value) : planDocument(run, value, kind);
};

const toFailure = (run: ImportRun, reason: unknown): Pick<ImportedItem, 'outcome' | 'field' | 'message'> => {
  if (isUniqueViolation(reason))
    return { outcome: 'conflict', field: '', message: 'An item with this id or name was created during the import. Run the import again.' };
  if (!(reason instanceof DomainError)) {
    run.services.log.error({ err: reason }, 'a file could not be imported');
    return { outcome: 'error', field: '', message: 'Something went wrong on our side. Run the import again.' };
  }
  const [field = '', message = reason.message] = Object.entries(reason.fieldErrors ?? {})[0] ?? [];
  return { outcome: reason.kind === 'conflict' ? 'conflict' : 'error', field, message };
};

const importRow = async (run: ImportRun, kind: TransferKind, { file, read }: ArchiveRow, isCheckOnly: boolean): Promise<ImportedItem> => {
  let title = file;
  try {
    const value = await read();
    title = readTitle(value, file);
    const { outcome, write, recordResult } = await planRow(run, kind, value);
    if (!isCheckOnly) await write();
    recordResult();
    return { kind, file, title, field: '', message: '', outcome };
  } catch (reason) {
    return { kind, file, title, ...toFailure(run, reason) };
  }
};

/** Imports each row after the rows that it refers to. If the consumer stops reading, the import stops between two rows. */
export async function* importContent(
  run: ImportRun,
  isCheckOnly: boolean,
  onEnd: (counts: Readonly<Record<string, number>>) => Promise<void>,
): AsyncGenerator<ImportedItem[]> {
  const counts: Record<string, number> = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, 0]));
  const lease = createImportLease(run.services.db, createId());
  try {
    for (const kind of TRANSFER_KINDS)
      for await (const row of run.archive.rows(kind)) {
        if (!isCheckOnly) await lease.extend();
        const item = await importRow(run, kind, row, isCheckOnly);
        counts[item.outcome] = (counts[item.outcome] ?? 0) + 1;
        yield [item];
      }
  } finally {
    if (!isCheckOnly) await lease.release();
    await onEnd(counts);
  }
}
