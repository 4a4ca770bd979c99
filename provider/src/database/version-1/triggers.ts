export interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly event: string;
  readonly when?: string;
  readonly does: string;
  /** PostgreSQL: name of the function, if it differs from the trigger's name because two triggers share it. */
  readonly calls?: string;
}

/**
 * Searchable kinds. A change of the columns in `searched` or `shown` makes the row of the staff search or the public search outdated. `getStatus` returns the
 * status as SQL.
 */
export const KINDS = [
  {
    kind: 'post',
    table: 'posts',
    getStatus: (row: string) => `${row}.status`,
    searched: 'search_text, status, deleted_at',
    shown: 'title, excerpt, content, category, tags, author_name, status, deleted_at',
  },
  {
    kind: 'event',
    table: 'events',
    getStatus: (row: string) => `${row}.status`,
    searched: 'search_text, status, deleted_at',
    shown: 'title, description, location, category, tags, status, deleted_at',
  },
  {
    kind: 'image',
    table: 'gallery_images',
    getStatus: (row: string) => `case when ${row}.is_published = 1 then 'published' else 'draft' end`,
    searched: 'search_text, is_published, deleted_at',
    shown: 'title, alt, is_published, deleted_at',
  },
  {
    kind: 'program',
    table: 'programs',
    getStatus: (row: string) => `${row}.status`,
    searched: 'search_text, deleted_at, status',
    shown: 'title, content, deleted_at, status',
  },
] as const;

export const KINDS_WITH_BODY = [
  { kind: 'post', table: 'posts' },
  { kind: 'event', table: 'events' },
] as const;

/** Queues a changed row for the public search. On PostgreSQL, a conflict locks the row, so a process that takes it from the queue waits. */
export const enqueue = (kind: string, row: 'new' | 'old'): string =>
  `insert into search_queue (kind, id) values ('${kind}', ${row}.id) on conflict (kind, id) do update set kind = excluded.kind`;

const createLinkTest = (column: string) => (row: string) => `${row}.${column} like '%<a %'`;

/** Kinds with versions, reviews, images and links. `linked` lists the columns with links. */
const DOCUMENTS = [
  { kind: 'post', table: 'posts', text: 'content', linked: 'content', hasLink: createLinkTest('content') },
  {
    kind: 'event',
    table: 'events',
    text: 'description',
    linked: 'description, registration_link',
    hasLink: (row: string) => `(${row}.description like '%<a %' or ${row}.registration_link <> '')`,
  },
  { kind: 'program', table: 'programs', text: 'content', linked: 'content', hasLink: createLinkTest('content') },
];

/** Kinds with slugs. Slugs of drafts that were never published need no redirect. */
const KINDS_WITH_SLUG = [
  { kind: 'post', table: 'posts', isKnown: 'old.published_at is not null' },
  { kind: 'program', table: 'programs', isKnown: `(old.status = 'published' or old.publish_at is not null)` },
];

/** Keeps the former slug of a document. In the trash, a slug ends with `~` and the id, and needs no redirect. */
const SLUG_TRIGGERS = KINDS_WITH_SLUG.flatMap(({ kind, table, isKnown }): readonly Trigger[] => [
  {
    table,
    name: 'former_slug',
    event: 'update of slug',
    when: `old.slug <> new.slug and old.slug not like '%~%' and old.slug <> '' and ${isKnown}`,
    does: `insert into former_slugs (kind, slug, document_id, changed_at) values ('${kind}', old.slug, old.id, new.updated_at)
        on conflict (kind, slug) do update set document_id = excluded.document_id, changed_at = excluded.changed_at`,
  },
  { table, name: 'forget_slugs', event: 'delete', does: `delete from former_slugs where kind = '${kind}' and document_id = old.id` },
]);

/** Queues texts whose images or links must be reindexed, and deletes the rows that belong to a deleted document. */
const DOCUMENT_TRIGGERS = DOCUMENTS.flatMap(({ kind, table, text, linked, hasLink }): readonly Trigger[] => {
  const hasImage = (row: string) => `${row}.${text} like '%/img/upload/%'`;
  const note = (queue: string) => `insert into ${queue} (kind, document_id) values ('${kind}', new.id) on conflict (kind, document_id) do nothing`;
  const createCleanUpTrigger = (name: string, tables: readonly string[]): Trigger => ({
    table,
    name,
    event: 'delete',
    does: tables.map((queue) => `delete from ${queue} where kind = '${kind}' and document_id = old.id`).join('; '),
  });
  return [
    createCleanUpTrigger('forget_versions', ['versions', 'document_drafts']),
    createCleanUpTrigger('forget_reviews', ['reviews', 'review_comments', 'review_links', 'presences']),
    { table, name: 'new_text_images', event: 'insert', when: hasImage('new'), does: note('text_image_queue'), calls: 'text_images' },
    {
      table,
      name: 'text_images',
      event: `update of ${text}`,
      when: `old.${text} <> new.${text} and (${hasImage('old')} or ${hasImage('new')})`,
      does: note('text_image_queue'),
    },
    createCleanUpTrigger('forget_text_images', ['text_images', 'text_image_queue']),
    { table, name: 'new_links', event: 'insert', when: hasLink('new'), does: note('link_queue'), calls: 'links' },
    {
      table,
      name: 'links',
      event: `update of ${linked}, status, deleted_at`,
      when: `${hasLink('old')} or ${hasLink('new')}`,
      does: note('link_queue'),
    },
    createCleanUpTrigger('forget_links', ['external_link_uses', 'link_queue']),
  ];
});

export const TRIGGERS: readonly Trigger[] = [
  ...SLUG_TRIGGERS,
  ...DOCUMENT_TRIGGERS,
  { table: 'versions', name: 'forget_versions', event: 'delete', does: 'delete from version_images where version_id = old.id' },
  { table: 'applications', name: 'forget_notes', event: 'delete', does: 'delete from application_notes where application_id = old.id' },
];
