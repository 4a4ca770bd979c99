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
  /** Answers from a school that asks for a visit; '' for volunteers. In a school's row, the volunteer fields are ''. */
  school: Generated<string>;
  contact_role: Generated<string>;
  pupils: Generated<string>;
  weeks: Generated<string>;
  message: Generated<string>;
  /** Version of the privacy notice that was displayed, and the time of the consent. */
  consent_version: Generated<string>;
  consented_at: Generated<Timestamp | null>;
  read_at: Timestamp | null;
  /** Null if the application is new, or if an earlier release marked it as handled by setting `read_at`; see `application-queries.ts`. */
  stage: Generated<Exclude<ApplicationStage, 'new'> | null>;
  /** When the stage became one of `DECIDED_STAGES`; null for other stages. If an earlier release set the stage, null until `fillDecisionTimes` has run. */
  decided_at: Generated<Timestamp | null>;
  assignee_id: Generated<string | null>;
  /** Hash of all fields and the day, used to drop duplicate submissions. */
  content_hash: Generated<string | null>;
  deleted_at: Generated<Timestamp | null>;
}

export interface PeopleTables {
  applications: ApplicationTable;
  application_notes: {
    id: string;
    application_id: string;
    author_id: string;
    author_name: string;
    text: string;
    created_at: Timestamp;
  };

  users: {
    id: string;
    name: string;
    email: string;
    role: Role;
    password_hash: string | null;
    is_disabled: Flag;
    /** Sealed (`accounts/secret-seal.ts`); null without an authenticator app. */
    totp_secret: Generated<string | null>;
    /** 30-second step of the last accepted code, because a code works only once. */
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
    /** Hash of the cookie that the session's requests must send; null for unbound sessions. */
    binding_hash: Generated<string | null>;
    device: Generated<string | null>;
    last_used_at: Generated<Timestamp | null>;
    /** When the user last entered the password or used a passkey; null if that was at the start of the session. */
    authenticated_at: Generated<Timestamp | null>;
    has_second_factor: Generated<Flag>;
  };
  /** `used_at` is the time when the token was exchanged for the next one. */
  refresh_tokens: { token_hash: string; session_id: string; created_at: Timestamp; used_at: Timestamp | null };
  /** Counts for limits that all providers share; see `limits/counts.ts`. */
  login_failures: {
    /** Hashed, so that no IP address is stored. */
    throttle_key: string;
    failures: number;
    window_ends_at: Timestamp;
    /** Number of consecutive windows in which the limit was exceeded. Each such window makes the next one longer. */
    strikes: Generated<number>;
  };
  invitations: {
    token_hash: string;
    user_id: string;
    expires_at: Timestamp;
    used_at: Timestamp | null;
    created_at: Timestamp;
    is_reset: Generated<Flag>;
  };
  recovery_codes: { code_hash: string; user_id: string };
  passkeys: {
    /** Credential id, base64url. */
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
  /** A challenge that the provider expects in a later request. A challenge is deleted when it is used. */
  account_challenges: {
    id: string;
    purpose: 'action' | 'passkey' | 'passkey-sign-in' | 'totp';
    user_id: string | null;
    value: string;
    expires_at: Timestamp;
  };
  account_settings: { name: 'second-factor-roles'; value: string };
}
