import type { Album } from '@site/shared/contracts/gallery';
import { deleteAlbum, orderAlbums, restoreAlbum } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow, IconButton } from '@site/shared/ui/button';
import { downIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { useUndo } from '../layout/undo-bar.tsx';
import styles from './album-head.module.css';
import { pictureCount } from './image-changes.ts';
import { move } from './move.ts';
import { NameDialog } from './name-dialog.tsx';

export interface AlbumHeadProps {
  readonly services: HostServices;
  readonly album: Album;
  /** All of them, in their order. */
  readonly albums: readonly Album[];
  readonly count: number;
  readonly isOrdering: boolean;
  /** Not given where there is nothing to put in order. */
  readonly onOrdering: ((isOrdering: boolean) => void) | undefined;
  readonly onChanged: () => Promise<void>;
  readonly onDeleted: () => Promise<void>;
}

const deletionWords = (count: number): string => {
  if (count === 0) return 'It holds no pictures.';
  return count === 1 ? 'Its picture stays in the gallery, without an album.' : `Its ${count} pictures stay in the gallery, without an album.`;
};

/** Name of the shown album, and what editors can do with it. */
export const AlbumHead = ({ services, album, albums, count, isOrdering, onOrdering, onChanged, onDeleted }: AlbumHeadProps) => {
  const offerUndo = useUndo();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [said, setSaid] = useState('');

  const restore = async (): Promise<void> => {
    const answer = await services.http.call(restoreAlbum, { params: { id: album._id } });
    if (!answer.ok) services.notify.error(failureWords(answer.error));
    await onChanged();
  };

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    const answer = await services.http.call(deleteAlbum, { params: { id: album._id } });
    setIsBusy(false);
    setOpen(null);
    if (!answer.ok) {
      setRefusal(failureWords(answer.error));
      return;
    }
    offerUndo({ words: 'Album deleted', undo: restore });
    await onDeleted();
    await onChanged();
  };

  const place = albums.findIndex(({ _id }) => _id === album._id);
  const moveTo = async (next: number): Promise<void> => {
    // Deaf at both ends, not disabled: the focus stays where it is.
    if (next < 0 || next >= albums.length) return;
    const albumIds = move(albums, place, next).map(({ _id }) => _id);
    setRefusal('');
    const answer = await services.http.call(orderAlbums, { body: { albumIds } });
    if (answer.ok) setSaid(`${album.name}: place ${next + 1} of ${albums.length}`);
    else setRefusal(failureWords(answer.error));
    await onChanged();
  };

  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        {album.name} <span className={styles.count}>{pictureCount(count)}</span>
      </h2>
      <ButtonRow>
        {onOrdering !== undefined && (
          <Button variant="secondary" size="small" pressed={isOrdering} onClick={() => onOrdering(!isOrdering)}>
            {isOrdering ? 'Done with the order' : 'Change order'}
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={() => setOpen('rename')}>
          Rename
        </Button>
        {albums.length > 1 && (
          <>
            <IconButton icon={upIcon} label="Move album up" className={styles.step} onClick={() => void moveTo(place - 1)} />
            <IconButton icon={downIcon} label="Move album down" className={styles.step} onClick={() => void moveTo(place + 1)} />
          </>
        )}
        <Button variant="quiet" size="small" onClick={() => setOpen('delete')}>
          Delete album
        </Button>
      </ButtonRow>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <FormRefusal>{refusal}</FormRefusal>
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
            “{album.name}” will be gone. {deletionWords(count)}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
};
