import { randomBytes } from 'node:crypto';
import type { AuditCategory, AuditDetails, AuditEntry, AuditFacts } from '@site/shared/contracts/audit';
import { auditEntrySchema } from '@site/shared/contracts/audit';
import { foldText } from '@site/shared/domain/fold-text';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import * as v from 'valibot';
import { formatRanges, hashDetails, hashEntry, sealHead } from '../domain/audit-chain.ts';
import { containsTerms, countRows, getSqlLimit, type Page, type PageRequest, toPage, toSqlOrder } from './page.ts';
import { splitForStatements } from './read-rows.ts';
import type { Database, Tables } from './schema/tables.ts';

/** An action to record. Values that may be personal belong in `before`, `after` or a name, never in `facts` or an id. */
export interface AuditEvent {
  readonly category: AuditCategory;
  readonly action: string;
  readonly outcome?: 'done' | 'failed';
  /** Undefined for visitors and for the server itself. */
  readonly actor?: { readonly id: string; readonly role: string; readonly email: string } | undefined;
  readonly subject: { readonly kind: string; readonly id?: string; readonly name?: string };
  readonly facts?: AuditFacts;
  readonly address?: string;
  readonly before?: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
}

/** Action of an entry that records an erasure. `facts.erased` contains the numbers of the entries whose personal values were erased. */
export const ERASED_DETAILS = 'audit.erase';

const HEAD_ID = 1;

/**
 * Creates the audit log and, if the log is empty, the head of the chain. All providers that share a database must use the same key for as long as the chain
 * exists.
 */
export const createAuditLog = async (db: Database, key: string, now: () => Date) => {
  await db
    .insertInto('audit_head')
    .values({ id: HEAD_ID, number: 0, hash: '', seal: sealHead(key, 0, '') })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

  const append = async (transaction: Database, event: AuditEvent): Promise<void> => {
    // On PostgreSQL, updating this row also locks it, so that only one writer at a time can append.
    const { number, hash: previousHash } = await transaction
      .updateTable('audit_head')
      .set((expression) => ({ number: expression('number', '+', 1) }))
      .where('id', '=', HEAD_ID)
      .returning(['number', 'hash'])
      .executeTakeFirstOrThrow();
    const { actor, subject, address = '', before = {}, after = {} } = event;
    const salt = randomBytes(16).toString('hex');
    const personalDetails: AuditDetails = { actor: actor?.email ?? '', address, name: subject.name ?? '', before, after };
    const details = JSON.stringify(personalDetails);
    const searchText = foldText(
      [event.action, subject.id ?? '', personalDetails.actor, address, personalDetails.name, ...Object.values(before), ...Object.values(after)].join('\n'),
    );
    const entry = {
      number,
      at: now().toISOString(),
      category: event.category,
      action: event.action,
      outcome: event.outcome ?? ('done' as const),
      actor_id: actor?.id ?? '',
      actor_role: actor?.role ?? '',
      subject_kind: subject.kind,
      subject_id: subject.id ?? '',
      facts: JSON.stringify(event.facts ?? {}),
      details_hash: hashDetails(salt, details, searchText),
      previous_hash: previousHash,
    };
    const hash = hashEntry(key, entry);
    await transaction
      .insertInto('audit_entries')
      .values({ ...entry, hash })
      .execute();
    await transaction.insertInto('audit_details').values({ number, salt, details, search_text: searchText }).execute();
    await transaction
      .updateTable('audit_head')
      .set({ hash, seal: sealHead(key, number, hash) })
      .where('id', '=', HEAD_ID)
      .execute();
  };

  return {
    /** Appends an entry, using the transaction if one is given. Rejects if the entry cannot be stored. */
    record: (event: AuditEvent, transaction?: Database): Promise<void> =>
      transaction === undefined ? db.transaction().execute((own) => append(own, event)) : append(transaction, event),
    /** Erases the personal values of these entries and records their numbers. The chain can still be verified. Returns how many entries had personal values. */
    eraseDetails: async (numbers: readonly number[], reason: string, transaction: Database): Promise<number> => {
      const erasedNumbers: number[] = [];
      for (const batch of splitForStatements([...numbers].sort((a, b) => a - b))) {
        const rows = await transaction.deleteFrom('audit_details').where('number', 'in', batch).returning('number').execute();
        erasedNumbers.push(...rows.map(({ number }) => number).sort((a, b) => a - b));
      }
      if (erasedNumbers.length > 0)
        await append(transaction, {
          category: 'security',
          action: ERASED_DETAILS,
          subject: { kind: 'audit' },
          facts: { erased: formatRanges(erasedNumbers), count: erasedNumbers.length, reason },
        });
      return erasedNumbers.length;
    },
  };
};

export type AuditLog = Awaited<ReturnType<typeof createAuditLog>>;

export const isAboutApplications = (ids: readonly string[]): RawBuilder<SqlBool> =>
  ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(subject_kind = 'application' and subject_id in (${sql.join(ids)}))`;

export const listAuditNumbers = async (db: Database, condition: RawBuilder<SqlBool>): Promise<number[]> => {
  const entries = db.selectFrom('audit_entries').innerJoin('audit_details', 'audit_details.number', 'audit_entries.number');
  return (await entries.select('audit_entries.number').where(condition).execute()).map(({ number }) => number);
};

export interface AuditPageRequest extends PageRequest {
  readonly category: AuditCategory | undefined;
  readonly hasFailed: boolean;
  /** First and last day, both inclusive. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

type AuditRow = Selectable<Tables['audit_entries']> & { readonly details: string | null };

export const toAuditEntry = (row: AuditRow): AuditEntry =>
  v.parse(auditEntrySchema, {
    number: row.number,
    at: row.at,
    category: row.category,
    action: row.action,
    outcome: row.outcome,
    actorId: row.actor_id,
    actorRole: row.actor_role,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    facts: JSON.parse(row.facts),
    details: row.details === null ? null : JSON.parse(row.details),
  });

const SORTS = { at: sql`audit_entries.number` };

const selectMatching = (db: Database, { terms, category, hasFailed, since, until }: AuditPageRequest) => {
  let query = db.selectFrom('audit_entries').leftJoin('audit_details', 'audit_details.number', 'audit_entries.number');
  if (category !== undefined) query = query.where('category', '=', category);
  if (hasFailed) query = query.where('outcome', '=', 'failed');
  if (since !== undefined) query = query.where('at', '>=', since);
  // Include the whole last day: "U" sorts after the "T" that separates date and time.
  if (until !== undefined) query = query.where('at', '<', `${until}U`);
  if (terms.length > 0) query = query.where(containsTerms(sql`coalesce(search_text, action || ' ' || subject_id)`, terms));
  return query;
};

export const listAuditEntries = async (db: Database, request: AuditPageRequest): Promise<Page<AuditEntry>> => {
  const rows = await selectMatching(db, request)
    .selectAll('audit_entries')
    .select('audit_details.details')
    .orderBy(toSqlOrder(SORTS, request) ?? sql`audit_entries.number desc`)
    .limit(getSqlLimit(request))
    .offset(request.offset)
    .execute();
  return toPage(
    rows.map(toAuditEntry),
    request,
    async () => (await countRows(selectMatching(db, request))).all,
    () => countRows(db.selectFrom('audit_entries')),
  );
};
