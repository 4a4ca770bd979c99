import type { Tables } from './schema.ts';

/** SQLite: the documents of a kind have numbers in a range of its own (migration 012), so that a search reads those of its kind only. */
export const NUMBERS_OF_KIND = 1_000_000_000_000;

export const FIRST_NUMBERS: Readonly<Record<Tables['search_documents']['kind'], number>> = {
  post: NUMBERS_OF_KIND,
  event: 2 * NUMBERS_OF_KIND,
  image: 3 * NUMBERS_OF_KIND,
  program: 4 * NUMBERS_OF_KIND,
};
