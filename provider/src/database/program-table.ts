import type { ApplyWay } from '@site/shared/contracts/program';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Generated } from 'kysely';
import type { Flag, Timestamp } from './schema.ts';

export interface ProgramTable {
  id: string;
  slug: string;
  title: string;
  /** All texts by which staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
  content: string;
  picture_id: string | null;
  picture_alt: string;
  position: number;
  duration: Generated<string>;
  ages: Generated<string>;
  cost: Generated<string>;
  next_start: Generated<string>;
  apply_by: Generated<ApplyWay>;
  related_tag: Generated<string>;
  status: Generated<PublicationStatus>;
  /** When a scheduled program is published, or a published one first was; null for those that were public before programs had drafts. */
  publish_at: Generated<Timestamp | null>;
  unpublish_at: Generated<Timestamp | null>;
  is_sample: Flag;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Generated<Timestamp | null>;
}
