import type { KindName } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { ColumnType, Generated } from 'kysely';

export interface SearchTables {
  /** Documents that staff searches can find: all that are not in the trash, but no applications. Triggers maintain this table; see `search.ts`. */
  search_documents: {
    number: Generated<number>;
    kind: KindName;
    id: string;
    status: PublicationStatus;
    title: string;
    text: string;
  };
  /** Documents that the public search can find: exactly the published ones. See `public-documents.ts`. */
  public_documents: {
    /** Higher for documents that were indexed later. */
    number: Generated<number>;
    kind: KindName;
    id: string;
    /** Folded words in their original order, separated by spaces. */
    title: string;
    summary: string;
    /** Distinct words of the title, and distinct words of all texts. PostgreSQL only, where indexes use them. */
    title_words: ColumnType<never, readonly string[] | undefined, never>;
    words: ColumnType<never, readonly string[] | undefined, never>;
  };
  /** Content rows that must be indexed again. Triggers fill this queue. */
  search_queue: { number: Generated<number>; kind: KindName; id: string };
  /** Every word in public documents, and some words that no public document contains any longer. */
  search_words: { word: string };
}
