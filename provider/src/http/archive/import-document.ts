import { isSlugKind, KINDS, type KindName } from '@site/shared/domain/kinds';
import { getStatus } from '../../database/document-kinds.ts';
import { findAlbumRow } from '../../database/gallery-queries.ts';
import { findStoredImage } from '../../database/image-queries.ts';
import { type Columns, type ContentForm, mergeColumns } from '../../domain/content-columns.ts';
import { ConflictError, ValidationError } from '../../domain/errors.ts';
import type { ContentRow, StoredKind } from '../content-endpoints.ts';
import { normaliseText, toEventColumns } from './archive-documents.ts';
import { type ArchiveDocument, documentSchema, FOLDERS } from './archive-format.ts';
import { type Imported, type ImportRun, parseArchiveJson } from './import-run.ts';

const toTimestamp = (value: string): string => new Date(value).toISOString();

/** Converts the file to form input, as if staff had entered it. Empty fields that the provider fills in automatically are left out. */
const toInput = ({ kind }: StoredKind, document: ArchiveDocument): Record<string, unknown> => {
  const unknown = Object.keys(document.fields).find((name) => !Object.hasOwn(kind.fields, name));
  if (unknown !== undefined) throw new ValidationError({ [unknown]: 'This site does not know the field. Update it first' });
  const fields = Object.entries(document.fields).filter(([name, value]) => !(kind.fields[name]?.isFilled === true && value === ''));
  return { ...Object.fromEntries(fields), [kind.image.altField]: document.imageAlt };
};

const getStatusFields = ({ kind }: StoredKind, { publishAt, unpublishAt }: ArchiveDocument, status: ArchiveDocument['status']): Record<string, unknown> => {
  if (kind.publishAtField === null) return { published: status === 'published' };
  return { status, ...(publishAt === null ? {} : { [kind.publishAtField]: publishAt }), unpublishAt: unpublishAt ?? '' };
};

const hasOtherStatus = ({ publishAtColumn }: StoredKind, document: ArchiveDocument, row: ContentRow): boolean => {
  if (getStatus(row) !== document.status) return true;
  if (publishAtColumn === null) return false;
  const differs = (stored: unknown, given: string | null): boolean => (given === null ? null : toTimestamp(given)) !== (stored ?? null);
  return (document.publishAt !== null && differs(row[publishAtColumn], document.publishAt)) || differs(row.unpublish_at, document.unpublishAt);
};

/** Compares values as they would be stored, sanitised and trimmed. This includes the current row, which another release may have written. */
const hasOtherContent = ({ kind, columnNames }: StoredKind, document: ArchiveDocument, form: ContentForm, given: Columns, row: ContentRow): boolean => {
  const stored = Object.entries(columnNames).map(([name, column]) => {
    const value = row[column];
    return [name, typeof value === 'string' ? normaliseText(kind.fields[name], value) : value];
  });
  const now = mergeColumns(kind, columnNames, Object.fromEntries(stored), row);
  return (
    Object.entries(mergeColumns(kind, columnNames, form, row)).some(([column, value]) => value !== now[column]) ||
    Object.entries(given).some(([column, value]) => value !== row[column]) ||
    (document.image ?? null) !== row.picture_id ||
    ('album_id' in row && String(document.fields.album ?? '') !== (row.album_id ?? ''))
  );
};

/** Returns whether the image is stored already or pending in the same ZIP. */
const findImage = async ({ services, isDryRun, added }: ImportRun, { kind }: StoredKind, id: string): Promise<'stored' | 'pending'> => {
  if ((await findStoredImage(services.db, id)) !== undefined) return 'stored';
  if (isDryRun && added.has(`${FOLDERS.media}/${id}.json`)) return 'pending';
  throw new ValidationError({ [kind.image.name]: 'Its image could not be imported, or is not in this ZIP' });
};

const checkSlug = async (stored: StoredKind, { id, fields }: ArchiveDocument): Promise<void> => {
  if (!isSlugKind(stored.kind.name) || typeof fields.slug !== 'string' || fields.slug === '') return;
  const other = await stored.find(fields.slug);
  if (other === undefined || other.id === id) return;
  const message = `Another ${KINDS[stored.kind.name].label.toLowerCase()} has this address already: change one of the two`;
  throw new ConflictError(message, { slug: message });
};

/** Imports a post, event, program or gallery image. */
export const importDocument = async (run: ImportRun, value: unknown, name: KindName): Promise<Imported> => {
  const { kinds, staff, isDryRun, keepsStatus, services, added } = run;
  const stored = kinds[name];
  const { kind } = stored;
  const document = parseArchiveJson(documentSchema, value);
  const { id } = document;
  if ((await stored.find(id, 'trashed'))?.id === id) throw new ConflictError('It is in the trash here. Restore it there first.');
  const found = await stored.find(id);
  const row = found?.id === id ? found : undefined;
  const input = toInput(stored, document);
  const content = stored.parse(input);
  const given = kind.name === 'event' ? toEventColumns(document) : {};
  const isOther = row !== undefined && hasOtherContent(stored, document, content, given, row);
  if (row !== undefined && !isOther && !(keepsStatus && hasOtherStatus(stored, document, row))) return 'same';
  const current = row === undefined ? 'draft' : getStatus(row);
  if (row !== undefined && !keepsStatus && (current === 'published' || current === 'scheduled'))
    throw new ConflictError('It is public here, and stays as it is. Import it with its status to change it.');
  await checkSlug(stored, document);

  const image = document.image === null ? null : await findImage(run, stored, document.image);
  const { album } = document.fields;
  const isAlbumPending = isDryRun && typeof album === 'string' && album !== '' && added.has(`${FOLDERS.album}/${album}.json`);
  if (typeof album === 'string' && album !== '' && !isAlbumPending && kind.name === 'image' && (await findAlbumRow(services.db, album)) === undefined)
    throw new ValidationError({ album: 'Its album could not be imported, or is not in this ZIP' });
  const form = stored.parse({
    ...input,
    ...(isAlbumPending ? { album: '' } : {}),
    ...getStatusFields(stored, document, keepsStatus ? document.status : current),
    ...(image === 'stored' ? { imageId: document.image } : {}),
    ...(image === null && row?.picture_id != null && kind.image.removeField !== null ? { [kind.image.removeField]: true } : {}),
  });
  await stored.importDocument(staff, form, row, {
    id,
    given,
    newColumns: { created_at: toTimestamp(document.createdAt), ...(document.position === undefined ? {} : { position: document.position }) },
    dryRun: isDryRun ? { hasImage: image === 'pending' } : null,
  });
  return row === undefined ? 'new' : 'changed';
};
