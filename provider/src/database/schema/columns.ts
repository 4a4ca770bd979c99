import type { Generated } from 'kysely';

/** A boolean, stored as a number because the booleans of the two engines differ. */
export type Flag = 0 | 1;
/** UTC time as ISO-8601 text, which sorts chronologically. */
export type Timestamp = string;

export interface SampleColumns {
  id: string;
  is_sample: Flag;
  created_at: Timestamp;
}

export interface SearchedColumns {
  /** All texts that staff search, without case and diacritics; the name comes first. */
  search_text: Generated<string>;
  /** See `derived-columns.ts`. */
  derived_from: Generated<string>;
}
