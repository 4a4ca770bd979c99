import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { dayQuery, listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** `change`: content and applications. `read`: applications read or exported. `security`: accounts, roles, sign-ins, and actions of the server itself. */
export const AUDIT_CATEGORIES = ['change', 'read', 'security'] as const;
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number];

const valuesSchema = v.record(v.string(), v.string());

/** Personal values of an audit entry. `name` is the name of the subject; `before` and `after` contain the changed fields as text, or the submitted values. */
const auditDetailsSchema = v.object({ actor: v.string(), address: v.string(), name: v.string(), before: valuesSchema, after: valuesSchema });
export type AuditDetails = v.InferOutput<typeof auditDetailsSchema>;

const factsSchema = v.record(v.string(), v.union([v.string(), v.number(), v.array(v.string())]));
/** Non-personal facts of an entry, for example the changed fields, a row count or the reason for a failure. */
export type AuditFacts = v.InferOutput<typeof factsSchema>;

/** One recorded action. `actorId` is '' for visitors and for the server itself. */
export const auditEntrySchema = v.object({
  number: v.number(),
  at: v.string(),
  category: v.picklist(AUDIT_CATEGORIES),
  action: v.string(),
  outcome: v.picklist(['done', 'failed']),
  actorId: v.string(),
  actorRole: v.string(),
  subjectKind: v.string(),
  subjectId: v.string(),
  facts: factsSchema,
  /** Null after the personal values have been erased. */
  details: v.nullable(auditDetailsSchema),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

const day = dayQuery('must be a date like 2026-11-30');

/** `q` searches actions, ids and personal values. `since` and `until` are inclusive days in UTC. The only count is `all`. */
export const auditQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  sort: sortQuery('at'),
  category: v.optional(v.picklist(AUDIT_CATEGORIES, `must be ${AUDIT_CATEGORIES.join(', ')}`)),
  outcome: v.optional(v.picklist(['failed'], 'must be failed')),
  since: day,
  until: day,
});

/** Lists entries, newest first. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'admin',
  envelope: 'data',
  query: auditQuerySchema,
  response: v.array(auditEntrySchema),
});
export const listAuditPage = paginated(listAudit);
