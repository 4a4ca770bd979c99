import type { Generated } from 'kysely';

/** Boolean stored as a number, because the engines represent booleans differently. */
export type Flag = 0 | 1;
/** UTC time as an ISO 8601 string, which sorts chronologically. */
export type Timestamp = string;

export interface SampleColumns {
  id: string;
  is_sample: Flag;
  created_at: Timestamp;
}

export interface SearchedColumns {
  /** All texts that staff can search, without case and diacritics. The title or name comes first. */
  search_text: Generated<string>;
  derived_from: Generated<string>;
}
