import type { AgeBand, ApplicationKind, ApplicationStage } from '@site/shared/contracts/application';
import type { Role } from '@site/shared/domain/roles';
import type { Generated } from 'kysely';
import type { AuditDetailTable, AuditEntryTable, AuditHeadTable, AuditSessionTable } from './audit-tables.ts';
import type { EventTable, GalleryImageTable, PostTable, ProgramTable } from './content-tables.ts';
import type { FormerSlugTable } from './former-slug.ts';
import type { LibraryColumns, TextImageQueueTable, TextImageTable } from './library-tables.ts';
import type { LinkTables } from './link-tables.ts';
import type { PublicDocumentTable, SearchQueueTable, SearchWordTable } from './public-document.ts';
import type { ReviewTables } from './review-tables.ts';
import type { SearchDocumentTable } from './search-document.ts';
import type { VersionTables } from './version-tables.ts';

/** Neither engine's own boolean is used, because the two disagree. */
export type Flag = 0 | 1;
/** ISO-8601 text in UTC, which sorts chronologically. */
export type Timestamp = string;

interface RevisionTable {
  id: number;
  number: number;
  /** The number of the last change that withdrew something, if `classified_number` is the current number. */
  withdrawn_number: Generated<number>;
  classified_number: Generated<number>;
  /** The number of the last change that visitors can see, if `public_classified_number` is the current number. */
  public_number: Generated<number>;
  public_classified_number: Generated<number>;
}

interface UserTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** Null until the invitation is accepted. */
  password_hash: string | null;
  is_disabled: Flag;
  /** Sealed (`accounts/secret-seal.ts`); null without an authenticator app. */
  totp_secret: Generated<string | null>;
  /** The 30 s step of the last accepted code: a code works once. */
  totp_used_step: Generated<number | null>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SessionTable {
  id: string;
  user_id: string;
  is_remembered: Flag;
  created_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Timestamp | null;
  /** Hash of the cookie that its calls need; null for clients that asked for none. */
  binding_hash: Generated<string | null>;
  /** Browser and system, as staff read them. */
  device: Generated<string | null>;
  last_used_at: Generated<Timestamp | null>;
  /** When the user last gave a password or a passkey; null: at the start. */
  authenticated_at: Generated<Timestamp | null>;
  has_second_factor: Generated<Flag>;
}

interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: Timestamp;
  /** When the token was exchanged for the next one. */
  used_at: Timestamp | null;
}

interface LoginFailureTable {
  /** A hash, so that no address is stored. */
  throttle_key: string;
  failures: number;
  window_ends_at: Timestamp;
  /** Windows in a row in which the limit was exceeded: each makes the next one longer. */
  strikes: Generated<number>;
}

interface ImageTable extends LibraryColumns {
  id: string;
  version: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** Focal point, 0 to 1 from the left and from the top; null lets the cropper decide. */
  focal_x: number | null;
  focal_y: number | null;
  /** The dominant one, as `#rrggbb`; null until it is known, '' if the file cannot be read. */
  color: Generated<string | null>;
  /** The highest version that an upload has reserved; of simultaneous uploads, each writes a file of its own. */
  reserved_version: Generated<number>;
  /** Whether recognisable minors are shown; null when nobody was asked. */
  shows_minors: Generated<Flag | null>;
  /** Who agreed to the publication; '' for nobody. */
  consent_by: Generated<string>;
  /** The day on which they agreed, YYYY-MM-DD, or ''. */
  consent_on: Generated<string>;
  /** The name of the member of staff who recorded it. */
  consent_recorded_by: Generated<string>;
  consent_recorded_at: Generated<Timestamp | null>;
  is_sample: Flag;
  created_at: Timestamp;
}

