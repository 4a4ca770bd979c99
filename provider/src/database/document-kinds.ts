import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import { programKind } from '@site/shared/contracts/program';
import type { VersionKind } from '@site/shared/contracts/version';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type RawBuilder, sql } from 'kysely';
import { type ColumnNames, getColumnNames } from '../domain/content-columns.ts';

type KindName = ContentKind['name'];
/** Tables of the kinds of content that staff write in forms. */
export type ContentTable = 'posts' | 'events' | 'programs' | 'gallery_images';

type Row = Readonly<Record<string, unknown>>;

/** A stored row of any kind of content. */
export type DocumentRow = Readonly<Record<string, string | number | null>> & { readonly id: string; readonly updated_at: string };

/** How one kind of content is stored. */
export interface DocumentKind {
  readonly kind: ContentKind;
  readonly table: ContentTable;
  /** By field, the alternative text of the image included. */
  readonly columnNames: ColumnNames;
  /** Null for a kind without versions. */
  readonly versionKind: VersionKind | null;
  /** When a scheduled document is published; null for a kind that is public as soon as it is saved. */
  readonly publishAtColumn: 'published_at' | 'publish_at' | null;
  /** With the id of an account; null for a kind that belongs to everybody. */
  readonly authorColumn: 'author_id' | null;
  /** Portraits and other images beside the document's own, by what they are. */
  readonly otherImages: readonly { readonly as: 'author'; readonly column: string }[];
  /** The column that says whether it is public, and the same for SQL: of a table or an alias. */
  readonly status: {
    get(row: Row): PublicationStatus;
    toColumns(status: PublicationStatus): Readonly<Record<string, string | number>>;
    select(table: string): RawBuilder<PublicationStatus>;
  };
}

const STATUS: DocumentKind['status'] = {
  get: ({ status }) => status as PublicationStatus,
  toColumns: (status) => ({ status }),
  select: (table) => sql<PublicationStatus>`${sql.ref(`${table}.status`)}`,
};

const versioned = <const Name extends VersionKind>(kind: ContentKind & { readonly name: Name }) => ({
  kind,
  columnNames: getColumnNames(kind),
  versionKind: kind.name,
  authorColumn: 'author_id' as const,
  otherImages: [],
  status: STATUS,
});

export const DOCUMENT_KINDS = {
  post: { ...versioned(postKind), table: 'posts', publishAtColumn: 'published_at', otherImages: [{ as: 'author', column: 'author_picture_id' }] },
  event: { ...versioned(eventKind), table: 'events', publishAtColumn: 'publish_at' },
  program: { ...versioned(programKind), table: 'programs', publishAtColumn: 'publish_at', authorColumn: null },
  image: {
    kind: galleryImageKind,
    table: 'gallery_images',
    // The album has a column that is checked, and `is_published` stands for the status.
    columnNames: { title: 'title', alt: 'alt' },
    versionKind: null,
    publishAtColumn: null,
    authorColumn: 'author_id',
    otherImages: [],
    status: {
      get: ({ is_published }) => (is_published === 1 ? 'published' : 'draft'),
      toColumns: (status) => ({ is_published: status === 'published' ? 1 : 0 }),
      select: (table) => sql<PublicationStatus>`case when ${sql.ref(`${table}.is_published`)} = 1 then 'published' else 'draft' end`,
    },
  },
} as const satisfies Readonly<Record<KindName, DocumentKind>>;

/** All kinds. Images of the gallery come first where an image is looked for, because most are there. */
export const ALL_KINDS: readonly DocumentKind[] = [DOCUMENT_KINDS.image, DOCUMENT_KINDS.post, DOCUMENT_KINDS.event, DOCUMENT_KINDS.program];
/** Kinds with versions, and with texts in which there may be images. */
export const VERSIONED_KINDS = ALL_KINDS.filter((each): each is DocumentKind & { readonly versionKind: VersionKind } => each.versionKind !== null);

/** The columns of a kind that hold rich text, by field. */
export const listTextColumns = ({ kind, columnNames }: Pick<DocumentKind, 'kind' | 'columnNames'>): (readonly [field: string, column: string])[] =>
  Object.entries(kind.fields).flatMap(([field, { format }]) => (format === 'rich-text' ? [[field, columnNames[field] ?? field] as const] : []));

/** The column with the alternative text of a document's image. */
export const getAltColumn = ({ kind, columnNames }: Pick<DocumentKind, 'kind' | 'columnNames'>): string => columnNames[kind.image.altField] ?? '';

/** The columns with ids of images: of the document's own, and of others that are shown with it. */
export const listImageColumns = ({ otherImages }: Pick<DocumentKind, 'otherImages'>): string[] => ['picture_id', ...otherImages.map(({ column }) => column)];

/** Whether visitors see it, or will without another step by staff. */
export const isForVisitors = (status: PublicationStatus): boolean => status === 'published' || status === 'scheduled';
