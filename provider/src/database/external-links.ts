import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ExternalLink } from '@site/shared/contracts/external-link';
import { escapeHtml } from '@site/shared/domain/escape-html';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type SqlBool, sql, type Updateable } from 'kysely';
import type { LinkRecord } from '../domain/link-status.ts';
import { listExternalUrls } from '../domain/text-links.ts';
import { type DocumentRow, listTextColumns, VERSIONED_KINDS } from './document-kinds.ts';
import { containsTerms, countSql, getSqlLimit, type PageRequest, toPage, toSqlOrder } from './page.ts';
import { runTransaction } from './retry-conflicts.ts';
import type { Database, Tables } from './schema/tables.ts';

const IS_LINKED = sql<SqlBool>`exists (select 1 from external_link_uses where link_id = external_links.id)`;
const IS_BROKEN = sql<SqlBool>`state = 'broken' and ignored_at is null`;

const toId = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 32);

type VersionedKind = (typeof VERSIONED_KINDS)[number];

const listPublicUrls = (documentKind: VersionedKind, row: DocumentRow, siteUrl: string): readonly string[] => {
  if (row.status !== 'published' || row.deleted_at !== null) return [];
  const form = String(row.registration_link ?? '');
  const texts = [...listTextColumns(documentKind).map(([, column]) => row[column]), form === '' ? '' : `<p><a href="${escapeHtml(form)}">Register</a></p>`];
  return listExternalUrls(texts.join(''), documentKind.versionKind, siteUrl);
};

