import type { AuditCategory } from '@site/shared/contracts/audit';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Generated, Kysely } from 'kysely';
import type { Flag, Timestamp } from './columns.ts';
import type { ContentTables } from './content.ts';
import type { PeopleTables } from './people.ts';
import type { SearchTables } from './search.ts';

/** All tables. Those defined here are not about content, people or search. `deleted_at` is null unless a row is in the trash. */
export interface Tables extends ContentTables, PeopleTables, SearchTables {
  /** The chained part of the audit log, without personal values. See `domain/audit-chain.ts`. */
  audit_entries: {
    /** Starts at 1, without gaps. */
    number: number;
    at: Timestamp;
    category: AuditCategory;
    action: string;
    outcome: 'done' | 'failed';
    actor_id: string;
    actor_role: string;
    subject_kind: string;
    subject_id: string;
    facts: string;
    details_hash: string;
    previous_hash: string;
    hash: string;
  };
  /** The personal values of an entry, with `details` as a JSON object. They are erased together with their salt. */
  audit_details: { number: number; salt: string; details: string; search_text: string };
  audit_head: { id: number; number: number; hash: string; seal: string };
  /** Autosaves of a document by one user that have no audit entry yet. The entry is written when the session ends. */
  audit_sessions: {
    kind: ContentKind['name'];
    document_id: string;
    actor_id: string;
    actor_role: string;
    actor_email: string;
    address: string;
    began_at: Timestamp;
    last_at: Timestamp;
    saves: number;
    /** The row before the first autosave and after the last one, each as a JSON object. */
    before: string;
    after: string;
  };

  content_revision: {
    id: number;
    number: number;
    /** Number of the last change that withdrew something. Valid only if `classified_number` is the current number. */
    withdrawn_number: Generated<number>;
    classified_number: Generated<number>;
    /** Number of the last change that visitors can see. Valid only if `public_classified_number` is the current number. */
    public_number: Generated<number>;
    public_classified_number: Generated<number>;
  };
  page_views: { day: string; path: string; views: number };
  backups: {
    id: string;
    created_at: Timestamp;
    expires_at: Timestamp;
    location: string;
    is_encrypted: Flag;
  };
  /** `erased` is a JSON object; see `erasures.ts`. */
  erasures: { id: string; erased_at: Timestamp; erased: string };
  leases: { name: string; value: string; expires_at: Timestamp };
}

export type Database = Kysely<Tables>;
