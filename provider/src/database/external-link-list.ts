import type { ExternalLink } from '@site/shared/contracts/external-link';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { VERSIONED_KINDS } from './document-kinds.ts';
import { containsTerms, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import type { Tables } from './schema.ts';

type Db = Kysely<Tables>;

const DOCUMENTS = sql`(${sql.join(
  VERSIONED_KINDS.map(({ kind, table }) => sql`select ${sql.lit(kind.name)} as kind, id, title, search_text from ${sql.table(table)}`),
  sql` union all `,
)})`;

/** The broken ones first, and what is ignored last. */
const RANK = sql`case when ignored_at is not null then 9 when state = 'broken' then 0 when state = 'failing' then 1 when state = 'unverifiable' then 2
  when state = 'unchecked' then 3 else 4 end`;
const SORTS = { url: sql`url`, state: RANK, checkedAt: sql`coalesce(checked_at, '')` };

const IS_USED = sql<SqlBool>`exists (select 1 from external_link_uses where link_id = external_links.id)`;
const IS_BROKEN = sql<SqlBool>`state = 'broken' and ignored_at is null`;

const matchesFilter = (show: ExternalLink['state'] | 'ignored' | undefined): RawBuilder<SqlBool> => {
  if (show === undefined) return sql<SqlBool>`1 = 1`;
  return show === 'ignored' ? sql<SqlBool>`ignored_at is not null` : sql<SqlBool>`state = ${show} and ignored_at is null`;
};

const matchesTerms = (terms: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${containsTerms(sql`lower(url)`, terms)} or exists (select 1 from external_link_uses as uses join ${DOCUMENTS} as documents
    on documents.kind = uses.kind and documents.id = uses.document_id where uses.link_id = external_links.id and ${containsTerms(sql`search_text`, terms)}))`;

const countLinks = async (db: Db, condition: RawBuilder<SqlBool>): Promise<number> => {
  const { rows } = await sql<{ total: number | string }>`select count(*) as total from external_links where ${IS_USED} and ${condition}`.execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Broken links that need somebody. */
export const countBrokenLinks = (db: Db): Promise<number> => countLinks(db, IS_BROKEN);

/** Of a link that every document contains, nobody reads all of them. */
const LISTED_DOCUMENTS = 10;

interface LinkDocuments {
  readonly listed: ExternalLink['documents'];
  readonly count: number;
}

const listDocuments = async (db: Db, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkDocuments>> => {
  const documents = new Map<string, LinkDocuments>();
  if (linkIds.length === 0) return documents;
  const { rows } = await sql<{ link_id: string; kind: VersionKind; id: string; title: string; total: number | string }>`
    select link_id, kind, id, title, total from (
      select link_id, uses.kind, documents.id, title, count(*) over (partition by link_id) as total,
        row_number() over (partition by link_id order by title, documents.id) as number
      from external_link_uses as uses join ${DOCUMENTS} as documents on documents.kind = uses.kind and documents.id = uses.document_id
      where link_id in (${sql.join(linkIds)})) as ranked
    where number <= ${LISTED_DOCUMENTS} order by number`.execute(db);
  for (const { link_id: linkId, kind, id: _id, title, total } of rows) {
    const listed = [...(documents.get(linkId)?.listed ?? []), { kind, _id, title }];
    documents.set(linkId, { listed, count: Number(total) });
  }
  return documents;
};

export const listExternalLinkRows = async (db: Db, request: PageRequest, show: ExternalLink['state'] | 'ignored' | undefined): Promise<Page<ExternalLink>> => {
  const condition = sql<SqlBool>`${matchesFilter(show)}${request.terms.length === 0 ? sql`` : sql` and ${matchesTerms(request.terms)}`}`;
  const { rows } = await sql<{
    id: string;
    url: string;
    state: ExternalLink['state'];
    reason: ExternalLink['reason'];
    http_status: number | null;
    checked_at: string | null;
    failed_at: string | null;
    requested_at: string | null;
    ignored_at: string | null;
  }>`select * from external_links where ${IS_USED} and ${condition}
    order by ${toSqlOrder(SORTS, request) ?? RANK}, url limit ${getSqlLimit(request)} offset ${request.offset}`.execute(db);
  const documents = await listDocuments(
    db,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    _id: row.id,
    url: row.url,
    state: row.state,
    reason: row.reason,
    httpStatus: row.http_status,
    checkedAt: row.checked_at,
    failedAt: row.failed_at,
    isIgnored: row.ignored_at !== null,
    isWaiting: row.requested_at !== null,
    documents: documents.get(row.id)?.listed ?? [],
    documentCount: documents.get(row.id)?.count ?? 0,
  }));
  return toPage(
    items,
    request,
    () => countLinks(db, condition),
    async () => ({ all: await countLinks(db, sql<SqlBool>`1 = 1`), broken: await countBrokenLinks(db) }),
  );
};