/** Records which links a document contains. Marks new links as already checked tonight, so that they are first checked the next night. */
const recordLinks = async (db: Database, kind: VersionKind, id: string, urls: readonly string[], night: string): Promise<void> => {
  const links = urls.map((url) => ({ id: toId(url), url, checked_night: night }));
  await sql`delete from external_link_uses where kind = ${kind} and document_id = ${id}
    and link_id not in (${sql.join(['', ...links.map((link) => link.id)])})`.execute(db);
  if (links.length === 0) return;
  const uses = links.map((link) => ({ link_id: link.id, kind, document_id: id }));
  await db
    .insertInto('external_links')
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('external_link_uses')
    .values(uses)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Documents are read in small batches with pauses, which needs little memory and does not delay other requests. */
const DOCUMENTS_PER_BATCH = 10;
const READ_PAUSE_MS = 25;

/** Records the links in all documents that have changed since a given time, in the order of their changes. Rejects when the signal is aborted. */
export const readLinks = async (db: Database, since: string, siteUrl: string, night: string, signal: AbortSignal): Promise<void> => {
  for (const documentKind of VERSIONED_KINDS) {
    let last = { id: '', updated_at: since };
    for (;;) {
      const { rows } = await sql<DocumentRow>`select * from ${sql.table(documentKind.table)}
        where (updated_at, id) > (${last.updated_at}, ${last.id}) order by updated_at, id limit ${DOCUMENTS_PER_BATCH}`.execute(db);
      if (rows.length === 0) break;
      const documents = rows.map((row) => ({ id: row.id, urls: listPublicUrls(documentKind, row, siteUrl) }));
      await runTransaction(db, async (transaction) => {
        for (const { id, urls } of documents) await recordLinks(transaction, documentKind.versionKind, id, urls, night);
      });
      last = rows.at(-1) ?? last;
      await setTimeout(READ_PAUSE_MS, undefined, { signal });
    }
  }
};

/**
 * Deletes links that no document contains. Call this only after all documents have been read, because links that staff chose to ignore must survive a restore.
 */
export const deleteUnusedLinks = (db: Database) => db.deleteFrom('external_links').where(sql<SqlBool>`not ${IS_LINKED}`).execute();

export const findBrokenLinks = async (db: Database, urls: readonly string[]): Promise<ReadonlyMap<string, Pick<LinkRecord, 'reason' | 'httpStatus'>>> => {
  if (urls.length === 0) return new Map();
  const recordedLinks = db.selectFrom('external_links').select(['url', 'reason', 'http_status as httpStatus']).where('id', 'in', urls.map(toId));
  return new Map((await recordedLinks.where(IS_BROKEN).execute()).map(({ url, ...fault }) => [url, fault]));
};

const selectDueLinks = (db: Database, night: string) =>
  db.selectFrom('external_links').where(sql<SqlBool>`(requested_at is not null or (checked_night < ${night} and ignored_at is null))`).where(IS_LINKED);

export const hasDueLinks = async (db: Database, night: string): Promise<boolean> =>
  (await selectDueLinks(db, night).select('id').limit(1).executeTakeFirst()) !== undefined;

export const listDueLinks = (db: Database, night: string) =>
  selectDueLinks(db, night)
    .select(['id', 'url', 'failed_at as failedAt', 'failures', 'requested_at as requestedAt'])
    .orderBy(sql`requested_at is null`)
    .orderBy('id')
    .execute();

export type DueLink = Awaited<ReturnType<typeof listDueLinks>>[number];

export const changeLink = (db: Database, id: string, change: Updateable<Tables['external_links']>) =>
  db.updateTable('external_links').set(change).where('id', '=', id).returning(['id', 'url']).executeTakeFirst();

const countLinks = (db: Database, condition = sql`1 = 1`): Promise<number> => countSql(db, sql`external_links where ${IS_LINKED} and ${condition}`);

export const countBrokenLinks = (db: Database): Promise<number> => countLinks(db, IS_BROKEN);

const LINK_RANK = sql`case when ignored_at is not null then 9 when state = 'broken' then 0 when state = 'failing' then 1 when state = 'unverifiable' then 2
  when state = 'unchecked' then 3 else 4 end`;
const SORTS = { url: sql`url`, state: LINK_RANK, checkedAt: sql`coalesce(checked_at, '')` };

const DOCUMENTS = sql`(${sql.join(
  VERSIONED_KINDS.map(({ versionKind, table }) => sql`select ${sql.lit(versionKind)} as kind, id, title from ${sql.table(table)}`),
  sql` union all `,
)})`;

/** Maximum number of documents to list for a link, because every document could contain the same link. */
const MAX_LISTED_DOCUMENTS = 10;

/** Whether the terms occur in the URL, or in the title of a document that contains the link. Reads titles from the search index, whose rows are small. */
const matchesTerms = (terms: readonly string[]) => sql<SqlBool>`(${containsTerms(sql`lower(url)`, terms)} or external_links.id in (
  select link_id from external_link_uses as uses join search_documents as documents on documents.kind = uses.kind and documents.id = uses.document_id
  where ${containsTerms(sql`documents.text`, terms)}))`;

type LinkRow = Omit<ExternalLink, 'isIgnored' | 'isWaiting' | 'documents' | 'documentCount'> & Record<'ignored_at' | 'requested_at', string | null>;

export const listExternalLinkRows = async (db: Database, request: PageRequest, show: ExternalLink['state'] | 'ignored' | undefined) => {
  const isShown = show === 'ignored' ? sql`ignored_at is not null` : sql`state = ${show} and ignored_at is null`;
  const matchingLinks = sql`${show === undefined ? sql`1 = 1` : isShown} and ${matchesTerms(request.terms)}`;
  const { rows } = await sql<LinkRow>`select id as "_id", url, state, reason, http_status as "httpStatus", checked_at as "checkedAt", failed_at as "failedAt",
    ignored_at, requested_at from external_links where ${IS_LINKED} and ${matchingLinks}
    order by ${toSqlOrder(SORTS, request) ?? LINK_RANK}, url limit ${getSqlLimit(request)} offset ${request.offset}`.execute(db);
  const ids = rows.map(({ _id }) => _id);
  const { rows: uses } = await sql<{ link_id: string; kind: VersionKind; id: string; title: string; total: number | string }>`
    select * from (select link_id, uses.kind, documents.id, title, count(*) over (partition by link_id) as total,
      row_number() over (partition by link_id order by title, documents.id) as number
      from external_link_uses as uses join ${DOCUMENTS} as documents on documents.kind = uses.kind and documents.id = uses.document_id
      where link_id in (${sql.join(['', ...ids])})) as ranked
    where number <= ${MAX_LISTED_DOCUMENTS} order by number`.execute(db);
  const items = rows.map(({ ignored_at, requested_at, ...link }) => {
    const documents = uses.filter(({ link_id }) => link_id === link._id);
    return {
      ...link,
      isIgnored: ignored_at !== null,
      isWaiting: requested_at !== null,
      documents: documents.map(({ kind, id, title }) => ({ kind, _id: id, title })),
      documentCount: Number(documents[0]?.total ?? 0),
    };
  });
  return toPage(
    items,
    request,
    () => countLinks(db, matchingLinks),
    async () => ({ all: await countLinks(db), broken: await countBrokenLinks(db) }),
  );
};
