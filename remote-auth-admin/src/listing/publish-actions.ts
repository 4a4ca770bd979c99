import type { ApiError } from '@site/shared/contracts/api-error';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import { eyeIcon, eyeOffIcon, inboxIcon } from '@site/shared/ui/icon-shapes';
import { type BulkAction, formatCount, type RowKind } from './list-definition.ts';

interface Publishable {
  readonly status: PublicationStatus;
  readonly updatedAt: string | null;
}

interface StatusChange {
  readonly status: PublicationStatus;
  /** Timestamp of the displayed version. The provider rejects the change if there is a newer version. */
  readonly updatedAt?: string;
}

/** Creates the bulk actions "Publish", "Unpublish" and "Archive" for documents with a status. */
export const publishActions = <Row extends Publishable>(
  kind: RowKind<Row>,
  save: (row: Row, change: StatusChange) => Promise<Result<unknown, ApiError>>,
): readonly BulkAction<Row>[] => {
  const setStatus = (status: PublicationStatus) => (row: Row) => save(row, { status, ...(row.updatedAt === null ? {} : { updatedAt: row.updatedAt }) });
  return [
    {
      label: 'Publish',
      icon: eyeIcon,
      appliesTo: ({ status }) => status !== 'published',
      run: setStatus('published'),
      done: (count) => `${formatCount(kind, count)} published`,
    },
    {
      label: 'Unpublish',
      icon: eyeOffIcon,
      appliesTo: ({ status }) => status === 'published' || status === 'scheduled',
      run: setStatus('draft'),
      done: (count) => `${formatCount(kind, count)} unpublished`,
    },
    {
      label: 'Archive',
      icon: inboxIcon,
      appliesTo: ({ status }) => status === 'published' || status === 'draft',
      run: setStatus('archived'),
      done: (count) => `${formatCount(kind, count)} archived`,
    },
  ];
};
