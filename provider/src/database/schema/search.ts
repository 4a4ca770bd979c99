import type { KindName } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { ColumnType, Generated } from 'kysely';

/** Tables that searches read. Everything in them is derived from content. */
export interface SearchTables {
  /** The documents that text searches find, without the trash and without applications. Triggers maintain this table; see `search.ts`. */
  search_documents: {
    number: Generated<number>;
    kind: KindName;
    id: string;
    status: PublicationStatus;
    /** Without case and diacritics, like `text`. */
    title: string;
    text: string;
  };
  /** The documents that the public search finds: exactly the published ones. See `public-documents.ts`. */
  public_documents: {
    /** Higher for documents that were indexed later. */
    number: Generated<number>;
    kind: KindName;
    id: string;
    /** Folded words in their order, separated by spaces. */
    title: string;
    summary: string;
    /** Only PostgreSQL has these two columns, and the provider never reads their values: the distinct words of the title, and those of all texts. */
    title_words: ColumnType<never, readonly string[] | undefined, never>;
    words: ColumnType<never, readonly string[] | undefined, never>;
  };
  /** Content rows whose search documents must be rewritten; triggers insert them. */
  search_queue: { number: Generated<number>; kind: KindName; id: string };
  /** Every word of the public documents, and some words that no public document contains any more. */
  search_words: { word: string };
}
