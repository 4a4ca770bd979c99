import type { AgeBand } from '@site/shared/contracts/application';
import type { AuditCategory } from '@site/shared/contracts/audit';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Role } from '@site/shared/domain/roles';
import type { Generated, Migration } from 'kysely';
import { firstTables } from './migrations/001-first-tables.ts';
import { trashAndOrder } from './migrations/002-trash-and-order.ts';
import { listsInPages } from './migrations/003-lists-in-pages.ts';
import { staffLists } from './migrations/004-staff-lists.ts';
import { imageIntegrity } from './migrations/005-image-integrity.ts';
import { accounts } from './migrations/006-accounts.ts';
import { auditLog } from './migrations/007-audit.ts';
import { privacy } from './migrations/008-privacy.ts';
import { erasures } from './migrations/009-erasures.ts';

/**
 * In the order in which they run. A migration that has run anywhere else than on your own machine never changes: `migrations.test.ts` compares each file with its
 * hash (`sha256sum provider/src/database/migrations/*.ts`). A new column is a new migration, a line here and a line in its table below: `Generated<…>`, so that
 * rows may be inserted without it.
 */
export const HASHED_MIGRATIONS: Readonly<Record<string, { readonly migration: Migration; readonly sha256: string }>> = {
  '001-first-tables': { migration: firstTables, sha256: '9128195945656d7d90be87230464f1f5c600f1222a49e1dc2ebbd809c67d75ee' },
  '002-trash-and-order': { migration: trashAndOrder, sha256: '063d4e85c22f184503f14c3d8acc6dcbcd64ae559ffc0c50d7711616f72134e0' },
  '003-lists-in-pages': { migration: listsInPages, sha256: '74a42c4cb59e63b5b36248fe7c4b680601a916ae05bc8a9127b1062dbb365fa1' },
  '004-staff-lists': { migration: staffLists, sha256: 'db2caf4b32339d5d049977e2f984d2e6729d304c086b57a701b98749f64207e8' },
  '005-image-integrity': { migration: imageIntegrity, sha256: '0ea5988219d9e1c9bcaf4ec8708cfb51becebcd84875f47897aae19981b57139' },
  '006-accounts': { migration: accounts, sha256: '83d2b0b0ecabceea0631e2f57e7a6ef38380f031a9865b18091f51c8d5e42ec1' },
  '007-audit': { migration: auditLog, sha256: 'cc4f4299546fc702a1e6491f8cff93c049bb0791718b80bf39de1efd975d2a49' },
  '008-privacy': { migration: privacy, sha256: 'f46318a558e1df8d9c90116f1e24fa345bbca92fa2fd80e77bf70de82642dbae' },
  '009-erasures': { migration: erasures, sha256: 'ad3f9988f241b9c9e7fe1899fe8c5e3f41771fd12c0cae57d424b3e616462c38' },
};

export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(HASHED_MIGRATIONS).map(([name, { migration }]) => [name, migration]),
);

/** Neither engine's own boolean is used, because the two disagree. */
export type Flag = 0 | 1;
/** ISO-8601 text in UTC, which sorts chronologically. */
export type Timestamp = string;

interface RevisionTable {
  id: number;
  number: number;
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

interface ImageTable {
  id: string;
  version: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** Focal point, 0 to 1 from the left and from the top; null lets the cropper decide. */
  focal_x: number | null;
  focal_y: number | null;
  /** Embedded in the text of a post or program, which refers to it by URL. */
  is_in_text: Generated<Flag>;
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

interface PostTable {
  id: string;
  slug: string;
  title: string;
  /** The title without case and diacritics. */
  search_key: Generated<string>;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  content: string;
  excerpt: string;
  picture_id: string | null;
  picture_alt: string;
  category: string;
  /** JSON array of strings. */
  tags: string;
  status: PublicationStatus;
  published_at: Timestamp | null;
  author_id: string | null;
  author_name: string;
  author_picture_id: string | null;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface EventTable {
  id: string;
  title: string;
  /** The title without case and diacritics. */
  search_key: Generated<string>;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  description: string;
  /** Day in Lagos, YYYY-MM-DD. */
  date: string;
  /** Time of day in Lagos as staff wrote it, "4:00 PM" or "16:00", or ''. */
  time: string;
  /** In the same formats as `time`. */
  end_time: string;
  location: string;
  category: string;
  picture_id: string | null;
  picture_alt: string;
  tags: string;
  registration_link: string;
  status: PublicationStatus;
  /** When a scheduled event is published. */
  publish_at: Generated<Timestamp | null>;
  /** Set by staff to override the clock; null leaves it to the clock. */
  upcoming_override: Flag | null;
  /** Computed from the columns above; '' for never. */
  upcoming_until: Generated<Timestamp>;
  author_id: string | null;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface AlbumTable {
  id: string;
  name: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** Lower case, unique. */
  name_key: string;
  position: number;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface GalleryImageTable {
  id: string;
  title: string;
  /** The title without case and diacritics. */
  search_key: Generated<string>;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  alt: string;
  picture_id: string;
  album_id: string | null;
  /** Within the album; 0 for images without an assigned position, which come first, newest before older. */
  position: Generated<number>;
  is_published: Flag;
  author_id: string | null;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface ProgramTable {
  id: string;
  slug: string;
  title: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  content: string;
  picture_id: string | null;
  picture_alt: string;
  position: number;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface ApplicationTable {
  id: string;
  name: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  email: string;
  phone: string;
  qualification: string;
  location: string;
  skills: string;
  interests: string;
  motivation: string;
  age_band: Generated<AgeBand | ''>;
  guardian_contact: Generated<string>;
  /** The version of the privacy notice that was shown, and when the form was sent with it. */
  consent_version: Generated<string>;
  consented_at: Generated<Timestamp | null>;
  read_at: Timestamp | null;
  is_sample: Flag;
  created_at: Timestamp;
  /** Of all its texts and the day: the same form sent again is not stored again. */
  content_hash: Generated<string | null>;
  deleted_at: Generated<Timestamp | null>;
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

/** What is chained; no personal values. See `domain/audit-chain.ts`. */
interface AuditEntryTable {
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
interface AuditDetailTable {
  number: number;
  salt: string;
  /** JSON object. */
  details: string;
  search_text: string;
}

/** One row: the last entry. */
interface AuditHeadTable {
  id: number;
  number: number;
  hash: string;
  seal: string;
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

/** `deleted_at` is null outside the trash. */
export interface Tables {
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
  invitations: InvitationTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  account_challenges: AccountChallengeTable;
  account_settings: AccountSettingTable;
  page_views: PageViewTable;
  audit_entries: AuditEntryTable;
  audit_details: AuditDetailTable;
  audit_head: AuditHeadTable;
  backups: BackupTable;
  erasures: ErasureTable;
}
