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

/** Stores every field of a kind in the column of the same name. The database supplies a default if a row omits the column. */
type ColumnsOfKind<Kind extends ContentKind> = { -readonly [Column in keyof FieldColumns<Kind['fields']>]: Generated<FieldColumns<Kind['fields']>[Column]> };

/** Columns of every kind's table. */
interface DocumentColumns extends SampleColumns, SearchedColumns {
  title: string;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** Holds the title without case and diacritics, by which lists sort. */
interface TitleKeyColumn {
  search_key: Generated<string>;
}

interface WordColumns extends TitleKeyColumn {
  /** Every distinct word of all texts, including long ones, without case and diacritics. Staff searches match the beginnings of these words. */
  search_body: Generated<string>;
}

/** Columns of the table of every kind that has versions. */
interface VersionedColumns extends DocumentColumns {
  picture_id: string | null;
  picture_alt: string;
  status: Generated<PublicationStatus>;
  /** When a public document is taken off the site. */
  unpublish_at: Generated<Timestamp | null>;
}

/** `tags` is a JSON array of strings. */
interface PostTable extends Omit<ColumnsOfKind<typeof postKind>, 'title'>, VersionedColumns, WordColumns {
  published_at: Timestamp | null;
  author_id: string | null;
  author_picture_id: string | null;
}

/**
 * `date` is the day in Lagos, YYYY-MM-DD; `end_date` is the last day of an event that takes several days. `time` and `end_time` are times of day in Lagos as
 * staff wrote them: "4:00 PM" or "16:00". Fields without a value are ''.
 */
interface EventTable extends Omit<ColumnsOfKind<typeof eventKind>, 'title' | 'event_status' | 'attendance_mode'>, VersionedColumns, WordColumns {
  event_status: Generated<EventStatus>;
  attendance_mode: Generated<AttendanceMode | ''>;
  series_id: Generated<string>;
  /** When a scheduled event is published. */
  publish_at: Generated<Timestamp | null>;
  /** Set by staff to override the clock; null means that the clock decides. */
  upcoming_override: Flag | null;
  /** Computed from the columns above; '' if the event is never upcoming. */
  upcoming_until: Generated<Timestamp>;
  author_id: string | null;
}

interface ProgramTable extends Omit<ColumnsOfKind<typeof programKind>, 'title' | 'apply_by'>, VersionedColumns {
  apply_by: Generated<ApplyWay>;
  position: number;
  /** When a scheduled program is published, or when a published program first was. Null for programs that were public before programs had drafts. */
  publish_at: Generated<Timestamp | null>;
}

interface GalleryImageTable extends DocumentColumns, TitleKeyColumn {
  alt: string;
  picture_id: string;
  album_id: string | null;
  /** Position within the album. Images without an assigned position have 0 and come first, newest before older. */
  position: Generated<number>;
  /** Earlier releases write this column, and indexes use it. The database computes `status` from it; `status` has the same meaning as in the tables of other kinds. */
  is_published: Flag;
  status: GeneratedAlways<'draft' | 'published'>;
  author_id: string | null;
  /** Hash of the idempotency key of the request that created the image; null without one. */
  sent_hash: Generated<string | null>;
}

interface AlbumTable extends SampleColumns, SearchedColumns {
  name: string;
  /** Lower case, unique. */
  name_key: string;
  position: number;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** Places where an image can be uploaded. Images uploaded into the library stay there even if nothing shows them. */
export const UPLOADED_IN = { document: 0, text: 1, library: 2 } as const;

interface ImageTable extends SampleColumns {
  version: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** Focal point, 0 to 1 from the left and from the top; null lets the cropper decide. */
  focal_x: number | null;
  focal_y: number | null;
  /** The dominant colour as `#rrggbb`; null until it is known, '' if the file cannot be read. */
  color: Generated<string | null>;
  /** The highest version number that an upload has reserved, so that simultaneous uploads write separate files. */
  reserved_version: Generated<number>;
  /** Whether recognisable minors are shown; null if staff were not asked. */
  shows_minors: Generated<Flag | null>;
  /** The person who consented to publication; '' without consent. */
  consent_by: Generated<string>;
  /** The day of the consent, YYYY-MM-DD, or ''. */
  consent_on: Generated<string>;
  /** The name of the staff member who recorded the consent. */
  consent_recorded_by: Generated<string>;
  consent_recorded_at: Generated<Timestamp | null>;
  /** The alternative text that a document is offered when it chooses the image. */
  default_alt: Generated<string>;
  /** The image adds nothing to the surrounding text, so it needs no alternative text. */
  is_decorative: Generated<Flag>;
  /** A former file of an image, kept for versions that show it. Documents cannot choose it. */
  is_copy: Generated<Flag>;
  /**
   * The image that a copy comes from. Both are one photo for consent, withdrawal and erasure. A copy of unknown origin has its own id here. Null until the
   * scheduler has looked, and for images that are not copies.
   */
  origin_id: Generated<string | null>;
  /** The alternative text without case and diacritics; null until it is computed. */
  alt_key: Generated<string | null>;
  /** A value of `UPLOADED_IN`. The column name dates from a time without uploads into the library. */
  is_in_text: Generated<(typeof UPLOADED_IN)[keyof typeof UPLOADED_IN]>;
  /** The account that uploaded the image into the library. */
  uploaded_by: Generated<string | null>;
  /** Hash of the idempotency key of the upload. A repeated request stores the image only once. */
  upload_hash: Generated<string | null>;
  /** When the image was moved to the trash. The value has no effect while something shows the image. */
  trashed_at: Generated<string | null>;
}

/** Identifies the document that a row belongs to. */
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
  /** Images. This table and the columns that refer to it keep the names of the first release. */
  pictures: ImageTable;

