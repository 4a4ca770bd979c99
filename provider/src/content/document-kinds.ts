import { eventKind } from '@site/shared/contracts/event';
import { galleryImageKind } from '@site/shared/contracts/gallery';
import { postKind } from '@site/shared/contracts/post';
import { programKind } from '@site/shared/contracts/program';
import type { VersionKind } from '@site/shared/contracts/version';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { ContentTable, WrittenColumns } from '../database/content-store.ts';
import { type ColumnNames, getColumnNames } from '../domain/content-columns.ts';

/** A stored row of any kind of content. */
export type DocumentRow = Readonly<Record<string, string | number | null>> & { readonly id: string; readonly updated_at: string };

/** How one kind of content is stored. */
export interface DocumentKind {
  readonly kind: ContentKind;
  readonly table: ContentTable;
  /** By field, the alternative text of the image included. */
  readonly columnNames: ColumnNames;
  /** Columns with the id of an image: its own, and others that are shown with it. */
  readonly imageColumns: readonly string[];
  /** Null for a kind without versions. */
  readonly versionKind: VersionKind | null;
  /** When a scheduled document is published; null for a kind that is public as soon as it is saved. */
  readonly publishAtColumn: 'published_at' | 'publish_at' | null;
  getStatus(row: Readonly<Record<string, unknown>>): PublicationStatus;
  toStatusColumns(status: PublicationStatus): WrittenColumns;
}

const byStatus = {
  getStatus: ({ status }: { readonly status?: unknown }): PublicationStatus => status as PublicationStatus,
  toStatusColumns: (status: PublicationStatus) => ({ status }),
};

export const DOCUMENT_KINDS: Readonly<Record<ContentKind['name'], DocumentKind>> = {
  post: {
    kind: postKind,
    table: 'posts',
    columnNames: getColumnNames(postKind),
    imageColumns: ['picture_id', 'author_picture_id'],
    versionKind: 'post',
    publishAtColumn: 'published_at',
    ...byStatus,
  },
  event: {
    kind: eventKind,
    table: 'events',
    columnNames: getColumnNames(eventKind),
    imageColumns: ['picture_id'],
    versionKind: 'event',
    publishAtColumn: 'publish_at',
    ...byStatus,
  },
  program: {
    kind: programKind,
    table: 'programs',
    columnNames: getColumnNames(programKind),
    imageColumns: ['picture_id'],
    versionKind: 'program',
    publishAtColumn: 'publish_at',
    ...byStatus,
  },
  image: {
    kind: galleryImageKind,
    table: 'gallery_images',
    // The album has a column that is checked, and `is_published` stands for the status.
    columnNames: { title: 'title', alt: 'alt' },
    imageColumns: ['picture_id'],
    versionKind: null,
    publishAtColumn: null,
    getStatus: ({ is_published }) => (is_published === 1 ? 'published' : 'draft'),
    toStatusColumns: (status) => ({ is_published: status === 'published' ? 1 : 0 }),
  },
};

/** Whether visitors see it, or will without anybody doing more. */
export const isForVisitors = (status: PublicationStatus): boolean => status === 'published' || status === 'scheduled';
