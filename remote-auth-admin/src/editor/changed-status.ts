import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { formatTime } from '../layout/format-time.ts';
import type { DocumentMetadata } from './editor-config.ts';

type Published = Pick<DocumentMetadata, 'status' | 'version' | 'publishAt'>;

/** Whether the hour of a scheduled document has come since it was opened: it is public by now, or will be in a moment. `now` in ms. */
export const isOverdue = (metadata: Published | null, now: number): boolean =>
  metadata?.status === 'scheduled' && metadata.publishAt !== null && Date.parse(metadata.publishAt) <= now;

const CHANGES: Readonly<Record<PublicationStatus, string>> = {
  published: 'This was published',
  archived: 'This was archived',
  scheduled: 'This was scheduled',
  draft: 'This was reverted to draft',
};

/** "This was published at 12:18", for a document that has another status than when it was opened. */
export const describeStatusChange = ({ status, version }: Published): string => `${CHANGES[status]}${version === null ? '' : ` at ${formatTime(version)}`}`;
