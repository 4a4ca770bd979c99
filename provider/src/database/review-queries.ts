import type { Review } from '@site/shared/contracts/review';
import { VERSION_KINDS, type VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { sql } from 'kysely';
import { DOCUMENT_KINDS, matchesDocument } from './document-kinds.ts';
import type { Timestamp } from './schema/columns.ts';
import type { Database, Tables } from './schema/tables.ts';

export interface ReviewedDocument {
  readonly kind: VersionKind;
  readonly id: string;
}

interface ReviewedRow {
  readonly id: string;
  readonly author_id: string | null;
  readonly status: PublicationStatus;
  readonly updated_at: Timestamp;
}

export const findReviewedRow = async (db: Database, { kind, id }: ReviewedDocument): Promise<ReviewedRow | undefined> => {
  const { table, authorColumn } = DOCUMENT_KINDS[kind];
  const author = authorColumn === null ? sql`null` : sql.ref(authorColumn);
  const { rows } = await sql<ReviewedRow>`
    select id, ${author} as author_id, status, updated_at from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
  return rows[0];
};

export const readReview = async (db: Database, document: ReviewedDocument, updatedAt: Timestamp, now: Timestamp): Promise<Review> => {
  const { kind, id } = document;
  const row = await db.selectFrom('reviews').selectAll().where(matchesDocument({ kind, id })).executeTakeFirst();
  const comments = await db.selectFrom('review_comments').selectAll().where(matchesDocument({ kind, id })).orderBy('created_at').orderBy('id').execute();
  const links = await db
    .selectFrom('review_links')
    .selectAll()
    .where(matchesDocument({ kind, id }))
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute();
  return {
    state: row?.state ?? 'none',
    by: row?.by_name ?? '',
    at: row?.at ?? '',
    isChanged: row !== undefined && updatedAt > row.at,
    comments: comments.map(({ id: _id, text, author_name: author, author_id: authorId, created_at: createdAt }) => ({
      _id,
      text,
      author,
      authorId,
      createdAt,
    })),
    links: links.map(({ id: _id, created_by: createdBy, created_at: createdAt, expires_at: expiresAt }) => ({ _id, createdBy, createdAt, expiresAt })),
  };
};

export const storeReview = async (db: Database, { kind, document_id, ...values }: Tables['reviews']): Promise<void> => {
  await db
    .insertInto('reviews')
    .values({ kind, document_id, ...values })
    .onConflict((conflict) => conflict.columns(['kind', 'document_id']).doUpdateSet(values))
    .execute();
};

export const closeReview = async (db: Database, { kind, id }: ReviewedDocument): Promise<void> => {
  await db.deleteFrom('reviews').where(matchesDocument({ kind, id })).execute();
};

export const listRequestedReviews = async (db: Database, limit: number) => {
  const reviewSelects = VERSION_KINDS.map(
    (kind) => sql`
      select reviews.kind, reviews.document_id, d.title, by_name, at from reviews join ${sql.table(DOCUMENT_KINDS[kind].table)} as d on d.id = reviews.document_id
      where reviews.kind = ${kind} and state = 'requested' and d.deleted_at is null and d.status in ('draft', 'archived')`,
  );
  const { rows } = await sql<{ kind: VersionKind; document_id: string; title: string; by_name: string; at: Timestamp }>`
    select * from (${sql.join(reviewSelects, sql` union all `)}) as requested order by at, document_id limit ${limit}`.execute(db);
  return rows.map(({ kind, document_id: _id, title, by_name: by, at }) => ({ kind, _id, title, by, at }));
};

export const findReviewLink = (db: Database, id: string, now: Timestamp) =>
  db.selectFrom('review_links').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();

export const deleteReviewComments = async (db: Database, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0;
  return Number((await db.deleteFrom('review_comments').where('id', 'in', ids).executeTakeFirst()).numDeletedRows);
};
