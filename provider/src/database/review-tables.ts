import type { Review } from '@site/shared/contracts/review';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { Timestamp } from './schema.ts';

/** Where the review of a document stands; there is no row before somebody asks, and none once it is public. */
interface ReviewTable {
  kind: VersionKind;
  document_id: string;
  state: Exclude<Review['state'], 'none'>;
  by_id: string;
  /** As it was then: the account may be deleted. */
  by_name: string;
  at: Timestamp;
}

interface ReviewCommentTable {
  kind: VersionKind;
  document_id: string;
  id: string;
  author_id: string;
  author_name: string;
  text: string;
  created_at: Timestamp;
}

/** A link for readers outside of the staff; it ends with its row. */
interface ReviewLinkTable {
  kind: VersionKind;
  document_id: string;
  id: string;
  created_by_id: string;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** A tab that has a document open. */
interface PresenceTable {
  kind: VersionKind;
  document_id: string;
  tab: string;
  user_id: string;
  since: Timestamp;
  seen_at: Timestamp;
  /** '' while its writer has not taken over. */
  took_over_at: Timestamp | '';
}

export interface ReviewTables {
  reviews: ReviewTable;
  review_comments: ReviewCommentTable;
  review_links: ReviewLinkTable;
  presences: PresenceTable;
}
