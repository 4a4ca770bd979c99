import { IMPORT_OUTCOMES, type ImportedItem, TRANSFER_KINDS, type TransferKind } from '@site/shared/contracts/transfer';
import { mapKinds } from '@site/shared/domain/kinds';
import * as v from 'valibot';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { createImportLease } from '../../database/leases.ts';
import { DomainError, ValidationError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import { FOLDERS } from './archive-format.ts';
import { importAlbum } from './import-album.ts';
import { importDocument } from './import-document.ts';
import { importMedia } from './import-media.ts';
import { importRedirect } from './import-redirect.ts';
import type { Imported, ImportRun } from './import-run.ts';

const text = v.fallback(v.string(), '');
const TITLES = { name: text, alt: text, imageAlt: text, slug: text };

type Import = (run: ImportRun, value: unknown) => Promise<Imported>;

const IMPORTS: Readonly<Record<TransferKind, Import>> = {
  media: importMedia,
  album: importAlbum,
  ...mapKinds(
    (name): Import =>
      (run, value) =>
        importDocument(run, value, name),
  ),
  redirect: importRedirect,
};

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ValidationError({ file: 'This file is not JSON' });
  }
};

/** A file is named by what it holds: nobody is told of one document while another is written. */
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

/** How people call it, whatever is wrong with the rest. */
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
    return { kind, file, title, field: '', message: '', outcome: await IMPORTS[kind](run, value) };
  } catch (reason) {
    return { kind, file, title, ...toFailure(run, reason) };
  }
};

/** One file after another, in an order in which each finds what it refers to. Whoever stops reading stops the import between two of them. */
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
