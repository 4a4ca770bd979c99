import type { Dashboard } from '@site/shared/contracts/dashboard';
import type { KindName, VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { sql } from 'kysely';
import { ALL_KINDS, matchesDocument } from './document-kinds.ts';
import { IS_MISSING_ALT } from './gallery-queries.ts';
import { listUndescribedUses } from './image-uses.ts';
import { countRows } from './page.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database } from './schema/tables.ts';
import { readTextList } from './topics.ts';

export const countUndeleted = async (db: Database, table: 'gallery_images' | 'albums'): Promise<number> =>
  (await countRows(db.selectFrom(table).where('deleted_at', 'is', null))).all;

export const countSamples = async (db: Database, tables = ALL_KINDS.map(({ table }) => table)): Promise<number> => {
  let count = 0;
  for (const table of tables) {
    // Use a literal, because partial indexes do not match parameters.
    const samples = db.selectFrom(table).where('deleted_at', 'is', null).where(sql<boolean>`is_sample = 1`);
    count += (await countRows(samples)).all;
  }
  return count;
};

export const countPostsByStatus = async (db: Database): Promise<Dashboard['posts']> => {
  const rows = await db
    .selectFrom('posts')
    .select((expression) => ['status', expression.fn.countAll<number | string>().as('total')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  const counts = { draft: 0, scheduled: 0, published: 0, archived: 0 };
  for (const { status, total } of rows) counts[status] = Number(total);
  return counts;
};

export const describeUpcomingEvents = async (db: Database, now: Timestamp): Promise<{ count: number; next: string | null }> => {
  const upcomingEvents = db.selectFrom('events').where('deleted_at', 'is', null).where('status', '=', 'published').where('upcoming_until', '>', now);
  const { all: count } = await countRows(upcomingEvents);
  const next = await upcomingEvents.select('date').where('date', '!=', '').orderBy('date').limit(1).executeTakeFirst();
  return { count, next: next?.date ?? null };
};

/** Lists recently changed posts, with drafts and scheduled posts before all others. */
export const listPostsInProgress = async (db: Database, limit: number): Promise<Dashboard['inProgress']> => {
  const listRecent = (status: PublicationStatus) =>
    db
      .selectFrom('posts')
      .select(['id', 'title', 'status', 'author_name', 'updated_at', 'published_at'])
      .where('deleted_at', 'is', null)
      .where('status', '=', status)
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute();
  // Use a separate index look-up for each status.
  const listByStatuses = async (statuses: readonly PublicationStatus[]) =>
    (await Promise.all(statuses.map(listRecent))).flat().sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  const rows = [...(await listByStatuses(['draft', 'scheduled'])), ...(await listByStatuses(['published', 'archived']))].slice(0, limit);
  return rows.map(({ id, title, status, author_name: author, updated_at: at, published_at: publishedAt }) => ({
    _id: id,
    title,
    status,
    author,
    at: status === 'draft' ? at : (publishedAt ?? at),
  }));
};

/** Finds the version with the current state of a document. Returns nothing if there are no versions, or if a release without versions wrote that state. */
const findLastVersion = (db: Database, kind: VersionKind, id: string, at: Timestamp) =>
  db
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.saved_by')
    .select(['users.name', 'versions.act', 'versions.changed'])
    .where(matchesDocument({ kind, id }))
    .where('versions.document_updated_at', '=', at)
    .orderBy('versions.number', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listActivity = async (db: Database, limit: number) => {
  const activity: { kind: KindName; id: string; title: string; at: Timestamp; imageId: string | null }[] = [];
  for (const { kind, table } of ALL_KINDS) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'title', 'updated_at', 'picture_id'])
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute();
    activity.push(...rows.map(({ id, title, updated_at: at, picture_id: imageId }) => ({ kind: kind.name, id, title, at, imageId })));
  }
  const latestActivity = activity.sort((a, b) => b.at.localeCompare(a.at)).slice(0, limit);
  return Promise.all(
    latestActivity.map(async (row) => {
      const version = row.kind === 'image' ? undefined : await findLastVersion(db, row.kind, row.id, row.at);
      return { ...row, by: version?.name ?? '', act: version?.act ?? ('saved' as const), changed: version === undefined ? [] : readTextList(version.changed) };
    }),
  );
};

export const listOldDrafts = async (db: Database, before: Timestamp, limit: number): Promise<Dashboard['attention']> => {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'draft')
    .where('updated_at', '<', before)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, title }) => ({ kind: 'old-draft', _id: id, title }));
};

/**
 * Lists images without alternative text. For a contributor, `authorId` limits the list to the contributor's own unpublished images, because contributors may
 * not describe any others; null lists all.
 */
export const listImagesWithoutAlt = async (db: Database, limit: number, authorId: string | null): Promise<Dashboard['attention']> => {
  const imagesWithoutAlt =
    authorId === null
      ? await listUndescribedUses(db, limit)
      : await db
          .selectFrom('gallery_images')
          .select(['id', 'title'])
          .where('deleted_at', 'is', null)
          .where(IS_MISSING_ALT)
          .where('author_id', '=', authorId)
          .where('is_published', '=', 0)
          .orderBy('created_at', 'desc')
          .limit(limit)
          .execute();
  return imagesWithoutAlt.map(({ id, title }) => ({ kind: 'missing-alt', _id: id, title }));
};

export const listUnreadApplications = async (db: Database, limit: number) => {
  const unreadApplications = db.selectFrom('applications').where('read_at', 'is', null).where('deleted_at', 'is', null);
  const { all: total } = await countRows(unreadApplications);
  const rows = await unreadApplications.select(['id', 'name', 'school', 'created_at']).orderBy('created_at').limit(limit).execute();
  return { total, rows };
};
