import type { AuditCategory, AuditFacts } from '@site/shared/contracts/audit';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { KIND_NAMES, KINDS } from '@site/shared/domain/kinds';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AuditEvent } from '../database/audit-log.ts';
import { continueSession, endSessions } from '../database/audit-sessions.ts';
import { ALL_KINDS, DOCUMENT_KINDS, getStatus } from '../database/document-kinds.ts';
import { Page } from '../database/page.ts';
import type { Database, Tables } from '../database/schema/tables.ts';
import { findUserByEmail } from '../database/user-queries.ts';
import { type AuditValues, listChanges, toAuditText } from '../domain/audit-changes.ts';
import { DomainError } from '../domain/errors.ts';
import type { Staff } from '../domain/permissions.ts';
import { createFailureLimit } from '../limits/recorded-failures.ts';
import type { Services } from './services.ts';

/** Audit entry for an endpoint whose method and path do not determine the entry. */
export interface AuditDeclaration {
  readonly category: AuditCategory;
  /** `<subject>.<verb>`. May depend on the query. */
  readonly action: string | ((query: unknown) => string);
  /** Whether expected failures, such as failed sign-ins, are recorded as well. */
  readonly recordsFailures?: boolean;
}

interface Subject {
  readonly prefix: string;
  readonly kind: string;
  readonly table?: keyof Tables;
  readonly hasSlug?: boolean;
}

/** Subjects by path prefix. The first matching prefix applies. */
const SUBJECTS: readonly Subject[] = [
  { prefix: '/gallery/albums', kind: 'album', table: 'albums' },
  ...KIND_NAMES.map((kind) => ({ prefix: `/${KINDS[kind].path}`, kind, table: DOCUMENT_KINDS[kind].table, hasSlug: KINDS[kind].hasSlug })),
  { prefix: '/external-links', kind: 'link', table: 'external_links' },
  { prefix: '/applications', kind: 'application', table: 'applications' },
  { prefix: '/users', kind: 'user', table: 'users' },
  { prefix: '/invitations', kind: 'account', table: 'users' },
  { prefix: '/auth', kind: 'account', table: 'users' },
];
const SECURITY_KINDS = ['user', 'account'];

const getSubject = (path: string): Subject =>
  SUBJECTS.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? { prefix: '', kind: path.split('/')[1] ?? '' };

