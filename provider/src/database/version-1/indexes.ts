const UNIQUE = [
  // A form, image or file that is sent twice is stored only once.
  'applications_by_content on applications (content_hash)',
  'gallery_images_sent_once on gallery_images (sent_hash) where sent_hash is not null',
  // Copies of an image, kept for versions that show a replaced file, have the same hash.
  'pictures_uploaded_once on pictures (upload_hash) where upload_hash is not null and is_copy = 0',
];

const ACCOUNT_INDEXES = [
  'refresh_tokens_by_session on refresh_tokens (session_id)',
  'sessions_by_user on sessions (user_id)',
  'recovery_codes_by_user on recovery_codes (user_id)',
  'passkeys_by_user on passkeys (user_id)',
];

/** Sort orders and filter columns of lists, so that pages are read from the index alone. */
const LISTS = [
  'posts_by_status on posts (status, published_at desc, id, deleted_at)',
  'posts_by_status_and_change on posts (status, updated_at desc, id, deleted_at)',
  "posts_by_default_order on posts (coalesce(published_at, '9') desc, id, deleted_at)",
  'posts_by_title on posts (search_key, id, deleted_at)',
  'posts_by_change on posts (updated_at desc, id, deleted_at)',
  'posts_by_category on posts (category, deleted_at, status, published_at, updated_at, id)',
  'events_by_date on events (status, date, id, upcoming_until, deleted_at)',
  'events_by_change on events (updated_at desc, deleted_at)',
  'events_by_category on events (category, deleted_at, status, date, id)',
  "events_series on events (series_id, date) where series_id <> ''",
  'gallery_images_by_date on gallery_images (is_published, created_at desc, id, deleted_at)',
  'gallery_images_by_album on gallery_images (album_id, position, created_at desc, id, is_published, deleted_at)',
  'gallery_images_by_creation on gallery_images (created_at desc, id, deleted_at)',
  'gallery_images_by_change on gallery_images (updated_at desc, deleted_at)',
  'applications_by_date on applications (created_at desc, id, read_at, deleted_at)',
  'pictures_by_time on pictures (created_at, id)',
  'audit_entries_by_subject on audit_entries (subject_id, number)',
  'audit_entries_by_category on audit_entries (category, number)',
  'public_documents_by_number on public_documents (kind, number)',
];

/** Partial indexes for the few rows that the sitemap, the dashboard or the media library reads. */
const RARE_VALUE_INDEXES = [
  "posts_addresses on posts (id, slug, updated_at) where status = 'published' and deleted_at is null",
  "events_addresses on events (id, updated_at) where status = 'published' and deleted_at is null",
  "posts_without_alt on posts (picture_id) where picture_alt = '' and deleted_at is null",
  "gallery_images_without_alt on gallery_images (created_at desc, deleted_at) where alt = ''",
  'applications_unread on applications (created_at, deleted_at) where read_at is null',
  'pictures_in_trash on pictures (trashed_at) where trashed_at is not null',
  ...['posts', 'events', 'gallery_images', 'albums', 'programs', 'applications'].map(
    (table) => `${table}_in_trash on ${table} (deleted_at) where deleted_at is not null`,
  ),
  ...['posts', 'events', 'gallery_images', 'programs'].map((table) => `${table}_samples on ${table} (deleted_at) where is_sample = 1`),
];

/** Indexes of rows whose derived columns follow other rules or belong to an earlier state of the row. */
const OUTDATED_ROW_INDEXES = [
  ...['posts', 'events', 'gallery_images', 'albums', 'programs'].map((table) => `${table}_outdated on ${table} (id) where derived_from <> '1|' || updated_at`),
  "applications_outdated on applications (id) where derived_from <> '1|' || created_at",
  "events_outdated_2 on events (id) where derived_from <> '2|' || updated_at",
  "posts_outdated_2 on posts (id) where derived_from <> '2|' || updated_at",
  "events_outdated_3 on events (id) where derived_from <> '3|' || updated_at",
];

/** Indexes of rows that the scheduler looks for every second and rarely finds. */
const SCHEDULED = [
  ...OUTDATED_ROW_INDEXES,
  ...['posts', 'events', 'programs'].map((table) => `${table}_unpublish on ${table} (unpublish_at) where unpublish_at is not null`),
  'pictures_without_color on pictures (id) where color is null',
  'pictures_without_alt_key on pictures (id) where alt_key is null',
  'external_links_by_night on external_links (checked_night) where ignored_at is null',
  'external_links_requested on external_links (requested_at) where requested_at is not null',
];

const REFERENCES = [
  ...['posts', 'events', 'gallery_images', 'programs'].map((table) => `${table}_by_picture on ${table} (picture_id)`),
  'posts_by_author_picture on posts (author_picture_id)',
  'text_images_by_document on text_images (kind, document_id)',
  'external_link_uses_by_document on external_link_uses (kind, document_id)',
  'former_slugs_document on former_slugs (document_id)',
  'versions_by_time on versions (saved_at)',
  'version_images_by_version on version_images (version_id)',
  'application_notes_application on application_notes (application_id)',
  'review_comments_document on review_comments (kind, document_id)',
  'review_links_document on review_links (kind, document_id)',
];

export const INDEXES: readonly string[] = [
  ...UNIQUE.map((index) => `create unique index ${index}`),
  ...[...ACCOUNT_INDEXES, ...LISTS, ...RARE_VALUE_INDEXES, ...SCHEDULED, ...REFERENCES].map((index) => `create index ${index}`),
];
