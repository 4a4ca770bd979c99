import type { SlugKind } from '@site/shared/domain/kinds';

/** The address that a document has had; written by triggers. */
export interface FormerSlugTable {
  kind: SlugKind;
  slug: string;
  /** The last one that had it. */
  document_id: string;
  /** ISO 8601, UTC. */
  changed_at: string;
}
