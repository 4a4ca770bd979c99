import type { ExternalLink } from '@site/shared/contracts/external-link';
import type { VersionKind } from '@site/shared/domain/kinds';
import type { Generated } from 'kysely';
import type { Timestamp } from './schema.ts';

/** A link to another site, and what the checks of it have found. */
interface ExternalLinkTable {
  /** The hash of the address. */
  id: string;
  url: string;
  state: Generated<ExternalLink['state']>;
  reason: Generated<ExternalLink['reason']>;
  http_status: Generated<number | null>;
  checked_at: Generated<Timestamp | null>;
  /** The night of its last check; see `domain/link-verdict.ts`. */
  checked_night: string;
  /** The first of its failures in a row. */
  failed_at: Generated<Timestamp | null>;
  failures: Generated<number>;
  requested_at: Generated<Timestamp | null>;
  ignored_at: Generated<Timestamp | null>;
}

/** Which published documents contain it. */
interface ExternalLinkUseTable {
  link_id: string;
  kind: VersionKind;
  document_id: string;
}

/** Documents with links that have changed since `external_link_uses` was written; triggers maintain it. */
interface LinkQueueTable {
  kind: VersionKind;
  document_id: string;
}

export interface LinkTables {
  external_links: ExternalLinkTable;
  external_link_uses: ExternalLinkUseTable;
  link_queue: LinkQueueTable;
}
