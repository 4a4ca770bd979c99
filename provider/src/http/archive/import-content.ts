import { albumFormSchema } from '@site/shared/contracts/gallery';
import { IMPORT_OUTCOMES, type ImportedItem, TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import * as v from 'valibot';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { findAlbumRow, insertAlbum, renameAlbum } from '../../database/gallery-queries.ts';
import { createImportLease } from '../../database/leases.ts';
import { findRedirectRow } from '../../database/transfer-queries.ts';
import { ConflictError, DomainError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { parseForm } from '../parse-form.ts';
import { albumSchema, FOLDERS, redirectSchema } from './archive-format.ts';
import { importDocument } from './import-document.ts';
import { importMedia } from './import-media.ts';
import { type Imported, type ImportRun, parseArchiveJson } from './import-run.ts';

const NAME_TAKEN = 'Another album has this name already';

const importAlbum = async ({ services, isDryRun }: ImportRun, value: unknown): Promise<Imported> => {
  const { db, revision, now } = services;
  const { id, name: given, position, createdAt } = parseArchiveJson(albumSchema, value);
  const { name } = parseForm(albumFormSchema, { name: given });
  if ((await findAlbumRow(db, id, 'trashed')) !== undefined) throw new ConflictError('It is in the trash here. Restore it there first.');
  const stored = await findAlbumRow(db, id);
  if (stored?.name === name) return 'same';
  const namesake = await db.selectFrom('albums').select('id').where('name_key', '=', name.toLowerCase()).where('id', '!=', id).executeTakeFirst();
  if (namesake !== undefined) throw new ConflictError(NAME_TAKEN, { name: NAME_TAKEN });
  const outcome = stored === undefined ? 'new' : 'changed';
  if (isDryRun) return outcome;
  const updatedAt = now().toISOString();
  await revision
    .write(async (transaction) => {
      if (stored === undefined) await insertAlbum(transaction, { id, name, position, createdAt: new Date(createdAt).toISOString(), updatedAt });
      else await renameAlbum(transaction, { id, name, updatedAt });
    }, 'addition')
    .catch((reason: unknown) => {
      throw isUniqueViolation(reason) ? new ConflictError(NAME_TAKEN, { name: NAME_TAKEN }) : reason;
    });
  return outcome;
};

const importRedirect = async ({ services, kinds, isDryRun, added }: ImportRun, value: unknown): Promise<Imported> => {
  const { db, revision, now } = services;
  const { kind, slug, documentId } = parseArchiveJson(redirectSchema, value);
  const stored = await findRedirectRow(db, `${kind}-${slug}`);
  if (stored?.document_id === documentId) return 'same';
  if (stored !== undefined) throw new ConflictError('This address leads to another document here.');
  const isThere = (await kinds[kind].find(documentId))?.id === documentId || (isDryRun && added.has(`${FOLDERS[kind]}/${documentId}.json`));
  if (!isThere) throw new ConflictError('The document that it leads to is not here.');
  if ((await kinds[kind].find(slug)) !== undefined) throw new ConflictError('A document has this address here.');
  if (!isDryRun)
    await revision.write(async (transaction) => {
      await transaction.insertInto('former_slugs').values({ kind, slug, document_id: documentId, changed_at: now().toISOString() }).execute();
    }, 'addition');
  return 'new';
};

const text = v.fallback(v.string(), '');
const TITLES = { name: text, alt: text, imageAlt: text, slug: text };

const OTHER_IMPORTS = { media: importMedia, album: importAlbum, redirect: importRedirect } as const;

const importValue = (run: ImportRun, kind: TransferKind, value: unknown): Promise<Imported> =>
  kind === 'media' || kind === 'album' || kind === 'redirect' ? OTHER_IMPORTS[kind](run, value) : importDocument(run, value, kind);

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ValidationError({ file: 'This file is not JSON' });
  }
};

/** Checks that a file is named after its content, so that the import never reports one document while it writes another. */
const checkName = (value: unknown, kind: TransferKind, file: string): void => {
  const name = (part: unknown): string => (typeof part === 'string' ? part : '');
  if (typeof value !== 'object' || value === null) throw new ValidationError({ file: 'This file holds nothing that can be imported' });
  const expected =
    kind === 'redirect' ? `${'kind' in value ? name(value.kind) : ''}-${'slug' in value ? name(value.slug) : ''}` : 'id' in value ? name(value.id) : '';
  if (file !== `${FOLDERS[kind]}/${expected}.json`) throw new ValidationError({ id: 'This is not the id in the name of the file' });
};

const titleSchema = v.fallback(v.object({ fields: v.fallback(v.object({ title: v.fallback(v.string(), '') }), { title: '' }), ...TITLES }), {
  fields: { title: '' },
  name: '',
  alt: '',
  imageAlt: '',
  slug: '',
});

/** Returns the title for the report, even if the rest of the file is invalid. */
const readTitle = (value: unknown, file: string): string => {
  const { fields, name, alt, imageAlt, slug } = v.parse(titleSchema, value);
  return (fields.title || name || alt || imageAlt || slug || file).slice(0, 200);
};

const toFailure = (run: ImportRun, reason: unknown): Pick<ImportedItem, 'outcome' | 'field' | 'message'> => {
  if (isUniqueViolation(reason))
    return { outcome: 'conflict', field: '', message: 'Something with this id or name has just been made here. Run the import again.' };
  if (!(reason instanceof DomainError)) {
    run.services.log.error({ err: reason }, 'an import failed at one file');
    return { outcome: 'error', field: '', message: 'Something went wrong on our side. Run the import again.' };
  }
  const [field = '', message = reason.message] = Object.entries(reason.fieldErrors ?? {})[0] ?? [];
  return { outcome: reason.kind === 'conflict' ? 'conflict' : 'error', field, message };
};

const importFile = async (run: ImportRun, kind: TransferKind, file: string): Promise<ImportedItem> => {
  let title = file;
  try {
    const value = parseJson(await run.archive.read(file));
    title = readTitle(value, file);
    checkName(value, kind, file);
    return { kind, file, title, field: '', message: '', outcome: await importValue(run, kind, value) };
  } catch (reason) {
    return { kind, file, title, ...toFailure(run, reason) };
  }
};

/** Imports one file after another, ordered so that each finds what it refers to. If the reader stops, the import stops between two files. */
export async function* importContent(
  run: Omit<ImportRun, 'added'>,
  onEnd: (counts: Readonly<Record<string, number>>) => Promise<void>,
): AsyncGenerator<ImportedItem[]> {
  const added = new Set<string>();
  const counts: Record<string, number> = Object.fromEntries(IMPORT_OUTCOMES.map((outcome) => [outcome, 0]));
  const lease = createImportLease(run.services.db, createId());
  try {
    for (const kind of TRANSFER_KINDS)
      for (const file of run.archive.list(kind)) {
        if (!run.isDryRun) await lease.extend();
        const item = await importFile({ ...run, added }, kind, file);
        counts[item.outcome] = (counts[item.outcome] ?? 0) + 1;
        if (item.outcome === 'new') added.add(file);
        yield [item];
      }
  } finally {
    if (!run.isDryRun) await lease.release();
    await onEnd(counts);
  }
}
