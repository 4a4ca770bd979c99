import type { EventStatus } from '@site/shared/contracts/event';
import { type Kysely, sql } from 'kysely';
import type { Tables, Timestamp } from './schema.ts';

type DocumentKind = Tables['public_documents']['kind'];

/** A public row of any kind. */
export interface ResultRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly summary: string;
  /** HTML or plain text. */
  readonly body: string;
  /** Other texts in which a word may be, in lines. */
  readonly details: string;
  /** '' for kinds without one. */
  readonly date: Timestamp;
  /** Of events; '' for the others. */
  readonly event_status: EventStatus | '';
  readonly picture_id: string | null;
  readonly picture_alt: string;
  readonly version: number | null;
  readonly format: string | null;
}

const NONE = sql`''`;
const SOURCES = {
  post: {
    table: sql.table('posts'),
    columns: { slug: sql`slug`, summary: sql`excerpt`, body: sql`content`, details: NONE, date: sql`published_at`, eventStatus: NONE, alt: sql`picture_alt` },
    isPublic: sql`status = 'published'`,
  },
  event: {
    table: sql.table('events'),
    columns: {
      slug: NONE,
      summary: NONE,
      body: sql`description`,
      details: sql`agenda || '\n' || audience || '\n' || speakers`,
      date: sql`date`,
      eventStatus: sql`event_status`,
      alt: sql`picture_alt`,
    },
    isPublic: sql`status = 'published'`,
  },
  image: {
    table: sql.table('gallery_images'),
    columns: { slug: NONE, summary: sql`alt`, body: NONE, details: NONE, date: sql`content.created_at`, eventStatus: NONE, alt: sql`alt` },
    isPublic: sql`is_published = 1`,
  },
  program: {
    table: sql.table('programs'),
    columns: { slug: sql`slug`, summary: NONE, body: sql`content`, details: NONE, date: NONE, eventStatus: NONE, alt: sql`picture_alt` },
    isPublic: sql`status = 'published'`,
  },
} as const;

/** The rows with these ids that are (still) public, by id: what the index has may have been withdrawn since. */
export const findPublicRows = async (db: Kysely<Tables>, kind: DocumentKind, ids: readonly string[]): Promise<ReadonlyMap<string, ResultRow>> => {
  const { table, columns, isPublic } = SOURCES[kind];
  const { rows } = await sql<ResultRow>`
    select content.id, ${columns.slug} as slug, title, ${columns.summary} as summary, ${columns.body} as body, ${columns.details} as details, coalesce(${columns.date}, '') as date,
      ${columns.eventStatus} as event_status,
      picture_id, ${columns.alt} as picture_alt, version, format
    from ${table} as content left join pictures on pictures.id = content.picture_id
    where content.id in (${sql.join(ids)}) and deleted_at is null and ${isPublic}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