  /** The state of a document after a save. */
  versions: DocumentKey & {
    id: string;
    /** Counts the versions of this document from 1. */
    number: number;
    /** The document's timestamp in this state. If no version has the current timestamp, another release stored the current state. */
    document_updated_at: string;
    saved_at: string;
    /** The account id; '' if unknown. */
    saved_by: string;
    act: Version['act'];
    status: PublicationStatus;
    /** JSON array of the names of the fields that differ from the previous version. */
    changed: string;
    /** JSON object of the form's fields. Null after an erasure, because the version named a person who asked for it. */
    fields: Generated<string | null>;
    picture_id: Generated<string | null>;
  };
  /** The images of a version, including those in its texts. */
  version_images: { picture_id: string; version_id: string };
  /** Changes to a document that a user has not saved yet. */
  document_drafts: DocumentKey & {
    user_id: string;
    /** The document's timestamp when the user started editing. */
    base: string;
    /** JSON object of the changed fields, as the editor holds them. */
    fields: string;
    saved_at: string;
  };

  /** The state of a document's review. There is no row before a review is requested or once the document is public. */
  reviews: DocumentKey & {
    state: Exclude<Review['state'], 'none'>;
    by_id: string;
    /** The name at that time, because the account may be deleted. */
    by_name: string;
    at: Timestamp;
  };
  review_comments: DocumentKey & { id: string; author_id: string; author_name: string; text: string; created_at: Timestamp };
  /** A link for readers who are not staff. The link stops working when its row is deleted. */
  review_links: DocumentKey & { id: string; created_by_id: string; created_by: string; created_at: Timestamp; expires_at: Timestamp };
  /** A browser tab that has a document open. */
  presences: DocumentKey & {
    tab: string;
    user_id: string;
    since: Timestamp;
    seen_at: Timestamp;
    /** '' until the tab's user takes over editing. */
    took_over_at: Timestamp | '';
  };

  /** A former slug of a document, written by triggers. `document_id` is the document that had it last. */
  former_slugs: { kind: SlugKind; slug: string; document_id: string; changed_at: Timestamp };
  /** A link to another site and the results of its checks. */
  external_links: {
    /** Hash of the URL. */
    id: string;
    url: string;
    state: Generated<ExternalLink['state']>;
    reason: Generated<ExternalLink['reason']>;
    http_status: Generated<number | null>;
    checked_at: Generated<Timestamp | null>;
    /** The night of the last check; see `domain/link-status.ts`. */
    checked_night: string;
    /** When the current run of failures began. */
    failed_at: Generated<Timestamp | null>;
    failures: Generated<number>;
    requested_at: Generated<Timestamp | null>;
    ignored_at: Generated<Timestamp | null>;
  };
  /** The published documents that contain a link. */
  external_link_uses: DocumentKey & { link_id: string };
  /** The documents whose texts show an image; see `text-images.ts`. */
  text_images: DocumentKey & { image_id: string; has_alt: Flag };
  /** Documents that have changed since `text_images` was last written. Triggers maintain the queue. */
  text_image_queue: DocumentKey;
  /** Documents whose links version 1.0.0 has yet to read. Triggers maintain the queue, with at most one row for each document; this release does not read it. */
  link_queue: DocumentKey;
}
