import type { AgeBand, ApplicationKind, ApplicationStage } from '@site/shared/contracts/application';
import type { AuditCategory } from '@site/shared/contracts/audit';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { Role } from '@site/shared/domain/roles';
import type { Generated, Kysely } from 'kysely';
import type { ContentTables } from './content-tables.ts';

/** A boolean, stored as a number because the booleans of the two engines differ. */
export type Flag = 0 | 1;
/** UTC time as ISO-8601 text, which sorts chronologically. */
export type Timestamp = string;

export interface SampleColumns {
  id: string;
  is_sample: Flag;
  created_at: Timestamp;
}

export interface SearchedColumns {
  /** All texts that staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
}

interface ApplicationTable extends SampleColumns, SearchedColumns {
  kind: Generated<ApplicationKind>;
  name: string;
  email: string;
  phone: string;
  qualification: string;
  location: string;
  skills: string;
  interests: string;
  motivation: string;
  age_band: Generated<AgeBand | ''>;
  guardian_contact: Generated<string>;
  /** Answers of a school that asks for a visit; '' for volunteers. The fields of volunteers are '' for a school. */
  school: Generated<string>;
  contact_role: Generated<string>;
  pupils: Generated<string>;
  weeks: Generated<string>;
  message: Generated<string>;
  /** The version of the privacy notice that was shown, and when the form was sent with it. */
  consent_version: Generated<string>;
  consented_at: Generated<Timestamp | null>;
  read_at: Timestamp | null;
  /** Null if an earlier release has decided by `read_at` alone; see `application-queries.ts`. */
  stage: Generated<Exclude<ApplicationStage, 'new'> | null>;
  /** When the stage became one of `DECIDED_STAGES`, otherwise null. If an earlier release set the stage, this is null until `fillDecisions` has run. */
  decided_at: Generated<Timestamp | null>;
  assignee_id: Generated<string | null>;
  /** Hash of all fields and the day, to drop duplicate submissions. */
  content_hash: Generated<string | null>;
  deleted_at: Generated<Timestamp | null>;
}

interface AlbumTable extends SampleColumns, SearchedColumns {
  name: string;
  /** Lower case, unique. */
  name_key: string;
  position: number;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** All tables. `deleted_at` is null outside the trash. */
export interface Tables extends ContentTables {
  albums: AlbumTable;
  applications: ApplicationTable;
  application_notes: {
    id: string;
    application_id: string;
    author_id: string;
    /** The name at that time, because the account may be deleted. */
    author_name: string;
    text: string;
    created_at: Timestamp;
  };

  users: {
    id: string;
    name: string;
    /** Lower case. */
    email: string;
    role: Role;
    /** Null until the invitation is accepted. */
    password_hash: string | null;
    is_disabled: Flag;
    /** Sealed (`accounts/stored-secret.ts`); null without an authenticator app. */
    totp_secret: Generated<string | null>;
    /** The 30 s step of the last accepted code, because a code works only once. */
    totp_used_step: Generated<number | null>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  sessions: {
    id: string;
    user_id: string;
    is_remembered: Flag;
    created_at: Timestamp;
    expires_at: Timestamp;
    ended_at: Timestamp | null;
    /** Hash of the cookie that calls of the session need; null for clients that asked for none. */
    binding_hash: Generated<string | null>;
    /** Browser and operating system, as staff see them. */
    device: Generated<string | null>;
    last_used_at: Generated<Timestamp | null>;
    /** When the user last gave a password or a passkey; null means at the start of the session. */
    authenticated_at: Generated<Timestamp | null>;
    has_second_factor: Generated<Flag>;
  };
  /** `used_at`: when the token was exchanged for the next one. */
  refresh_tokens: { token_hash: string; session_id: string; created_at: Timestamp; used_at: Timestamp | null };
  login_failures: {
    /** A hash, so that no address is stored. */
    throttle_key: string;
    failures: number;
    window_ends_at: Timestamp;
    /** Number of consecutive windows in which the limit was exceeded. Each one makes the next window longer. */
    strikes: Generated<number>;
  };
  invitations: {
    token_hash: string;
    user_id: string;
    expires_at: Timestamp;
    used_at: Timestamp | null;
    created_at: Timestamp;
    /** Whether the invitation resets a password instead of setting the first one. */
    is_reset: Generated<Flag>;
  };
  recovery_codes: { code_hash: string; user_id: string };
  passkeys: {
    /** The credential id, base64url. */
    id: string;
    user_id: string;
    name: string;
    /** COSE key, base64url. */
    public_key: string;
    counter: number;
    /** JSON array. */
    transports: string;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
  };
  /** A challenge that the provider expects in a later call. Using the challenge deletes it. */
  account_challenges: {
    id: string;
    purpose: 'action' | 'passkey' | 'passkey-sign-in' | 'totp';
    user_id: string | null;
    value: string;
    expires_at: Timestamp;
  };
  account_settings: { name: 'second-factor-roles'; value: string };

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
