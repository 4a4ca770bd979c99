import { isSlugKind, KINDS, type KindName, type SlugKind } from '@site/shared/domain/kinds';
import { toSlug } from '@site/shared/domain/slug';
import type { PendingImages } from '../../content/check-document.ts';
import { getStatus, isPublicOrScheduled } from '../../database/document-kinds.ts';
import { findStoredImage } from '../../database/image-queries.ts';
import { type Columns, type ContentForm, mergeColumns } from '../../domain/content-columns.ts';
import { ConflictError, ValidationError } from '../../domain/errors.ts';
import { findFreeSlug } from '../../domain/text.ts';
import type { ContentRow, StoredKind } from '../content-endpoints.ts';
import { normaliseText, toEventColumns } from './archive-documents.ts';
import { type ArchiveDocument, documentSchema, parseRow } from './archive-format.ts';
import { findSlugOwner, type ImportRun, type Plan, toKey, UNCHANGED_PLAN } from './import-run.ts';

const toTimestamp = (value: string): string => new Date(value).toISOString();

/** Converts a row to form input. Omits empty fields that the provider fills in automatically. */
const toInput = ({ kind }: StoredKind, document: ArchiveDocument): Record<string, unknown> => {
  const unknownField = Object.keys(document.fields).find((name) => !Object.hasOwn(kind.fields, name));
  if (unknownField !== undefined) throw new ValidationError({ [unknownField]: 'This site does not support this field. Update the site first' });
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
  const timestampDiffers = (storedTimestamp: unknown, archivedTimestamp: string | null): boolean =>
    (archivedTimestamp === null ? null : toTimestamp(archivedTimestamp)) !== (storedTimestamp ?? null);
  return (
    (document.publishAt !== null && timestampDiffers(row[publishAtColumn], document.publishAt)) || timestampDiffers(row.unpublish_at, document.unpublishAt)
  );
};

const getAlbumId = ({ shown_album_id: albumId }: ContentRow): string => String(albumId ?? '');

/** Compares values as they would be stored, that is, sanitised and trimmed. The current row is normalised too, because another release may have written it. */
const hasOtherContent = (
  { kind, columnNames }: StoredKind,
  document: ArchiveDocument,
  form: ContentForm,
  importedColumns: Columns,
  row: ContentRow,
): boolean => {
  const storedEntries = Object.entries(columnNames).map(([name, column]) => {
    const value = row[column];
    return [name, typeof value === 'string' ? normaliseText(kind.fields[name], value) : value];
  });
  const now = mergeColumns(kind, columnNames, Object.fromEntries(storedEntries), row);
  return (
    Object.entries(mergeColumns(kind, columnNames, form, row)).some(([column, value]) => value !== now[column]) ||
    Object.entries(importedColumns).some(([column, value]) => value !== row[column]) ||
    document.image !== row.picture_id ||
    (kind.name === 'image' && String(document.fields.album ?? '') !== getAlbumId(row))
  );
};

/** Returns the slug that the document will have: the imported slug, the stored slug, or a free slug derived from its title. */
const planSlug = async (run: ImportRun, kind: SlugKind, id: string, content: ContentForm, row: ContentRow | undefined): Promise<string> => {
  const requestedSlug = String(content.slug ?? '') || String(row?.slug ?? '');
  const isTaken = async (slug: string): Promise<boolean> => {
    const ownerId = await findSlugOwner(run, kind, slug);
    return ownerId !== undefined && ownerId !== id;
  };
  if (requestedSlug === '')
    return findFreeSlug(toSlug(String(content.title ?? '')), async (slug) => (await isTaken(slug)) || run.state.redirects.has(toKey(kind, slug)));
  if (!(await isTaken(requestedSlug))) return requestedSlug;
  const message = `Another ${KINDS[kind].label.toLowerCase()} already uses this URL. Change one of the two`;
  throw new ConflictError(message, { slug: message });
};

const checkReferences = async ({ services: { db }, state }: ImportRun, { kind }: StoredKind, { image, fields: { album } }: ArchiveDocument): Promise<void> => {
  if (image !== null && !state.images.has(image) && (await findStoredImage(db, image)) === undefined)
    throw new ValidationError({ [kind.image.name]: 'Its photo could not be imported, or is not in this ZIP' });
  if (kind.name === 'image' && typeof album === 'string' && album !== '' && !state.albums.has(album))
    throw new ValidationError({ album: 'Its album could not be imported, or is not in this ZIP' });
};

/** Plans the import of a post, event, program or gallery image, following all rules that apply to a save. */
export const planDocument = async (run: ImportRun, value: unknown, name: KindName): Promise<Plan> => {
  const { kinds, staff, keepsStatus, state } = run;
  const storedKind = kinds[name];
  const { kind } = storedKind;
  const document = parseRow(documentSchema, value);
  const { id, image } = document;
  if ((await storedKind.find(id, 'trashed'))?.id === id) throw new ConflictError("It is in this site's trash. Restore it first.");
  const existingRow = await storedKind.find(id);
  const row = existingRow?.id === id ? existingRow : undefined;
  const input = toInput(storedKind, document);
  const content = storedKind.parse(input);
  const importedColumns = kind.name === 'event' ? toEventColumns(document) : {};
  if (row !== undefined && !hasOtherContent(storedKind, document, content, importedColumns, row) && !(keepsStatus && hasOtherStatus(storedKind, document, row)))
    return UNCHANGED_PLAN;
  const current = row === undefined ? 'draft' : getStatus(row);
  if (row !== undefined && !keepsStatus && isPublicOrScheduled(current))
    throw new ConflictError('It is already public on this site and was not changed. Import it with its status to overwrite it.');
  const slug = isSlugKind(name) ? await planSlug(run, name, id, content, row) : undefined;
  await checkReferences(run, storedKind, document);

  const form = storedKind.parse({
    ...input,
    ...(slug === undefined ? {} : { slug }),
    ...getStatusFields(storedKind, document, keepsStatus ? document.status : current),
    ...(image === null ? {} : { imageId: image }),
    ...(image === null && row?.picture_id != null && kind.image.removeField !== null ? { [kind.image.removeField]: true } : {}),
  });
  // An image whose album is in the trash counts as having no album, so do not overwrite its album. The image reappears there when the album is restored.
  const { album, ...others } = form;
  const writtenForm = row !== undefined && album === getAlbumId(row) ? others : form;
  // Only programs and images have a position.
  const position = name === 'program' || name === 'image' ? document.position : undefined;
  const newColumns = { created_at: toTimestamp(document.createdAt), ...(position === undefined ? {} : { position }) };
  const save = (savedForm: ContentForm, pendingImages: PendingImages | null) =>
    storedKind.importDocument(staff, savedForm, row, { id, importedColumns, newColumns, pendingImages });
  // Check without the album, which an earlier row of this run may not have stored yet. No rule depends on it.
  await save(album === undefined ? others : { ...others, album: '' }, state.images);
  return {
    outcome: row === undefined ? 'new' : 'changed',
    write: () => save(writtenForm, null),
    recordResult: () => {
      if (slug === undefined || !isSlugKind(name)) return;
      state.slugs.set(toKey(name, id), slug);
      state.slugOwners.set(toKey(name, slug), id);
    },
  };
};
