import type { AttendanceMode, EventStatus, eventKind } from '@site/shared/contracts/event';
import type { postKind } from '@site/shared/contracts/post';
import type { ApplyWay, programKind } from '@site/shared/contracts/program';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { FieldColumns } from '../domain/content-columns.ts';
import type { Flag, Timestamp } from './schema.ts';

/** Every field of a kind in the column of its name, which the database fills if a row comes without it. */
type ColumnsOfKind<Kind extends ContentKind> = { -readonly [Column in keyof FieldColumns<Kind['fields']>]: Generated<FieldColumns<Kind['fields']>[Column]> };

/** What the table of every kind has. */
interface DocumentColumns {
  id: string;
  title: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** The title without case and diacritics, by which lists sort. */
interface TitleKeyColumn {
  search_key: Generated<string>;
}

/** Every word of all texts once, also of the long ones, without case and diacritics: staff search by their beginnings. */
interface BodyColumn {
  search_body: Generated<string>;
}

/** What the table of every kind with versions has. */
interface VersionedColumns extends DocumentColumns {
  picture_id: string | null;
  picture_alt: string;
  status: Generated<PublicationStatus>;
  /** When a public document leaves the site. */
  unpublish_at: Generated<Timestamp | null>;
}

/** `tags`: JSON array of strings. */
export interface PostTable extends Omit<ColumnsOfKind<typeof postKind>, 'title'>, VersionedColumns, TitleKeyColumn, BodyColumn {
  published_at: Timestamp | null;
  author_id: string | null;
  author_picture_id: string | null;
}

/**
 * `date`: day in Lagos, YYYY-MM-DD; `end_date`: the last day, of an event of several days. `time` and `end_time`: time of day in Lagos as staff wrote it, "4:00 PM" or
 * "16:00". All four, and what is not stated, are '' without a value.
 */
export interface EventTable
  extends Omit<ColumnsOfKind<typeof eventKind>, 'title' | 'event_status' | 'attendance_mode'>,
    VersionedColumns,
    TitleKeyColumn,
    BodyColumn {
  event_status: Generated<EventStatus>;
  attendance_mode: Generated<AttendanceMode | ''>;
  series_id: Generated<string>;
  /** When a scheduled event is published. */
  publish_at: Generated<Timestamp | null>;
  /** Set by staff to override the clock; null leaves it to the clock. */
  upcoming_override: Flag | null;
  /** Computed from the columns above; '' for never. */
  upcoming_until: Generated<Timestamp>;
  author_id: string | null;
}

export interface ProgramTable extends Omit<ColumnsOfKind<typeof programKind>, 'title' | 'apply_by'>, VersionedColumns {
  apply_by: Generated<ApplyWay>;
  position: number;
  /** When a scheduled program is published, or a published one first was; null for those that were public before programs had drafts. */
  publish_at: Generated<Timestamp | null>;
}

export interface GalleryImageTable extends DocumentColumns, TitleKeyColumn {
  alt: string;
  picture_id: string;
  album_id: string | null;
  /** Within the album; 0 for images without an assigned position, which come first, newest before older. */
  position: Generated<number>;
  /** Earlier releases write it, and indexes have it; `status` says the same as in the tables of other kinds, and the database computes it. */
  is_published: Flag;
  status: GeneratedAlways<'draft' | 'published'>;
  author_id: string | null;
  /** The hash of the idempotency key with which it was created; null without one. */
  sent_hash: Generated<string | null>;
}
