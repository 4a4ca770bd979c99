import type { AuditCategory } from '@site/shared/contracts/audit';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Timestamp } from './schema.ts';

/** What is chained; no personal values. See `domain/audit-chain.ts`. */
export interface AuditEntryTable {
  /** From 1, without gaps. */
  number: number;
  at: Timestamp;
  category: AuditCategory;
  action: string;
  outcome: 'done' | 'failed';
  /** '' for visitors and for the server itself. */
  actor_id: string;
  actor_role: string;
  subject_kind: string;
  subject_id: string;
  /** JSON object. */
  facts: string;
  details_hash: string;
  previous_hash: string;
  hash: string;
}

/** The personal values of an entry; erased together with their salt. */
export interface AuditDetailTable {
  number: number;
  salt: string;
  /** JSON object. */
  details: string;
  search_text: string;
}

/** The autosaves of one person in one document that have no entry yet: they get one when the session ends. */
export interface AuditSessionTable {
  kind: ContentKind['name'];
  document_id: string;
  actor_id: string;
  actor_role: string;
  actor_email: string;
  /** The caller's, at the first autosave. */
  address: string;
  began_at: Timestamp;
  last_at: Timestamp;
  saves: number;
  /** JSON objects: the row before the first autosave, and after the last one. */
  before: string;
  after: string;
}

/** One row: the last entry. */
export interface AuditHeadTable {
  id: number;
  number: number;
  hash: string;
  seal: string;
}
