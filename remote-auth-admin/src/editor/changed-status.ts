import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { formatTime } from '../layout/format-time.ts';
import type { DocumentMetadata } from './editor-config.ts';

type PublicationState = Pick<DocumentMetadata, 'status' | 'version' | 'publishAt'>;

/**
 * Whether a scheduled document's publication time has passed since the document was opened. The document is already public or about to be. `now` is in
 * milliseconds.
 */
export const isOverdue = (metadata: PublicationState | null, now: number): boolean =>
  metadata?.status === 'scheduled' && metadata.publishAt !== null && Date.parse(metadata.publishAt) <= now;

const CHANGES: Readonly<Record<PublicationStatus, string>> = {
  published: 'This was published',
  archived: 'This was archived',
  scheduled: 'This was scheduled',
  draft: 'This was reverted to draft',
};

/** Describes a status change since the document was opened, for example "This was published at 12:18". */
export const describeStatusChange = ({ status, version }: PublicationState): string =>
  `${CHANGES[status]}${version === null ? '' : ` at ${formatTime(version)}`}`;