const METHOD_VERBS: Readonly<Record<Endpoint['method'], string>> = { GET: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' };

/**
 * Derives the audit entry for a change by staff, for example `user.invitation` for `POST /users/:id/invitation`. Returns null for reads and public endpoints.
 */
const getDeclaration = ({ method, path, access }: Endpoint, { kind, prefix }: Subject): AuditDeclaration | null => {
  if (method === 'GET' || access === 'public') return null;
  const [lastPart = ''] = path.slice(prefix.length).split('/').slice(-1);
  const verb = lastPart === '' || lastPart.startsWith(':') || prefix === '' ? METHOD_VERBS[method] : lastPart;
  return { category: SECURITY_KINDS.includes(kind) ? 'security' : 'change', action: `${kind}.${verb}` };
};

const findRow = async (db: Database, { table, hasSlug }: Subject, id: string): Promise<Row> => {
  if (table === undefined || id === '') return {};
  const slugCondition = hasSlug === true ? sql` or slug = ${id}` : sql``;
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id}${slugCondition}`.execute(db);
  return rows[0] ?? {};
};

type Row = Readonly<Record<string, unknown>>;

const getText = (row: Row, ...columns: readonly string[]): string =>
  (columns.map((column) => row[column]).find((value) => typeof value === 'string' && value !== '') as string) ?? '';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Returns the id of the entity in a response or, for a sign-in, of the account. */
const getResponseId = (response: unknown): string => {
  if (!isRow(response)) return '';
  return getText(response, '_id') || (isRow(response.user) ? getText(response.user, '_id') : '');
};

const countRows = (response: unknown): AuditFacts => {
  const items = response instanceof Page ? response.items : response;
  if (Array.isArray(items)) return { count: items.length };
  return isRow(items) && !('_id' in items)
    ? Object.fromEntries(Object.entries(items).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
    : {};
};

const toAuditValues = (input: unknown): AuditValues =>
  isRow(input)
    ? Object.fromEntries(
        Object.entries(input)
          .map(([name, value]) => [name, toAuditText(name, value)] as const)
          .filter(([, text]) => text !== ''),
      )
    : {};

const isSecurityWarning = ({ outcome, facts }: AuditEvent): boolean =>
  outcome === 'failed' || (Array.isArray(facts?.fields) && facts.fields.some((field) => field === 'role' || field === 'is_disabled'));

/** Writes one security log line for each entry about an account, without names or email addresses. */
const logSecurityEvent = (log: FastifyBaseLogger, event: AuditEvent): void => {
  const { action, outcome = 'done', actor, subject, address, before = {}, after = {}, facts } = event;
  const role = 'role' in after ? { from: before.role, to: after.role } : {};
  log[isSecurityWarning(event) ? 'warn' : 'info']({ action, outcome, actor: actor?.id, subject: subject.id, address, ...facts, ...role }, 'security');
};

interface AuditedCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Staff | null;
  readonly request: FastifyRequest;
}

type CallHandler<Call, Response> = (call: Call) => Promise<Response>;

export type AuditWrapper = <Call extends AuditedCall, Response>(
  row: Endpoint,
  handle: CallHandler<Call, Response>,
  explicitDeclaration?: AuditDeclaration | null,
) => CallHandler<Call, Response>;

/**
 * Wraps handlers so that their requests are recorded. The entry is written before the response is sent; if writing fails, so does the request. Changes by staff
 * are recorded automatically, all other requests only if the endpoint declares an entry.
 */
export const createAuditWrapper = ({ db, audit, now }: Services): AuditWrapper => {
  const admitFailure = createFailureLimit(now);
  /** Failures for existing accounts are limited separately, so that failures for invented accounts cannot hide them. */
  const admitFailureForEmail = async (email: string): Promise<ReturnType<typeof admitFailure>> =>
    email === '' || (await findUserByEmail(db, email)) === undefined ? null : admitFailure(email);

  return (row, handle, explicitDeclaration) => {
    const subject = getSubject(row.path);
    const declaration = explicitDeclaration === undefined ? getDeclaration(row, subject) : explicitDeclaration;
    if (declaration === null) return handle;
    const { category, action, recordsFailures = false } = declaration;
    const isRead = category === 'read';

    const record = async (event: Omit<AuditEvent, 'category' | 'action' | 'address'>, call: AuditedCall): Promise<void> => {
      const completeEvent: AuditEvent = { category, action: typeof action === 'string' ? action : action(call.query), address: call.request.ip, ...event };
      await audit.record(completeEvent);
      if (category === 'security') logSecurityEvent(call.request.log, completeEvent);
    };
    const getOwnId = (staff: Staff | null): string => (subject.kind === 'account' ? (staff?.id ?? '') : '');

    const isAutosave = (body: unknown): boolean => isRow(body) && body.isAutosave === true;

    return async (call) => {
      const { params, caller: staff, query, body } = call;
      const callId = params.id ?? getOwnId(staff);
      const before = isRead ? {} : await findRow(db, subject, callId);
      const editedKind = isAutosave(body) ? ALL_KINDS.find(({ kind }) => kind.name === subject.kind) : undefined;
      const documentId = String(before.id ?? callId);
      // A manual save, or a save by another user, ends the document's editing sessions.
      if (!isRead && documentId !== '') await endSessions({ db, audit }, { documentId, exceptActorId: editedKind === undefined ? '' : (staff?.id ?? '') });
      const actor = staff ?? undefined;
      try {
        const response = await handle(call);
        const id = callId || getResponseId(response);
        const after = await findRow(db, subject, id);
        // Autosaves of drafts only extend the session. A change that visitors may have seen gets its own entry.
        if (editedKind !== undefined && staff !== null && [before, after].every((row) => getStatus(row) === 'draft')) {
          await continueSession(db, { kind: editedKind.kind.name, documentId, actor: staff, address: call.request.ip, before, after, at: now().toISOString() });
          return response;
        }
        // A request without an id creates a row, unless it is a sign-in, whose account already exists.
        const changes = isRead || (callId === '' && subject.kind === 'account') ? null : listChanges(before, after);
        const name = getText(after, 'title', 'name', 'email', 'url') || getText(before, 'title', 'name', 'email', 'url');
        // A sign-in has no caller yet, so the actor is the account itself. A request that affects many rows has no row id.
        const effectiveActor = subject.kind === 'account' && actor === undefined ? { id, role: getText(after, 'role'), email: getText(after, 'email') } : actor;
        const isUnknownRow = subject.table === undefined || id === '';
        await record(
          {
            actor: effectiveActor,
            subject: { kind: subject.kind, id, name },
            facts: { ...(changes === null || changes.fields.length === 0 ? {} : { fields: changes.fields }), ...countRows(response) },
            ...(changes === null ? {} : { before: changes.before, after: changes.after }),
            ...(isRead && id === '' ? { after: toAuditValues(query) } : {}),
            ...(!isRead && isUnknownRow && category !== 'security' ? { after: toAuditValues(body) } : {}),
          },
          call,
        );
        return response;
      } catch (reason) {
        if (!recordsFailures || !(reason instanceof DomainError)) throw reason;
        const name = isRow(body) ? getText(body, 'email') : '';
        const recordFailure = (omittedCount: number): Promise<void> => {
          const facts = { reason: reason.kind, ...(omittedCount > 0 ? { omitted: omittedCount } : {}) };
          return record({ actor, outcome: 'failed', subject: { kind: subject.kind, id: callId, name }, facts }, call);
        };
        const admittedFailure = admitFailure('everyone');
        if (admittedFailure !== null) await recordFailure(admittedFailure.omitted);
        else {
          // Do not wait for this, because the response time would reveal whether the account exists.
          admitFailureForEmail(name.toLowerCase())
            .then((accountFailure) => (accountFailure === null ? undefined : recordFailure(accountFailure.omitted)))
            .catch((error: unknown) => call.request.log.error({ err: error }, 'a failed sign-in could not be recorded'));
        }
        throw reason;
      }
    };
  };
};
