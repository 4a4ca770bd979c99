const ACCOUNTS = [
  `create table users (
    id text primary key, name text not null, email text not null unique, role text not null, password_hash text,
    is_disabled integer default 0 not null, created_at text not null, updated_at text not null, totp_secret text, totp_used_step integer
  )`,
  `create table sessions (
    id text primary key, user_id text not null references users (id) on delete cascade, is_remembered integer not null, created_at text not null,
    expires_at text not null, ended_at text, binding_hash text, device text, last_used_at text, authenticated_at text,
    has_second_factor integer default 0 not null
  )`,
  `create table refresh_tokens (
    token_hash text primary key, session_id text not null references sessions (id) on delete cascade, created_at text not null, used_at text
  )`,
  `create table invitations (
    token_hash text primary key, user_id text not null references users (id) on delete cascade, expires_at text not null, used_at text,
    created_at text not null, is_reset integer default 0 not null
  )`,
  'create table login_failures (throttle_key text primary key, failures integer not null, window_ends_at text not null, strikes integer default 0 not null)',
  'create table recovery_codes (code_hash text primary key, user_id text not null references users (id) on delete cascade)',
  `create table passkeys (
    id text primary key, user_id text not null references users (id) on delete cascade, name text not null, public_key text not null,
    counter double precision not null, transports text not null, created_at text not null, last_used_at text
  )`,
  `create table account_challenges (
    id text primary key, purpose text not null, user_id text references users (id) on delete cascade, value text not null, expires_at text not null
  )`,
  'create table account_settings (name text primary key, value text not null)',
];

/** Staff content and applications. A deleted row stays, with `deleted_at` set, until the trash is emptied. */
const CONTENT = [
  `create table pictures (
    id text primary key, version integer not null, format text not null, width integer not null, height integer not null, bytes integer not null,
    focal_x real, focal_y real, is_sample integer default 0 not null, created_at text not null, is_in_text integer default 0 not null,
    reserved_version integer default 0 not null, shows_minors integer, consent_by text default '' not null, consent_on text default '' not null,
    consent_recorded_by text default '' not null, consent_recorded_at text, color text, default_alt text default '' not null,
    is_decorative integer default 0 not null, is_copy integer default 0 not null, alt_key text, uploaded_by text, upload_hash text, trashed_at text
  )`,
  `create table posts (
    id text primary key, slug text not null unique, title text not null, content text not null, excerpt text not null,
    picture_id text references pictures (id) on delete set null, picture_alt text not null, category text not null, tags text not null,
    status text not null, published_at text, author_id text references users (id) on delete set null, author_name text not null,
    author_picture_id text references pictures (id) on delete set null, is_sample integer default 0 not null, created_at text not null,
    updated_at text not null, deleted_at text, search_key text default '' not null, search_text text default '' not null,
    derived_from text default '' not null, unpublish_at text, search_body text default '' not null
  )`,
  `create table events (
    id text primary key, title text not null, description text not null, date text not null, time text not null, end_time text not null,
    location text not null, category text not null, picture_id text references pictures (id) on delete set null, picture_alt text not null,
    tags text not null, registration_link text not null, status text not null, upcoming_override integer,
    author_id text references users (id) on delete set null, is_sample integer default 0 not null, created_at text not null, updated_at text not null,
    deleted_at text, publish_at text, search_key text default '' not null, upcoming_until text default '' not null,
    search_text text default '' not null, derived_from text default '' not null, end_date text default '' not null,
    event_status text default 'scheduled' not null, attendance_mode text default '' not null, agenda text default '' not null,
    audience text default '' not null, speakers text default '' not null, unpublish_at text, series_id text default '' not null,
    search_body text default '' not null
  )`,
  `create table albums (
    id text primary key, name text not null, name_key text not null unique, position integer not null, is_sample integer default 0 not null,
    created_at text not null, updated_at text not null, deleted_at text, search_text text default '' not null, derived_from text default '' not null
  )`,
  `create table gallery_images (
    id text primary key, title text not null, alt text not null, picture_id text not null references pictures (id),
    album_id text references albums (id) on delete set null, is_published integer not null, author_id text references users (id) on delete set null,
    is_sample integer default 0 not null, created_at text not null, updated_at text not null, deleted_at text, position integer default 0 not null,
    search_key text default '' not null, search_text text default '' not null, derived_from text default '' not null, sent_hash text
  )`,
  `create table programs (
    id text primary key, slug text not null unique, title text not null, content text not null,
    picture_id text references pictures (id) on delete set null, picture_alt text not null, position integer not null,
    is_sample integer default 0 not null, created_at text not null, updated_at text not null, deleted_at text, search_text text default '' not null,
    derived_from text default '' not null, duration text default '' not null, ages text default '' not null, cost text default '' not null,
    next_start text default '' not null, apply_by text default 'whatsapp' not null, related_tag text default '' not null,
    status text default 'published' not null, publish_at text, unpublish_at text
  )`,
  `create table applications (
    id text primary key, name text not null, email text not null, phone text not null, qualification text not null, location text not null,
    skills text not null, interests text not null, motivation text not null, read_at text, is_sample integer default 0 not null,
    created_at text not null, deleted_at text, search_text text default '' not null, content_hash text, age_band text default '' not null,
    guardian_contact text default '' not null, consent_version text default '' not null, consented_at text, derived_from text default '' not null,
    stage text, assignee_id text
  )`,
  `create table application_notes (
    id text primary key, application_id text not null, author_id text not null, author_name text not null, text text not null,
    created_at text not null
  )`,
];

