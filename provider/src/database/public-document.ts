import type { ColumnType, Generated } from 'kysely';
import type { SearchDocumentTable } from './search-document.ts';

/** What the public search finds: everything that is published, and nothing else. See `public-documents.ts`. */
export interface PublicDocumentTable {
  /** The greater the later it was indexed. */
  number: Generated<number>;
  kind: SearchDocumentTable['kind'];
  id: string;
  /** Folded words in their order, separated by spaces. */
  title: string;
  summary: string;
  /** PostgreSQL only, and written only: all different words of the title, and those of all texts. */
  title_words: ColumnType<never, readonly string[] | undefined, never>;
  words: ColumnType<never, readonly string[] | undefined, never>;
}

/** Rows of content whose documents have to be written again; triggers insert them. */
export interface SearchQueueTable {
  number: Generated<number>;
  kind: SearchDocumentTable['kind'];
  id: string;
}

/** Every word of the public documents, and some that none has any more. */
export interface SearchWordTable {
  word: string;
}
