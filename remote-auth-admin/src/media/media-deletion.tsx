import { deleteLibraryImage, type LibraryImage, restoreLibraryImage } from '@site/shared/contracts/media';
import { TRASH_DAYS } from '@site/shared/contracts/trash';
import type { HostServices } from '@site/shared/remote/host-services';
import { Link } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { useEffect, useRef } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { formatCount, type Removal } from '../listing/list-definition.ts';
import type { RowFailure } from '../listing/use-row-changes.ts';
import { describeUse, formatUses, getLibraryImageName, getUsePath, LIBRARY_IMAGES } from './library-image.ts';
import { LibraryThumbnail } from './library-thumbnail.tsx';
import styles from './media-deletion.module.css';

const formatImages = (count: number): string => formatCount(LIBRARY_IMAGES, count);

/** Deletes images from the media library. Images in use cannot be deleted, and contributors cannot delete images that other users uploaded. */
export const mediaRemoval = ({ http }: Pick<HostServices, 'http'>): Removal<LibraryImage> => ({
  appliesTo: ({ useCount, mayChange }) => useCount === 0 && mayChange,
  run: ({ _id }) => http.call(deleteLibraryImage, { params: { id: _id } }),
  restore: ({ _id }) => http.call(restoreLibraryImage, { params: { id: _id } }),
});

interface ConfirmDeletionProps {
  /** Number of images to delete. */
  readonly count: number;
  readonly selectedCount: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for a single confirmation for all selected images. */
export const ConfirmDeletion = ({ count, selectedCount, onConfirm, onClose }: ConfirmDeletionProps) => (
  <ConfirmDialog title={`Delete ${formatImages(count)}?`} confirmLabel={`Delete ${formatImages(count)}`} onConfirm={onConfirm} onClose={onClose}>
    <p>{`${count === 1 ? 'It will be moved' : 'They will be moved'} to the trash and can be restored for ${TRASH_DAYS} days.`}</p>
    {count < selectedCount && (
      <p>{`The other ${(selectedCount - count).toLocaleString('en-US')} of the selected photos cannot be deleted and will be kept.`}</p>
    )}
  </ConfirmDialog>
);

/** A selected image that was not deleted. `error` is set if the provider rejected the deletion. */
export type KeptImage = Pick<RowFailure<LibraryImage>, 'row'> & Partial<RowFailure<LibraryImage>>;

const Reason = ({ row: { uses, useCount }, error }: KeptImage) => {
  if (error !== undefined) return <span>{getApiErrorMessage(error)}</span>;
  if (useCount === 0) return <span>Someone else added it. Ask an editor to delete it.</span>;
  return (
    <span>
      {formatUses(useCount)}:{' '}
      {uses.map((use, index) => (
        <span key={`${use.kind} ${use._id} ${use.as}`}>
          {index > 0 && '; '}
          <Link to={getUsePath(use)}>{use.title || 'Untitled'}</Link> ({describeUse(use)})
        </span>
      ))}
      {useCount > uses.length && ` and ${(useCount - uses.length).toLocaleString('en-US')} more`}
    </span>
  );
};

interface DeletionReportProps {
  readonly deletedCount: number;
  readonly keptImages: readonly KeptImage[];
  readonly onClose: () => void;
}

/** Lists the selected images that were not deleted, each with the reason. */
export const DeletionReport = ({ deletedCount, keptImages, onClose }: DeletionReportProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // The bulk bar with the focused button has closed, so focus the heading.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.report} aria-labelledby="kept-images">
      <h2 ref={heading} id="kept-images" tabIndex={-1} className={styles.heading}>
        {deletedCount === 0 ? '' : `${formatImages(deletedCount)} deleted. `}
        {`${formatImages(keptImages.length)} not deleted`}
      </h2>
      <ul className={styles.list}>
        {keptImages.map((image) => (
          <li key={image.row._id} className={styles.item}>
            <span className={styles.thumbnail}>
              <LibraryThumbnail image={image.row} />
            </span>
            <span className={styles.text}>
              <strong className={styles.name}>{getLibraryImageName(image.row)}</strong>
              <Reason {...image} />
            </span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" onClick={onClose}>
        Close
      </Button>
    </section>
  );
};
