import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Role } from '@site/shared/domain/roles';
import type { Generated } from 'kysely';

/** 1 or 0: neither engine's own boolean is used, because the two disagree. */
export type Flag = 0 | 1;
/** ISO-8601 text in UTC; it sorts like the time that it names. */
export type Moment = string;

export interface RevisionTable {
  id: number;
  number: number;
}

export interface UserTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** Null until the invitation is accepted. */
  password_hash: string | null;
  is_disabled: Flag;
  created_at: Moment;
  updated_at: Moment;
}

export interface SessionTable {
  id: string;
  user_id: string;
  is_remembered: Flag;
  created_at: Moment;
  expires_at: Moment;
  ended_at: Moment | null;
}

export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: Moment;
  /** When the token was exchanged for the next one. */
  used_at: Moment | null;
}

export interface LoginFailureTable {
  /** Hash of what is being throttled; no address is kept. */
  throttle_key: string;
  failures: number;
  window_ends_at: Moment;
}

export interface PictureTable {
  id: string;
  version: number;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** Where the subject stands, 0 to 1 from the left and from the top; null lets the cropper decide. */
  focal_x: number | null;
  focal_y: number | null;
  /** Stands within the text of a post or program, which names it by its address. */
  is_in_text: Generated<Flag>;
  is_sample: Flag;
  created_at: Moment;
}

export interface PostTable {
  id: string;
  slug: string;
  title: string;
  /** The title with case and marks folded. */
  search_key: Generated<string>;
  content: string;
  excerpt: string;
  picture_id: string | null;
  picture_alt: string;
  category: string;
  /** JSON list of strings. */
  tags: string;
  status: PublicationStatus;
  published_at: Moment | null;
  author_id: string | null;
  author_name: string;
  author_picture_id: string | null;
  is_sample: Flag;
  created_at: Moment;
  updated_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface EventTable {
  id: string;
  title: string;
  /** The title with case and marks folded. */
  search_key: Generated<string>;
  description: string;
  /** Day in Lagos, YYYY-MM-DD. */
  date: string;
  /** HH:MM in Lagos, or ''. */
  time: string;
  /** HH:MM in Lagos, or ''. */
  end_time: string;
  location: string;
  category: string;
  picture_id: string | null;
  picture_alt: string;
  tags: string;
  registration_link: string;
  status: PublicationStatus;
  /** When a scheduled event goes out. */
  publish_at: Generated<Moment | null>;
  /** Staff's own word on whether the event is to come; null leaves it to the clock. */
  upcoming_override: Flag | null;
  /** Follows from the columns above: the event is upcoming until then; '' never, and far off for ever. */
  upcoming_until: Generated<Moment>;
  author_id: string | null;
  is_sample: Flag;
  created_at: Moment;
  updated_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface AlbumTable {
  id: string;
  name: string;
  /** Lower case, unique. */
  name_key: string;
  position: number;
  is_sample: Flag;
  created_at: Moment;
  updated_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface GalleryImageTable {
  id: string;
  title: string;
  /** The title with case and marks folded. */
  search_key: Generated<string>;
  alt: string;
  picture_id: string;
  album_id: string | null;
  /** Within the album: 0 for images that nobody has placed yet, which come first, newest before older. */
  position: Generated<number>;
  is_published: Flag;
  author_id: string | null;
  is_sample: Flag;
  created_at: Moment;
  updated_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface ProgramTable {
  id: string;
  slug: string;
  title: string;
  content: string;
  picture_id: string | null;
  picture_alt: string;
  position: number;
  is_sample: Flag;
  created_at: Moment;
  updated_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface ApplicationTable {
  id: string;
  name: string;
  email: string;
  phone: string;
  qualification: string;
  location: string;
  skills: string;
  interests: string;
  motivation: string;
  read_at: Moment | null;
  is_sample: Flag;
  created_at: Moment;
  /** In the trash since; null outside it. */
  deleted_at: Generated<Moment | null>;
}

export interface InvitationTable {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
  created_at: Moment;
}

export interface PageViewTable {
  day: string;
  path: string;
  views: number;
}

export interface Tables {
  content_revision: RevisionTable;
  users: UserTable;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  login_failures: LoginFailureTable;
  pictures: PictureTable;
  posts: PostTable;
  events: EventTable;
  albums: AlbumTable;
  gallery_images: GalleryImageTable;
  programs: ProgramTable;
  applications: ApplicationTable;
  invitations: InvitationTable;
  page_views: PageViewTable;
}
