import { createHash } from 'node:crypto';
import { escapeHtml } from '@site/shared/domain/escape-html';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type Kysely, sql } from 'kysely';
import type { LinkRecord } from '../domain/link-verdict.ts';
import { listExternalUrls } from '../domain/text-links.ts';
import { DOCUMENT_KINDS, listTextColumns } from './document-kinds.ts';
import { isWaiting, takeDocuments } from './queues.ts';
import type { Tables } from './schema.ts';

type Db = Kysely<Tables>;

const toId = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 32);

/** What visitors see of a document, as rich text; '' unless it is published. */
const readPublicText = async (db: Db, kind: VersionKind, id: string): Promise<string> => {
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

/** Those of the addresses that the last check has found broken, without the ignored ones. */
export const findBrokenLinks = async (db: Db, urls: readonly string[]): Promise<ReadonlyMap<string, Pick<LinkRecord, 'reason' | 'httpStatus'>>> => {
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

/** Only what no document contains any more: while documents wait to be read, as after a restore, nobody knows. */
export const deleteUnusedLinks = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('external_links')
    .where(sql<boolean>`not exists (select 1 from external_link_uses where link_id = external_links.id) and not ${isWaiting('link_queue')}`)
    .execute();
};

/**
 * Reads which links to other sites up to `limit` changed documents contain, in the transaction of the caller. A new link is checked in the next night. Returns the number of
 * documents.
 */
export const readChangedLinks = async (db: Db, { limit, siteUrl, night }: { readonly limit: number; readonly siteUrl: string; readonly night: string }) => {
  const changed = await takeDocuments(db, 'link_queue', limit);
  for (const { kind, document_id } of changed) {
    const urls = listExternalUrls(await readPublicText(db, kind, document_id), kind, siteUrl);
    await db.deleteFrom('external_link_uses').where('kind', '=', kind).where('document_id', '=', document_id).execute();
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

/** Links that staff want to be checked now, and those that were not checked in that night. */
const selectDue = (db: Db, night: string) =>
  db
    .selectFrom('external_links')
    .where((where) => where.or([where('requested_at', 'is not', null), where.and([where('checked_night', '<', night), where('ignored_at', 'is', null)])]));

export const hasDueLinks = async (db: Db, night: string): Promise<boolean> =>
  (await selectDue(db, night).select('id').limit(1).executeTakeFirst()) !== undefined;

export const listDueLinks = (db: Db, night: string) =>
  selectDue(db, night)
    .select(['id', 'url', 'failed_at as failedAt', 'failures', 'requested_at as requestedAt'])
    .orderBy(sql`case when requested_at is null then 1 else 0 end`)
    .orderBy('id')
    .execute();

export type DueLink = Awaited<ReturnType<typeof listDueLinks>>[number];

/** `record`: null for a check that has found nothing out. */
export const storeCheck = async (db: Db, id: string, record: LinkRecord | null, { at, night }: { readonly at: string; readonly night: string }) => {
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

/** Undefined when there is no such link. */
export const changeLink = (db: Db, id: string, change: Partial<Record<'requested_at' | 'ignored_at', string | null>>) =>
  db.updateTable('external_links').set(change).where('id', '=', id).returning(['id', 'url']).executeTakeFirst();
