import type { AuditCategory } from '@site/shared/contracts/audit';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Generated, Kysely } from 'kysely';
import type { Flag, Timestamp } from './columns.ts';
import type { ContentTables } from './content.ts';
import type { PeopleTables } from './people.ts';
import type { SearchTables } from './search.ts';

/** All tables; those written out here belong to the operation of the site. `deleted_at` is null outside the trash. */
export interface Tables extends ContentTables, PeopleTables, SearchTables {
  /** The chained part of the audit log, without personal values. See `domain/audit-chain.ts`. */
  audit_entries: {
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
  };
  /** The personal values of an entry, with `details` as a JSON object. They are erased together with their salt. */
  audit_details: { number: number; salt: string; details: string; search_text: string };
  /** A single row that describes the last entry. */
  audit_head: { id: number; number: number; hash: string; seal: string };
  /** The autosaves of one user in one document that have no entry yet. They get one when the session ends. */
  audit_sessions: {
    kind: ContentKind['name'];
    document_id: string;
    actor_id: string;
    actor_role: string;
    actor_email: string;
    /** The caller's address at the first autosave. */
    address: string;
    began_at: Timestamp;
    last_at: Timestamp;
    saves: number;
    /** JSON objects: the row before the first autosave and after the last one. */
    before: string;
    after: string;
  };

  content_revision: {
    id: number;
    number: number;
    /** The number of the last change that withdrew something. Valid only if `classified_number` is the current number. */
    withdrawn_number: Generated<number>;
    classified_number: Generated<number>;
    /** The number of the last change that visitors can see. Valid only if `public_classified_number` is the current number. */
    public_number: Generated<number>;
    public_classified_number: Generated<number>;
  };
  page_views: { day: string; path: string; views: number };
  /** Backups that have not expired. */
  backups: {
    id: string;
    created_at: Timestamp;
    expires_at: Timestamp;
    /** The folder on the machine that made the backup. */
    location: string;
    is_encrypted: Flag;
  };
  /** `erased` is a JSON object; see `erasures.ts`. */
  erasures: { id: string; erased_at: Timestamp; erased: string };
  /** See `leases.ts`. */
  leases: { name: string; value: string; expires_at: Timestamp };
}

/** The database, or a transaction of it. */
export type Database = Kysely<Tables>;