interface AlbumTable {
  id: string;
  name: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
  /** Lower case, unique. */
  name_key: string;
  position: number;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface ApplicationTable {
  id: string;
  kind: Generated<ApplicationKind>;
  name: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
  email: string;
  phone: string;
  qualification: string;
  location: string;
  skills: string;
  interests: string;
  motivation: string;
  age_band: Generated<AgeBand | ''>;
  guardian_contact: Generated<string>;
  /** A school's answers; '' for volunteers, whose own answers are '' in a visit. */
  school: Generated<string>;
  contact_role: Generated<string>;
  pupils: Generated<string>;
  weeks: Generated<string>;
  message: Generated<string>;
  /** The version of the privacy notice that was shown, and when the form was sent with it. */
  consent_version: Generated<string>;
  consented_at: Generated<Timestamp | null>;
  read_at: Timestamp | null;
  /** Null while an earlier release has decided by `read_at` alone; see `application-queries.ts`. */
  stage: Generated<Exclude<ApplicationStage, 'new'> | null>;
  /** When the stage became one of `DECIDED_STAGES`. Null otherwise, and where an earlier release has set it until `fillDecisions` has run. */
  decided_at: Generated<Timestamp | null>;
  assignee_id: Generated<string | null>;
  is_sample: Flag;
  created_at: Timestamp;
  /** Of all its texts and the day: the same form sent again is not stored again. */
  content_hash: Generated<string | null>;
  deleted_at: Generated<Timestamp | null>;
}

/** See `leases.ts`. */
interface LeaseTable {
  name: string;
  value: string;
  expires_at: Timestamp;
}

interface InvitationTable {
  token_hash: string;
  user_id: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Timestamp;
  /** Resets a password instead of setting the first one. */
  is_reset: Generated<Flag>;
}

interface RecoveryCodeTable {
  code_hash: string;
  user_id: string;
}

interface PasskeyTable {
  /** The credential's id, base64url. */
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
}

/** What the provider expects in a later call; deleted by its use. */
interface AccountChallengeTable {
  id: string;
  purpose: 'passkey' | 'passkey-sign-in' | 'totp';
  user_id: string | null;
  value: string;
  expires_at: Timestamp;
}

interface AccountSettingTable {
  name: 'second-factor-roles';
  value: string;
}

interface PageViewTable {
  day: string;
  path: string;
  views: number;
}

/** Backups that have not expired. */
interface BackupTable {
  id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The folder, on the machine that made it. */
  location: string;
  is_encrypted: Flag;
}

/** See `erasures.ts`. */
interface ErasureTable {
  id: string;
  erased_at: Timestamp;
  /** JSON object. */
  erased: string;
}

interface ApplicationNoteTable {
  id: string;
  application_id: string;
  author_id: string;
  /** As it was then: the account may be deleted. */
  author_name: string;
  text: string;
  created_at: Timestamp;
}

/** `deleted_at` is null outside the trash. */
export interface Tables extends VersionTables, ReviewTables, LinkTables {
  content_revision: RevisionTable;
  users: UserTable;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  login_failures: LoginFailureTable;
  /** Images; the names of this table and of the columns that refer to it are those of the first release. */
  pictures: ImageTable;
  posts: PostTable;
  events: EventTable;
  albums: AlbumTable;
  gallery_images: GalleryImageTable;
  programs: ProgramTable;
  applications: ApplicationTable;
  application_notes: ApplicationNoteTable;
  invitations: InvitationTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  account_challenges: AccountChallengeTable;
  account_settings: AccountSettingTable;
  page_views: PageViewTable;
  audit_entries: AuditEntryTable;
  audit_details: AuditDetailTable;
  audit_head: AuditHeadTable;
  audit_sessions: AuditSessionTable;
  backups: BackupTable;
  erasures: ErasureTable;
  leases: LeaseTable;
  search_documents: SearchDocumentTable;
  search_queue: SearchQueueTable;
  search_words: SearchWordTable;
  public_documents: PublicDocumentTable;
  former_slugs: FormerSlugTable;
  text_images: TextImageTable;
  text_image_queue: TextImageQueueTable;
}
