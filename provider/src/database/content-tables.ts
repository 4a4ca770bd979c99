import type { AttendanceMode, EventStatus, eventKind } from '@site/shared/contracts/event';
import type { ExternalLink } from '@site/shared/contracts/external-link';
import type { postKind } from '@site/shared/contracts/post';
import type { ApplyWay, programKind } from '@site/shared/contracts/program';
import type { Review } from '@site/shared/contracts/review';
import type { Version } from '@site/shared/contracts/version';
import type { ContentKind } from '@site/shared/domain/content-kind';
import type { KindName, SlugKind, VersionKind } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { FieldColumns } from '../domain/content-columns.ts';
import type { Flag, SampleColumns, SearchedColumns, Timestamp } from './schema.ts';

/** Every field of a kind in the column of its name, which the database fills if a row comes without it. */
type ColumnsOfKind<Kind extends ContentKind> = { -readonly [Column in keyof FieldColumns<Kind['fields']>]: Generated<FieldColumns<Kind['fields']>[Column]> };

/** What the table of every kind has. */
interface DocumentColumns extends SampleColumns, SearchedColumns {
  title: string;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}

/** The title without case and diacritics, by which lists sort. */
interface TitleKeyColumn {
  search_key: Generated<string>;
}

interface WordColumns extends TitleKeyColumn {
  /** Every word of all texts once, also of the long ones, without case and diacritics: staff search by their beginnings. */
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
interface PostTable extends Omit<ColumnsOfKind<typeof postKind>, 'title'>, VersionedColumns, WordColumns {
  published_at: Timestamp | null;
  author_id: string | null;
  author_picture_id: string | null;
}

/**
 * `date`: day in Lagos, YYYY-MM-DD; `end_date`: the last day, of an event of several days. `time` and `end_time`: time of day in Lagos as staff wrote it, "4:00 PM" or
 * "16:00". All four, and what is not stated, are '' without a value.
 */
interface EventTable extends Omit<ColumnsOfKind<typeof eventKind>, 'title' | 'event_status' | 'attendance_mode'>, VersionedColumns, WordColumns {
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

interface ProgramTable extends Omit<ColumnsOfKind<typeof programKind>, 'title' | 'apply_by'>, VersionedColumns {
  apply_by: Generated<ApplyWay>;
  position: number;
  /** When a scheduled program is published, or a published one first was; null for those that were public before programs had drafts. */
  publish_at: Generated<Timestamp | null>;
}

interface GalleryImageTable extends DocumentColumns, TitleKeyColumn {
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

/** Where an image was uploaded. What was uploaded into the library stays there although nothing shows it. */
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
  /** The dominant one, as `#rrggbb`; null until it is known, '' if the file cannot be read. */
  color: Generated<string | null>;
  /** The highest version that an upload has reserved; of simultaneous uploads, each writes its own file. */
  reserved_version: Generated<number>;
  /** Whether recognisable minors are shown; null when the question was not asked. */
  shows_minors: Generated<Flag | null>;
  /** Who agreed to the publication; '' without consent. */
  consent_by: Generated<string>;
  /** The day on which they agreed, YYYY-MM-DD, or ''. */
  consent_on: Generated<string>;
  /** The name of the member of staff who recorded it. */
  consent_recorded_by: Generated<string>;
  consent_recorded_at: Generated<Timestamp | null>;
  /** What a document is offered that chooses the image. */
  default_alt: Generated<string>;
  /** It adds nothing to the texts around it, and needs no alternative text. */
  is_decorative: Generated<Flag>;
  /** The former file of an image, for versions that show it; no document can choose it. */
  is_copy: Generated<Flag>;
  /** The image that a copy comes from: both are one photo, for consent, withdrawal and erasure. Its own id if that is not known; null until the scheduler has looked, and for other images. */
  origin_id: Generated<string | null>;
  /** The alternative text without case and diacritics; null until it is known. */
  alt_key: Generated<string | null>;
  /** The place of `UPLOADED_IN`; the name is of a time without uploads into the library. */
  is_in_text: Generated<(typeof UPLOADED_IN)[keyof typeof UPLOADED_IN]>;
  /** The account that uploaded it into the library. */
  uploaded_by: Generated<string | null>;
  /** Hash of the idempotency key with which it was sent: sent again, it is stored once. */
  upload_hash: Generated<string | null>;
  /** When it was put into the trash; without effect while something shows it. */
  trashed_at: Generated<string | null>;
}

/** The document of a row that belongs to one. */
interface DocumentKey {
  kind: VersionKind;
  document_id: string;
}

export interface ContentTables {
  posts: PostTable;
  events: EventTable;
  programs: ProgramTable;
  gallery_images: GalleryImageTable;
  /** Images; the names of this table and of the columns that refer to it are those of the first release. */
  pictures: ImageTable;

