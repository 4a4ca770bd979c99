import type { AgeBand, ApplicationKind, ApplicationStage } from '@site/shared/contracts/application';
import type { Role } from '@site/shared/domain/roles';
import type { Generated } from 'kysely';
import type { Flag, SampleColumns, SearchedColumns, Timestamp } from './columns.ts';

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

/** Tables of the people who apply, and of those who sign in. */
export interface PeopleTables {
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
  /** Counts of the limits that all providers share; see `limits/counts.ts`. */
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
}
