import { createHash } from 'node:crypto';
import type { ExternalLink } from '@site/shared/contracts/external-link';
import { escapeHtml } from '@site/shared/domain/escape-html';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { LinkRecord } from '../domain/link-verdict.ts';
import { listExternalUrls } from '../domain/text-links.ts';
import { DOCUMENT_KINDS, isOfDocument, listTextColumns, VERSIONED_KINDS } from './document-kinds.ts';
import { containsTerms, countSql, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import { isWaiting, takeDocuments } from './queues.ts';
import type { Database, Tables } from './schema.ts';

const toId = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 32);

/** Returns the rich text of a document that visitors see; '' unless the document is published. */
const readPublicText = async (db: Database, kind: VersionKind, id: string): Promise<string> => {
  const { table, columnNames } = DOCUMENT_KINDS[kind];
  const { rows } = await sql<
    Readonly<Record<string, string>>
  >`select * from ${sql.table(table)} where id = ${id} and status = 'published' and deleted_at is null`.execute(db);
  const [row] = rows;
  if (row === undefined) return '';
  const texts = listTextColumns(DOCUMENT_KINDS[kind]).map(([, column]) => row[column] ?? '');
  const address = row[columnNames.registrationLink ?? ''] ?? '';
  return [...texts, ...(address === '' ? [] : [`<p><a href="${escapeHtml(address)}">Register</a></p>`])].join('');
};

/** Returns those of the URLs that the last check found broken, without the ignored ones. */
export const findBrokenLinks = async (db: Database, urls: readonly string[]): Promise<ReadonlyMap<string, Pick<LinkRecord, 'reason' | 'httpStatus'>>> => {
  const ids = urls.map(toId);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('external_links')
    .select(['url', 'reason', 'http_status as httpStatus'])
    .where('id', 'in', ids)
    .where('state', '=', 'broken')
    .where('ignored_at', 'is', null)
    .execute();
  return new Map(rows.map(({ url, ...fault }) => [url, fault]));
};

/** Deletes links that no document contains any more. While documents wait to be read, for example after a restore, unused links are not known and none is deleted. */
export const deleteUnusedLinks = async (db: Database): Promise<void> => {
  await db
    .deleteFrom('external_links')
    .where(sql<boolean>`not exists (select 1 from external_link_uses where link_id = external_links.id) and not ${isWaiting('link_queue')}`)
    .execute();
};

/**
 * Records the links to other sites that up to `limit` changed documents contain, in the caller's transaction. A new link is checked in the next night. Returns
 * how many documents were read.
 */
