import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import { programKind } from '@site/shared/contracts/program';
import type { ContentKind, SearchPlace } from '@site/shared/domain/content-kind';
import { KIND_NAMES, type KindName, VERSION_KINDS, type VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ColumnNames, getColumnNames } from '../domain/content-columns.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Tables } from './schema/tables.ts';

export type ContentTable = 'posts' | 'events' | 'programs' | 'gallery_images';

type Row = Readonly<Record<string, unknown>>;

export type DocumentRow = Readonly<Record<string, string | number | null>> & { readonly id: string; readonly updated_at: string };

/** Search settings of a kind. The `search` property of each field names the searches that cover the field. */
interface SearchSettings {
  /** SQLite: position of the range that contains the kind's document numbers, starting at 1 (migration 012). */
  readonly range: number;
  readonly rules: number;
  readonly hasTitleKey: boolean;
  /** Whether staff can search the kind's long texts, whose words are in `search_body`. */
  readonly hasBody: boolean;
  /** Column with the text shown below the title in search results; '' for none. */
  readonly lead: string;
  /** Column with the date shown in search results; '' for none. */
  readonly date: string;
}

export interface DocumentKind {
  readonly kind: ContentKind;
  readonly table: ContentTable;
  readonly columnNames: ColumnNames;
  readonly versionKind: VersionKind | null;
  readonly publishAtColumn: 'published_at' | 'publish_at' | null;
  readonly authorColumn: 'author_id' | null;
  readonly otherImages: readonly { readonly as: 'author'; readonly column: string }[];
  /** Returns the columns in which a copy differs from its source. `publishedAt` is null unless the copy is published immediately. */
  getCopyColumns(staff: Staff, publishedAt: string | null): Readonly<Record<string, string | null | RawBuilder<unknown>>>;
  readonly search: SearchSettings;
}

const createVersionedKind = <const Name extends VersionKind>(kind: ContentKind & { readonly name: Name }) => ({
  kind,
  columnNames: getColumnNames(kind),
  versionKind: kind.name,
  authorColumn: 'author_id' as const,
  otherImages: [],
});

export const getNextPosition = (table: string): RawBuilder<unknown> => sql`(select coalesce(max(position), -1) + 1 from ${sql.table(table)})`;

export const DOCUMENT_KINDS = {
  image: {
    kind: galleryImageKind,
    table: 'gallery_images',
    // The album is not mapped here, because its column is validated separately.
    columnNames: { title: 'title', alt: 'alt' },
    versionKind: null,
    publishAtColumn: null,
    authorColumn: 'author_id',
    otherImages: [],
    getCopyColumns: ({ id }) => ({ author_id: id }),
    search: { range: 3, rules: 1, hasTitleKey: true, hasBody: false, lead: 'alt', date: 'created_at' },
  },
  post: {
    ...createVersionedKind(postKind),
    table: 'posts',
    publishAtColumn: 'published_at',
    otherImages: [{ as: 'author', column: 'author_picture_id' }],
    getCopyColumns: ({ id, name }, publishedAt) => ({
      author_id: id,
      author_name: name,
      author_picture_id: null,
      published_at: publishedAt,
      unpublish_at: null,
    }),
    search: { range: 1, rules: 2, hasTitleKey: true, hasBody: true, lead: 'excerpt', date: 'published_at' },
  },
  event: {
    ...createVersionedKind(eventKind),
    table: 'events',
    publishAtColumn: 'publish_at',
    getCopyColumns: ({ id }) => ({ author_id: id, series_id: '', publish_at: null, unpublish_at: null }),
    search: { range: 2, rules: 3, hasTitleKey: true, hasBody: true, lead: '', date: 'date' },
  },
  program: {
    ...createVersionedKind(programKind),
    table: 'programs',
    publishAtColumn: 'publish_at',
    authorColumn: null,
    getCopyColumns: (_, publishedAt) => ({ publish_at: publishedAt, unpublish_at: null, position: getNextPosition('programs') }),
    search: { range: 4, rules: 1, hasTitleKey: false, hasBody: false, lead: '', date: '' },
  },
} as const satisfies Readonly<Record<KindName, DocumentKind>>;

/** All kinds. Gallery images come first, because most images belong to them, so looking up an image is faster. */
export const ALL_KINDS: readonly DocumentKind[] = KIND_NAMES.map((name) => DOCUMENT_KINDS[name]);
export const VERSIONED_KINDS: readonly (DocumentKind & { readonly versionKind: VersionKind })[] = VERSION_KINDS.map((name) => DOCUMENT_KINDS[name]);

/** Returns the columns that the given searches cover, in field order. */
export const listSearchedColumns = ({ kind, columnNames }: DocumentKind, ...places: readonly SearchPlace[]): string[] => {
  const { fields, image } = kind;
  return Object.entries(columnNames).flatMap(([name, column]) => {
    const place = name === image.altField ? image.search : fields[name]?.search;
    return place !== undefined && places.includes(place) ? [column] : [];
  });
};

export const listTextColumns = ({ kind, columnNames }: Pick<DocumentKind, 'kind' | 'columnNames'>): (readonly [field: string, column: string])[] =>
  Object.entries(kind.fields).flatMap(([field, { format }]) => (format === 'rich-text' ? [[field, columnNames[field] ?? field] as const] : []));

export const getAltColumn = ({ kind, columnNames }: Pick<DocumentKind, 'kind' | 'columnNames'>): string => columnNames[kind.image.altField] ?? '';

/** Returns the columns with image ids: the document's own image and its additional images. */
export const listImageColumns = ({ otherImages }: Pick<DocumentKind, 'otherImages'>): string[] => ['picture_id', ...otherImages.map(({ column }) => column)];

export const getStatus = ({ status }: Row): PublicationStatus => status as PublicationStatus;

export const matchesDocument = ({ kind, id }: { readonly kind: VersionKind; readonly id: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`kind = ${kind} and document_id = ${id}`;

/** Whether visitors see the document now or will see it without further action by staff. */
export const isPublicOrScheduled = (status: PublicationStatus): boolean => status === 'published' || status === 'scheduled';

/** SQLite: size of each kind's range of document numbers (migration 012). A search reads only the range of its kind. */
export const NUMBERS_PER_KIND = 1_000_000_000_000;

export const getFirstNumber = (kind: Tables['search_documents']['kind']): number => DOCUMENT_KINDS[kind].search.range * NUMBERS_PER_KIND;