  /** What a document was after a save. */
  versions: DocumentKey & {
    id: string;
    /** Counts the versions of this document from 1. */
    number: number;
    /** The document's timestamp with it: a state that another release has stored has none here. */
    document_updated_at: string;
    saved_at: string;
    /** The id of the account, or '' where it is not known. */
    saved_by: string;
    act: Version['act'];
    status: PublicationStatus;
    /** JSON array of the names of fields that differ from the version before. */
    changed: string;
    /** JSON object of the form's fields; null: erased, because it named a person who asked for that. */
    fields: Generated<string | null>;
    picture_id: Generated<string | null>;
  };
  /** The images of a version, those in its text too. */
  version_images: { picture_id: string; version_id: string };
  /** What somebody has changed of a document and not saved yet. */
  document_drafts: DocumentKey & {
    user_id: string;
    /** The document's timestamp when the work began. */
    base: string;
    /** JSON object of the changed fields, as the editor holds them. */
    fields: string;
    saved_at: string;
  };

  /** Where the review of a document stands; there is no row before somebody asks, and none once it is public. */
  reviews: DocumentKey & {
    state: Exclude<Review['state'], 'none'>;
    by_id: string;
    /** As it was then: the account may be deleted. */
    by_name: string;
    at: Timestamp;
  };
  review_comments: DocumentKey & { id: string; author_id: string; author_name: string; text: string; created_at: Timestamp };
  /** A link for readers outside of the staff; it ends with its row. */
  review_links: DocumentKey & { id: string; created_by_id: string; created_by: string; created_at: Timestamp; expires_at: Timestamp };
  /** A tab that has a document open. */
  presences: DocumentKey & {
    tab: string;
    user_id: string;
    since: Timestamp;
    seen_at: Timestamp;
    /** '' while its writer has not taken over. */
    took_over_at: Timestamp | '';
  };

  /** The address that a document has had; written by triggers. `document_id`: the last one that had it. */
  former_slugs: { kind: SlugKind; slug: string; document_id: string; changed_at: Timestamp };
  /** A link to another site, and what the checks of it have found. */
  external_links: {
    /** The hash of the address. */
    id: string;
    url: string;
    state: Generated<ExternalLink['state']>;
    reason: Generated<ExternalLink['reason']>;
    http_status: Generated<number | null>;
    checked_at: Generated<Timestamp | null>;
    /** The night of its last check; see `domain/link-verdict.ts`. */
    checked_night: string;
    /** The first of its failures in a row. */
    failed_at: Generated<Timestamp | null>;
    failures: Generated<number>;
    requested_at: Generated<Timestamp | null>;
    ignored_at: Generated<Timestamp | null>;
  };
  /** Which published documents contain it. */
  external_link_uses: DocumentKey & { link_id: string };
  /** Which texts show an image; see `text-images.ts`. */
  text_images: DocumentKey & { image_id: string; has_alt: Flag };
  /** Documents that have changed since `external_link_uses`, or `text_images`, was written; triggers maintain both. */
  link_queue: DocumentKey;
  text_image_queue: DocumentKey;

  /** What can be found by its text; triggers maintain it. Nothing that is in the trash, and no applications. See `search.ts`. */
  search_documents: {
    number: Generated<number>;
    kind: KindName;
    id: string;
    status: PublicationStatus;
    /** Like `text` without case and diacritics. */
    title: string;
    text: string;
  };
  /** What the public search finds: everything that is published, and nothing else. See `public-documents.ts`. */
  public_documents: {
    /** The greater the later it was indexed. */
    number: Generated<number>;
    kind: KindName;
    id: string;
    /** Folded words in their order, separated by spaces. */
    title: string;
    summary: string;
    /** PostgreSQL only, and written only: all different words of the title, and those of all texts. */
    title_words: ColumnType<never, readonly string[] | undefined, never>;
    words: ColumnType<never, readonly string[] | undefined, never>;
  };
  /** Rows of content whose documents have to be written again; triggers insert them. */
  search_queue: { number: Generated<number>; kind: KindName; id: string };
  /** Every word of the public documents, and some that none has any more. */
  search_words: { word: string };
}
