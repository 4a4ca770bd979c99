import type { AuditCategory } from '@site/shared/contracts/audit';
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

/** One row: the last entry. */
export interface AuditHeadTable {
  id: number;
  number: number;
  hash: string;
  seal: string;
}