export const readChangedLinks = async (
  db: Database,
  { limit, siteUrl, night }: { readonly limit: number; readonly siteUrl: string; readonly night: string },
) => {
  const changed = await takeDocuments(db, 'link_queue', limit);
  for (const { kind, document_id } of changed) {
    const urls = listExternalUrls(await readPublicText(db, kind, document_id), kind, siteUrl);
    await db
      .deleteFrom('external_link_uses')
      .where(isOfDocument({ kind, id: document_id }))
      .execute();
    if (urls.length === 0) continue;
    await db
      .insertInto('external_links')
      .values(urls.map((url) => ({ id: toId(url), url, checked_night: night })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await db
      .insertInto('external_link_uses')
      .values(urls.map((url) => ({ link_id: toId(url), kind, document_id })))
      .execute();
  }
  if (changed.length > 0) await deleteUnusedLinks(db);
  return changed.length;
};

/** Selects links that staff want to be checked now, and links that were not checked in that night. */
const selectDue = (db: Database, night: string) =>
  db
    .selectFrom('external_links')
    .where((where) => where.or([where('requested_at', 'is not', null), where.and([where('checked_night', '<', night), where('ignored_at', 'is', null)])]));

export const hasDueLinks = async (db: Database, night: string): Promise<boolean> =>
  (await selectDue(db, night).select('id').limit(1).executeTakeFirst()) !== undefined;

export const listDueLinks = (db: Database, night: string) =>
  selectDue(db, night)
    .select(['id', 'url', 'failed_at as failedAt', 'failures', 'requested_at as requestedAt'])
    .orderBy(sql`case when requested_at is null then 1 else 0 end`)
    .orderBy('id')
    .execute();

export type DueLink = Awaited<ReturnType<typeof listDueLinks>>[number];

/** Stores the result of a check; `record` is null if the check found nothing out. */
export const storeCheck = async (db: Database, id: string, record: LinkRecord | null, { at, night }: { readonly at: string; readonly night: string }) => {
  const found =
    record === null
      ? {}
      : { state: record.state, reason: record.reason, http_status: record.httpStatus, failed_at: record.failedAt, failures: record.failures };
  await db
    .updateTable('external_links')
    .set({ ...found, checked_at: at, checked_night: night, requested_at: null })
    .where('id', '=', id)
    .execute();
};

/** Changes a link; returns undefined if there is no such link. */
export const changeLink = (db: Database, id: string, change: Partial<Record<'requested_at' | 'ignored_at', string | null>>) =>
  db.updateTable('external_links').set(change).where('id', '=', id).returning(['id', 'url']).executeTakeFirst();

const DOCUMENTS = sql`(${sql.join(
  VERSIONED_KINDS.map(({ kind, table }) => sql`select ${sql.lit(kind.name)} as kind, id, title, search_text from ${sql.table(table)}`),
  sql` union all `,
)})`;

/** Sorts broken links first and ignored links last. */
const RANK = sql`case when ignored_at is not null then 9 when state = 'broken' then 0 when state = 'failing' then 1 when state = 'unverifiable' then 2
  when state = 'unchecked' then 3 else 4 end`;
const SORTS = { url: sql`url`, state: RANK, checkedAt: sql`coalesce(checked_at, '')` };

const IS_LINKED = sql<SqlBool>`exists (select 1 from external_link_uses where link_id = external_links.id)`;
const IS_BROKEN = sql<SqlBool>`state = 'broken' and ignored_at is null`;

const matchesFilter = (show: ExternalLink['state'] | 'ignored' | undefined): RawBuilder<SqlBool> => {
  if (show === undefined) return sql<SqlBool>`1 = 1`;
  return show === 'ignored' ? sql<SqlBool>`ignored_at is not null` : sql<SqlBool>`state = ${show} and ignored_at is null`;
};

const matchesTerms = (terms: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${containsTerms(sql`lower(url)`, terms)} or exists (select 1 from external_link_uses as uses join ${DOCUMENTS} as documents
    on documents.kind = uses.kind and documents.id = uses.document_id where uses.link_id = external_links.id and ${containsTerms(sql`search_text`, terms)}))`;

const countLinks = (db: Database, condition: RawBuilder<SqlBool>): Promise<number> => countSql(db, sql`external_links where ${IS_LINKED} and ${condition}`);

/** Counts the broken links that staff have to handle. */
export const countBrokenLinks = (db: Database): Promise<number> => countLinks(db, IS_BROKEN);

/** Maximum number of documents listed for a link. A site-wide link could list every document. */
const LISTED_DOCUMENTS = 10;

interface LinkDocuments {
  readonly listed: ExternalLink['documents'];
  readonly count: number;
}

const listDocuments = async (db: Database, linkIds: readonly string[]): Promise<ReadonlyMap<string, LinkDocuments>> => {
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

export const listExternalLinkRows = async (
  db: Database,
  request: PageRequest,
  show: ExternalLink['state'] | 'ignored' | undefined,
): Promise<Page<ExternalLink>> => {
  const condition = sql<SqlBool>`${matchesFilter(show)}${request.terms.length === 0 ? sql`` : sql` and ${matchesTerms(request.terms)}`}`;
  const { rows } = await sql<Selectable<Tables['external_links']>>`
    select * from external_links where ${IS_LINKED} and ${condition}
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
