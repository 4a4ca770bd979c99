import { DOCUMENT_KINDS } from './document-kinds.ts';
import type { Tables } from './schema.ts';

/** SQLite: the documents of a kind have numbers in a range of its own (migration 012), so that a search reads those of its kind only. */
export const NUMBERS_OF_KIND = 1_000_000_000_000;

export const getFirstNumber = (kind: Tables['search_documents']['kind']): number => DOCUMENT_KINDS[kind].search.range * NUMBERS_OF_KIND;
