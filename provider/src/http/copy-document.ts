import type { VersionKind } from '@site/shared/contracts/version';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type Kysely, sql } from 'kysely';
import { createDocument, findDocumentRow } from '../content/write-document.ts';
import { chooseFreeSlug, isSlugTable, type WrittenColumns } from '../database/content-store.ts';
import { DOCUMENT_KINDS, type DocumentRow } from '../database/document-kinds.ts';
import type { Tables } from '../database/schema.ts';
import { ForbiddenError, NotFoundError } from '../domain/errors.ts';
import { createId } from '../domain/ids.ts';
import { isAtLeast, type Staff } from '../domain/permissions.ts';
import type { Services } from './services.ts';

/** The stored row of a document outside the trash, if the caller may write its kind. */
export const findSourceRow = async (db: Kysely<Tables>, staff: Staff, kindName: VersionKind, id: string): Promise<DocumentRow> => {
  const { kind } = DOCUMENT_KINDS[kindName];
  if (!isAtLeast(staff, kind.minimumRole)) throw new ForbiddenError();
  const row = await findDocumentRow(db, DOCUMENT_KINDS[kindName], id);
  if (row === undefined || row.deleted_at !== null) throw new NotFoundError(kind.label);
  return row;
};

/** Nothing of a copy says who wrote its source, and when that was published. */
const getOwnColumns = (kind: VersionKind, staff: Staff, publishedAt: string | null): WrittenColumns => {
  switch (kind) {
    case 'post':
      return { author_id: staff.id, author_name: staff.name, author_picture_id: null, published_at: publishedAt, unpublish_at: null };
    case 'event':
      return { author_id: staff.id, series_id: '', publish_at: null, unpublish_at: null };
    case 'program':
      return { publish_at: publishedAt, unpublish_at: null, position: sql`(select coalesce(max(position), -1) + 1 from programs)` };
    default:
      return kind satisfies never;
  }
};

interface Copy {
  readonly status: PublicationStatus;
  /** Of the new row, where they differ from those of its source. */
  readonly columns: WrittenColumns;
}

/**
 * Copies of one document, in one transaction. They show its image, so that consent to it is one thing wherever it is shown; a copy that gets another file gets an image of
 * its own with it. Returns their ids.
 */
export const insertCopies = async (
  { revision, now }: Pick<Services, 'revision' | 'now'>,
  staff: Staff,
  source: { readonly kind: VersionKind; readonly row: DocumentRow },
  copies: readonly Copy[],
): Promise<readonly string[]> => {
  const { kind, row } = source;
  const documentKind = DOCUMENT_KINDS[kind];
  const { table } = documentKind;
  const at = now();
  const timestamp = at.toISOString();
  return revision.write(async (db, note) => {
    const ids: string[] = [];
    for (const { status, columns } of copies) {
      const id = createId();
      const copied = {
        ...row,
        ...getOwnColumns(kind, staff, status === 'published' ? timestamp : null),
        ...(isSlugTable(table) ? { slug: await chooseFreeSlug(db, table, String(columns.title ?? row.title)) } : {}),
        ...columns,
        status,
        is_sample: 0,
        created_at: timestamp,
      };
      await createDocument({ db, note }, documentKind, id, { columns: copied, by: staff.id, at, whenRefused: 'throw' });
      ids.push(id);
    }
    return ids;
  });
};
