import type { EventStatus } from '@site/shared/contracts/event';
import { isSlugKind, mapKinds } from '@site/shared/domain/kinds';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DOCUMENT_KINDS, getAltColumn, listSearchedColumns, listTextColumns } from './document-kinds.ts';
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
const toColumn = (name: string): RawBuilder<unknown> => (name === '' ? NONE : sql`content.${sql.ref(name)}`);

/** Where the texts of a result are: one with markup, and those in lines. */
const SOURCES = mapKinds((kind) => {
  const documentKind = DOCUMENT_KINDS[kind];
  const [body = ''] = listTextColumns(documentKind).map(([, column]) => column);
  const details = listSearchedColumns(documentKind, 'text', 'detail').filter((column) => column !== body);
  const { lead, date } = documentKind.search;
  return {
    slug: isSlugKind(kind) ? toColumn('slug') : NONE,
    summary: toColumn(lead),
    body: toColumn(body),
    details: details.length === 0 ? NONE : sql.join(details.map(toColumn), sql` || '\n' || `),
    date: toColumn(date),
    eventStatus: kind === 'event' ? toColumn('event_status') : NONE,
    alt: toColumn(getAltColumn(documentKind)),
  };
});

/** The rows with these ids that are (still) public, by id: what the index has may have been withdrawn since. */
export const findPublicRows = async (db: Kysely<Tables>, kind: DocumentKind, ids: readonly string[]): Promise<ReadonlyMap<string, ResultRow>> => {
  const { table } = DOCUMENT_KINDS[kind];
  const columns = SOURCES[kind];
  const { rows } = await sql<ResultRow>`
    select content.id, ${columns.slug} as slug, title, ${columns.summary} as summary, ${columns.body} as body, ${columns.details} as details, coalesce(${columns.date}, '') as date,
      ${columns.eventStatus} as event_status,
      picture_id, ${columns.alt} as picture_alt, version, format
    from ${sql.table(table)} as content left join pictures on pictures.id = content.picture_id
    where content.id in (${sql.join(ids)}) and deleted_at is null and content.status = 'published'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
