import type { KindName } from '@site/shared/domain/kinds';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Generated } from 'kysely';

/** What can be found by its text; triggers maintain it. Nothing that is in the trash, and no applications. See `search.ts`. */
export interface SearchDocumentTable {
  number: Generated<number>;
  kind: KindName;
  id: string;
  status: PublicationStatus;
  /** Like `text` without case and diacritics. */
  title: string;
  text: string;
}