/** Rows that belong to a document. Triggers delete them with the document, even if another release deletes it. */
const DOCUMENT_TABLES = [
  `create table former_slugs (
    kind text not null, slug text not null, document_id text not null, changed_at text not null, constraint former_slugs_key primary key (kind, slug)
  )`,
  `create table versions (
    id text primary key, kind text not null, document_id text not null, number integer not null, document_updated_at text not null,
    saved_at text not null, saved_by text not null, act text not null, status text not null, changed text not null, fields text, picture_id text,
    constraint versions_of_document unique (kind, document_id, number)
  )`,
  'create table version_images (picture_id text not null, version_id text not null, constraint version_images_key primary key (picture_id, version_id))',
  `create table document_drafts (
    kind text not null, document_id text not null, user_id text not null, base text not null, fields text not null, saved_at text not null,
    constraint document_drafts_key primary key (kind, document_id, user_id)
  )`,
  `create table reviews (
    kind text not null, document_id text not null, state text not null, by_id text not null, by_name text not null, at text not null,
    primary key (kind, document_id)
  )`,
  `create table review_comments (
    kind text not null, document_id text not null, id text not null, author_id text not null, author_name text not null, text text not null,
    created_at text not null, primary key (id)
  )`,
  `create table review_links (
    kind text not null, document_id text not null, id text not null, created_by_id text not null, created_by text not null, created_at text not null,
    expires_at text not null, primary key (id)
  )`,
  `create table presences (
    kind text not null, document_id text not null, tab text not null, user_id text not null, since text not null, seen_at text not null,
    took_over_at text not null, primary key (kind, document_id, tab)
  )`,
];

const TEXT_REFERENCE_TABLES = [
  `create table text_images (
    image_id text not null, kind text not null, document_id text not null, has_alt integer not null,
    constraint text_images_key primary key (image_id, kind, document_id)
  )`,
  'create table text_image_queue (kind text not null, document_id text not null, constraint text_image_queue_key primary key (kind, document_id))',
  `create table external_links (
    id text primary key, url text not null, state text not null default 'unchecked', reason text not null default '', http_status integer,
    checked_at text, checked_night text not null, failed_at text, failures integer not null default 0, requested_at text, ignored_at text
  )`,
  'create table external_link_uses (link_id text not null, kind text not null, document_id text not null, primary key (link_id, kind, document_id))',
  'create table link_queue (kind text not null, document_id text not null, primary key (kind, document_id))',
];

const RECORD_TABLES = [
  `create table content_revision (
    id integer primary key, number integer not null, withdrawn_number integer default 0 not null, classified_number integer default 0 not null
  )`,
  'create table page_views (day text not null, path text not null, views integer not null, constraint page_views_key primary key (day, path))',
  `create table audit_entries (
    number integer primary key, at text not null, category text not null, action text not null, outcome text not null, actor_id text not null,
    actor_role text not null, subject_kind text not null, subject_id text not null, facts text not null, details_hash text not null,
    previous_hash text not null, hash text not null
  )`,
  'create table audit_details (number integer primary key, salt text not null, details text not null, search_text text not null)',
  'create table audit_head (id integer primary key, number integer not null, hash text not null, seal text not null)',
  'create table backups (id text primary key, created_at text not null, expires_at text not null, location text not null, is_encrypted integer not null)',
  'create table erasures (id text primary key, erased_at text not null, erased text not null)',
  'create table leases (name text primary key, value text not null, expires_at text not null)',
  'create table migration_compatibility (name text primary key, compatible_since text not null, undo text not null)',
];

/** Search tables. Each row has a number, so that SQLite's word tables can refer to it. PostgreSQL stores the words in the same row as the texts. */
const getSearchTables = (isSqlite: boolean): readonly string[] => {
  const number = isSqlite ? 'integer' : 'bigserial';
  const ifPostgres = (columns: string): string => (isSqlite ? '' : columns);
  return [
    `create table search_documents (
      number ${number} primary key, kind text not null, id text not null, status text not null, title text not null, text text not null,
      ${ifPostgres('body tsvector,')}
      constraint search_documents_by_id unique (kind, id)
    )`,
    `create table search_queue (number ${number} primary key, kind text not null, id text not null, constraint search_queue_by_id unique (kind, id))`,
    'create table search_words (word text primary key)',
    `create table public_documents (
      number ${number} primary key, kind text not null, id text not null, title text not null, summary text not null,
      ${ifPostgres("title_words text[] default '{}' not null, words text[] default '{}' not null,")}
      constraint public_documents_by_id unique (kind, id)
    )`,
  ];
};

/** Returns the statements that create the tables. Columns are in the order in which the releases before 1.0.0 added them. */
export const getTables = (isSqlite: boolean): readonly string[] => [
  ...ACCOUNTS,
  ...CONTENT,
  ...DOCUMENT_TABLES,
  ...TEXT_REFERENCE_TABLES,
  ...RECORD_TABLES,
  ...getSearchTables(isSqlite),
];
