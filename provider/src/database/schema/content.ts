import type { AttendanceMode, EventStatus, eventKind } from '@site/shared/contracts/event';
import type { ExternalLink } from '@site/shared/contracts/external-link';
import type { postKind } from '@site/shared/contracts/post';
import type { ApplyWay, programKind } from '@site/shared/contracts/program';
import type { Review } from '@site/shared/contracts/review';
import type { Version } from '@site/shared/contracts/version';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { SlugKind, VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { FieldColumns } from '../../domain/content-columns.ts';
import type { Flag, SampleColumns, SearchedColumns, Timestamp } from './columns.ts';

/** Each field of a kind has a column, named in snake case. If a row omits the column, the database supplies a default. */
type KindColumns<Kind extends ContentKind> = { -readonly [Column in keyof FieldColumns<Kind['fields']>]: Generated<FieldColumns<Kind['fields']>[Column]> };

interface DocumentColumns extends SampleColumns, SearchedColumns {
  title: string;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

interface TitleKeyColumn {
  search_key: Generated<string>;
}

interface WordColumns extends TitleKeyColumn {
  /** Every distinct word in all texts, including long texts, without case and diacritics. Staff searches match prefixes of these words. */
  search_body: Generated<string>;
}

interface VersionedColumns extends DocumentColumns {
  picture_id: string | null;
  picture_alt: string;
  status: Generated<PublicationStatus>;
  unpublish_at: Generated<Timestamp | null>;
}

/** `tags` is a JSON array of strings. */
interface PostTable extends Omit<KindColumns<typeof postKind>, 'title'>, VersionedColumns, WordColumns {
  published_at: Timestamp | null;
  author_id: string | null;
  author_picture_id: string | null;
}

/**
 * `date` is a day in Lagos, YYYY-MM-DD. `end_date` is the last day of an event that lasts several days. `time` and `end_time` are Lagos times in the format
 * that staff entered: "4:00 PM" or "16:00". Empty fields are ''.
 */
interface EventTable extends Omit<KindColumns<typeof eventKind>, 'title' | 'event_status' | 'attendance_mode'>, VersionedColumns, WordColumns {
  event_status: Generated<EventStatus>;
  attendance_mode: Generated<AttendanceMode | ''>;
  series_id: Generated<string>;
  publish_at: Generated<Timestamp | null>;
  /** Override set by staff. If null, the current time determines whether the event is upcoming. */
  upcoming_override: Flag | null;
  /** Derived from the columns above; '' if the event is never upcoming. */
  upcoming_until: Generated<Timestamp>;
  author_id: string | null;
}

interface ProgramTable extends Omit<KindColumns<typeof programKind>, 'title' | 'apply_by'>, VersionedColumns {
  apply_by: Generated<ApplyWay>;
  position: number;
  /**
   * Future publication time of a scheduled program, or the time when a published program was first published. Null for programs that were public before
   * programs could be drafts.
   */
  publish_at: Generated<Timestamp | null>;
}

interface GalleryImageTable extends DocumentColumns, TitleKeyColumn {
  alt: string;
  picture_id: string;
  album_id: string | null;
  /** Position within the album. Images without a position have 0 and come first, with the newest at the top. */
  position: Generated<number>;
  /**
   * Also written by earlier releases, and used by indexes. The database derives `status` from this column, so that gallery images have a status like other
   * kinds.
   */
  is_published: Flag;
  status: GeneratedAlways<'draft' | 'published'>;
  author_id: string | null;
  sent_hash: Generated<string | null>;
}

interface AlbumTable extends SampleColumns, SearchedColumns {
  name: string;
  name_key: string;
  position: number;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** Where an image was uploaded. Images uploaded to the library stay there even if no content shows them. */
export const UPLOAD_LOCATIONS = { document: 0, text: 1, library: 2 } as const;

interface ImageTable extends SampleColumns {
  version: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** Focal point: distance from the left and from the top, from 0 to 1. If null, the cropper chooses the point. */
  focal_x: number | null;
  focal_y: number | null;
  /** Dominant colour as `#rrggbb`; null until computed, '' if the file cannot be read. */
  color: Generated<string | null>;
  /** Highest version number that any upload has reserved. Reserving numbers keeps concurrent uploads from writing the same file. */
  reserved_version: Generated<number>;
  shows_minors: Generated<Flag | null>;
  /** Name of the person who consented to publication; '' without consent. */
  consent_by: Generated<string>;
  /** Day of the consent, YYYY-MM-DD, or ''. */
  consent_on: Generated<string>;
  consent_recorded_by: Generated<string>;
  consent_recorded_at: Generated<Timestamp | null>;
  default_alt: Generated<string>;
  is_decorative: Generated<Flag>;
  /** Whether this row is a previous file of an image, kept for the versions that show it. Documents cannot use this row. */
  is_copy: Generated<Flag>;
  /**
   * The image from which a copy was made. Consent, withdrawal and erasure treat both as the same photo. A copy of unknown origin has its own id here. Null for
   * images that are not copies, and for copies whose origin the scheduler has not looked up yet.
   */
  origin_id: Generated<string | null>;
  /** Alternative text without case and diacritics; null until computed. */
  alt_key: Generated<string | null>;
  /** A value of `UPLOAD_LOCATIONS`. The name of the column dates from before images could be uploaded to the library. */
  is_in_text: Generated<(typeof UPLOAD_LOCATIONS)[keyof typeof UPLOAD_LOCATIONS]>;
  uploaded_by: Generated<string | null>;
  upload_hash: Generated<string | null>;
  /** When the image was moved to the trash. Ignored while any content shows the image. */
  trashed_at: Generated<string | null>;
}

interface DocumentKey {
  kind: VersionKind;
  document_id: string;
}

export interface ContentTables {
  posts: PostTable;
  events: EventTable;
  programs: ProgramTable;
  gallery_images: GalleryImageTable;
  albums: AlbumTable;
  /** Images. This table and its foreign keys keep the names from the first release. */
  pictures: ImageTable;

  /** A document's state after a save. */
  versions: DocumentKey & {
    id: string;
    /** Counts the versions of this document from 1. */
    number: number;
    /** The document's timestamp in this state. If no version has the current timestamp, the current state was stored by another release. */
    document_updated_at: string;
    saved_at: string;
    /** Account id; '' if unknown. */
    saved_by: string;
    act: Version['act'];
    status: PublicationStatus;
    /** JSON array of the names of the fields that differ from the previous version. */
    changed: string;
    /** JSON object with the form's fields. Null after an erasure, if the version named a person who asked to be erased. */
    fields: Generated<string | null>;
    picture_id: Generated<string | null>;
  };
  version_images: { picture_id: string; version_id: string };
  document_drafts: DocumentKey & {
    user_id: string;
    base: string;
    /** JSON object with the changed fields, in the editor's format. */
    fields: string;
    saved_at: string;
  };

  /** State of a document's review. There is no row until a review is requested, and none after the document has been published. */
  reviews: DocumentKey & {
    state: Exclude<Review['state'], 'none'>;
    by_id: string;
    by_name: string;
    at: Timestamp;
  };
  review_comments: DocumentKey & { id: string; author_id: string; author_name: string; text: string; created_at: Timestamp };
  /** Link for readers without an account. The link stops working when its row is deleted. */
  review_links: DocumentKey & { id: string; created_by_id: string; created_by: string; created_at: Timestamp; expires_at: Timestamp };
  presences: DocumentKey & {
    tab: string;
    user_id: string;
    since: Timestamp;
    seen_at: Timestamp;
    /** When this tab's user took over editing; '' before that. */
    took_over_at: Timestamp | '';
  };

  /** A document's former slug, written by triggers. `document_id` is the last document that had this slug. */
  former_slugs: { kind: SlugKind; slug: string; document_id: string; changed_at: Timestamp };
  external_links: {
    id: string;
    url: string;
    state: Generated<ExternalLink['state']>;
    reason: Generated<ExternalLink['reason']>;
    http_status: Generated<number | null>;
    checked_at: Generated<Timestamp | null>;
    /** Night of the last check; see `domain/link-status.ts`. */
    checked_night: string;
    /** When the current series of failures began. */
    failed_at: Generated<Timestamp | null>;
    failures: Generated<number>;
    requested_at: Generated<Timestamp | null>;
    ignored_at: Generated<Timestamp | null>;
  };
  external_link_uses: DocumentKey & { link_id: string };
  /** Which images each document's texts show; see `text-images.ts`. */
  text_images: DocumentKey & { image_id: string; has_alt: Flag };
  /** Documents that have changed since `text_images` was last updated. Triggers fill this queue. */
  text_image_queue: DocumentKey;
  /** Documents whose links version 1.0.0 has not read yet. Triggers fill this queue with at most one row per document. This release does not use it. */
  link_queue: DocumentKey;
}
