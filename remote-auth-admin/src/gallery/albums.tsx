import type { Album } from '@site/shared/contracts/gallery';
import { albumFormSchema, createAlbum, deleteAlbum, orderAlbums, restoreAlbum, updateAlbum } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow, IconButton } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { downIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import dialogStyles from '../forms/image-dialog.module.css';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { useUndo } from '../layout/undo-bar.tsx';
import { moveItem } from './album-order.tsx';
import styles from './albums.module.css';
import { ALL_ALBUMS, type GalleryView, getGalleryPath, NO_ALBUM } from './gallery-data.ts';
import { formatImageCount } from './image-changes.ts';

interface AlbumListProps {
  readonly albums: readonly Album[];
  /** Number of images in the gallery. */
  readonly imageCount: number;
  readonly view: GalleryView;
}

/** Lists the albums with their image counts. Choosing another album keeps the search and the filter. */
export const AlbumList = ({ albums, imageCount, view }: AlbumListProps) => {
  const albumImageCount = albums.reduce((sum, { count = 0 }) => sum + count, 0);
  const lines = [
    { _id: ALL_ALBUMS, name: 'All photos', count: imageCount },
    ...albums,
    { _id: NO_ALBUM, name: 'No album', count: imageCount - albumImageCount },
  ];
  return (
    <nav className={styles.albums} aria-label="Albums">
      <ul className={styles.list}>
        {lines.map(({ _id, name, count = 0 }) => (
          <li key={_id}>
            <PlainLink to={getGalleryPath({ ...view, album: _id, image: '', page: 1 })} className={styles.album} current={view.album === _id}>
              <span className={styles.name}>{name}</span>
              <span className={styles.albumCount}>
                {count}
                <VisuallyHidden>{count === 1 ? ' photo' : ' photos'}</VisuallyHidden>
              </span>
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};

interface NameDialogProps {
  readonly services: HostServices;
  /** Null for a new album. */
  readonly album: Album | null;
  readonly onSaved: (album: Album) => void;
  readonly onClose: () => void;
}

/** Creates or renames an album. */
export const NameDialog = ({ services, album, onSaved, onClose }: NameDialogProps) => {
  const { getError, message, isSending, handleSubmit } = useStaffForm({
    schema: albumFormSchema,
    fields: ['name'],
    send: (body) => (album === null ? services.http.call(createAlbum, { body }) : services.http.call(updateAlbum, { params: { id: album._id }, body })),
    onSent: (saved) => {
      services.notify.success(album === null ? 'Album created' : 'Album renamed');
      onSaved(saved);
    },
  });
  return (
    <StaffDialog title={album === null ? 'New album' : 'Edit album'} onClose={onClose}>
      <form className={dialogStyles.form} noValidate onSubmit={handleSubmit}>
        <FormError>{message}</FormError>
        <TextField label="Name" name="name" maxLength={80} defaultValue={album?.name ?? ''} autoComplete="off" error={getError('name')} />
        <ButtonRow>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSending}>
            {album === null ? 'Create album' : 'Rename'}
          </Button>
        </ButtonRow>
      </form>
    </StaffDialog>
  );
};

interface AlbumHeaderProps {
  readonly services: HostServices;
  readonly album: Album;
  /** All albums in order. */
  readonly albums: readonly Album[];
  readonly count: number;
  readonly isReordering: boolean;
  /** Undefined if there is nothing to reorder. */
  readonly onReorder: ((isReordering: boolean) => void) | undefined;
  readonly onChanged: () => Promise<void>;
  readonly onDeleted: () => Promise<void>;
}

const getDeletionText = (count: number): string => {
  if (count === 0) return 'It contains no photos.';
  return count === 1 ? 'Its photo stays in the gallery, without an album.' : `Its ${count} photos stay in the gallery, without an album.`;
};

/** Shows the name of the selected album and the actions available to editors. */
export const AlbumHeader = ({ services, album, albums, count, isReordering, onReorder, onChanged, onDeleted }: AlbumHeaderProps) => {
  const offerUndo = useUndo();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const [announcement, setAnnouncement] = useState('');

  const restore = async (): Promise<void> => {
    const restored = await services.http.call(restoreAlbum, { params: { id: album._id } });
    if (!restored.ok) services.notify.error(getApiErrorMessage(restored.error));
    await onChanged();
  };

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    const deletion = await services.http.call(deleteAlbum, { params: { id: album._id } });
    setIsBusy(false);
    setOpen(null);
    if (!deletion.ok) {
      setError(getApiErrorMessage(deletion.error));
      return;
    }
    offerUndo({ message: 'Album deleted', undo: restore });
    await onDeleted();
    await onChanged();
  };

  const position = albums.findIndex(({ _id }) => _id === album._id);
  const moveTo = async (next: number): Promise<void> => {
    // At either end, ignore the click instead of disabling the button, because a disabled button would lose focus.
    if (next < 0 || next >= albums.length) return;
    const albumIds = moveItem(albums, position, next).map(({ _id }) => _id);
    setError('');
    const orderResult = await services.http.call(orderAlbums, { body: { albumIds } });
    if (orderResult.ok) setAnnouncement(`${album.name}: position ${next + 1} of ${albums.length}`);
    else setError(getApiErrorMessage(orderResult.error));
    await onChanged();
  };

  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        {album.name} <span className={styles.count}>{formatImageCount(count)}</span>
      </h2>
      <ButtonRow>
        {onReorder !== undefined && (
          <Button variant="secondary" size="small" pressed={isReordering} onClick={() => onReorder(!isReordering)}>
            {isReordering ? 'Done reordering' : 'Reorder'}
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => setOpen('rename')}>
          Rename
        </Button>
        {albums.length > 1 && (
          <>
            <IconButton icon={upIcon} label="Move album up" className={styles.step} onClick={() => void moveTo(position - 1)} />
            <IconButton icon={downIcon} label="Move album down" className={styles.step} onClick={() => void moveTo(position + 1)} />
          </>
        )}
        <Button variant="quiet" size="small" onClick={() => setOpen('delete')}>
          Delete album
        </Button>
      </ButtonRow>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      <FormError>{error}</FormError>
      {open === 'rename' && (
        <NameDialog
          services={services}
          album={album}
          onSaved={() => {
            setOpen(null);
            void onChanged();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog title="Delete this album?" confirmLabel="Delete album" busy={isBusy} onConfirm={() => void remove()} onClose={() => setOpen(null)}>
          <p>
            “{album.name}” will be deleted. {getDeletionText(count)}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
};
