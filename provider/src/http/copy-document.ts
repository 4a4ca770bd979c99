import { eventKind } from '@site/shared/contracts/event';
import { postKind } from '@site/shared/contracts/post';
import { programKind } from '@site/shared/contracts/program';
import type { VersionKind } from '@site/shared/contracts/version';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type Kysely, sql } from 'kysely';
import { chooseFreeSlug, insertContent, isSlugTable, type WrittenColumns } from '../database/content-store.ts';
import type { Tables } from '../database/schema.ts';
import { recordVersion, toDocumentState, VERSION_TABLES } from '../database/version-queries.ts';
import { getColumnNames } from '../domain/content-columns.ts';
import { ForbiddenError, NotFoundError } from '../domain/errors.ts';
import { createId } from '../domain/ids.ts';
import { isAtLeast, type Staff } from '../domain/permissions.ts';
import { planKeptImage } from '../images/keep-image.ts';
import type { Services } from './services.ts';

const KINDS = { post: postKind, event: eventKind, program: programKind } as const satisfies Readonly<Record<VersionKind, ContentKind>>;

type StoredRow = Readonly<Record<string, string | number | null>>;

/** The stored row of a document outside the trash, if the caller may write its kind. */
export const findSourceRow = async (db: Kysely<Tables>, staff: Staff, kind: VersionKind, id: string): Promise<StoredRow> => {
  if (!isAtLeast(staff, KINDS[kind].minimumRole)) throw new ForbiddenError();
  const found = await sql<StoredRow>`select * from ${sql.table(VERSION_TABLES[kind])} where id = ${id} and deleted_at is null`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new NotFoundError(KINDS[kind].label);
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

/** Copies of one document, each with an image of its own, in one transaction: the image of one may be replaced without the others. Returns their ids. */
export const insertCopies = async (
  { db, stores, revision, now }: Pick<Services, 'db' | 'stores' | 'revision' | 'now'>,
  staff: Staff,
  source: { readonly kind: VersionKind; readonly row: StoredRow },
  copies: readonly Copy[],
): Promise<readonly string[]> => {
  const { kind, row } = source;
  const table = VERSION_TABLES[kind];
  const imageId = row.picture_id == null ? null : String(row.picture_id);
  const savedAt = now();
  const timestamp = savedAt.toISOString();
  const planned: { readonly id: string; readonly copy: Copy; readonly image: Awaited<ReturnType<typeof planKeptImage>> }[] = [];
  try {
    for (const copy of copies)
      planned.push({ id: createId(), copy, image: imageId === null ? null : await planKeptImage({ db, stores, revision, now }, imageId) });
    await revision.write(async (transaction) => {
      for (const { id, copy, image } of planned) {
        const { status, columns } = copy;
        await image?.apply(transaction);
        const title = String(columns.title ?? row.title);
        const written: WrittenColumns = {
          ...row,
          ...getOwnColumns(kind, staff, status === 'published' ? timestamp : null),
          ...(isSlugTable(table) ? { slug: await chooseFreeSlug(transaction, table, title) } : {}),
          ...columns,
          status,
          picture_id: image?.imageId ?? null,
          is_sample: 0,
          created_at: timestamp,
          updated_at: timestamp,
        };
        await insertContent(transaction, table, { ...written, id });
        const state = toDocumentState(getColumnNames(KINDS[kind]), written, image?.imageId ?? null);
        await recordVersion(transaction, {
          kind,
          id,
          imageName: KINDS[kind].image.name,
          before: undefined,
          after: { ...state, status },
          isAutosave: false,
          keptImageId: null,
          by: staff.id,
          at: savedAt,
        });
      }
    }, 'addition');
  } catch (reason) {
    for (const { image } of planned) await image?.undo();
    throw reason;
  }
  return planned.map(({ id }) => id);
};
