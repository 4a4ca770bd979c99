import type { GalleryImage } from '@site/shared/contracts/gallery';
import { orderAlbumImages } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { IconButton } from '@site/shared/ui/button';
import { leftIcon, rightIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { type DragEvent, useRef, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import styles from './album-order.module.css';
import { getImageName } from './image-changes.ts';
import { TileImage } from './image-tile.tsx';

/** Returns a copy of the list with the item at `from` moved to `to`. */
export const moveItem = <Item,>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from];
  if (item === undefined) return items;
  const remainingItems = items.filter((_item, position) => position !== from);
  remainingItems.splice(Math.max(to, 0), 0, item);
  return remainingItems;
};

/** Sorts by a list of ids. Images that are not listed come first, as they do at the provider. */
const sortByIds = (images: readonly GalleryImage[], ids: readonly string[]): readonly GalleryImage[] => {
  const positions = new Map(ids.map((id, position) => [id, position]));
  return images.toSorted((first, second) => (positions.get(first._id) ?? -1) - (positions.get(second._id) ?? -1));
};

interface AlbumOrderProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly albumId: string;
  /** All images in the album, in the stored order. */
  readonly images: readonly GalleryImage[];
  readonly refresh: () => Promise<void>;
}

/** Distinguishes an image dragged within the page from a dropped file, which is uploaded. */
const DRAG_TYPE = 'application/x-gallery-position';

/** Lets the user reorder an album's images by dragging, or with the buttons below each image (WCAG 2.5.7). */
export const AlbumOrder = ({ services, albumId, images: stored, refresh }: AlbumOrderProps) => {
  // Optimistic order, shown before the provider confirms.
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const images = chosenIds.length === 0 ? stored : sortByIds(stored, chosenIds);
  const latestIds = useRef(chosenIds);
  const pendingSave = useRef<Promise<void>>(Promise.resolve());
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [error, setError] = useState('');

  /** Runs saves in sequence, so that the last one wins. Skips superseded saves. */
  const save = async (imageIds: readonly string[], before: Promise<void>): Promise<void> => {
    await before;
    if (latestIds.current !== imageIds) return;
    const saved = await services.http.call(orderAlbumImages, { params: { id: albumId }, body: { imageIds: [...imageIds] } });
    setError(saved.ok ? '' : getApiErrorMessage(saved.error));
    if (!saved.ok) setChosenIds([]);
    await refresh();
  };

  const moveImage = (from: number, to: number): void => {
    const image = images[from];
    if (image === undefined || from === to || to < 0 || to >= images.length) return;
    const next = moveItem(images, from, to).map(({ _id }) => _id);
    setChosenIds(next);
    latestIds.current = next;
    pendingSave.current = save(next, pendingSave.current);
    setAnnouncement(`${getImageName(image)}: position ${to + 1} of ${images.length}`);
  };

  const dragProps = (index: number) => ({
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(DRAG_TYPE, String(index));
      dataTransfer.effectAllowed = 'move';
      setDragged(index);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      moveImage(dragged, index);
    },
    onDragEnd: () => {
      setDragged(null);
      setOver(null);
    },
  });

  return (
    <>
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      <FormError>{error}</FormError>
      <ol className={styles.grid} aria-label="Order of the photos">
        {images.map((image, index) => {
          const name = getImageName(image);
          return (
            <li key={image._id} className={over === index && dragged !== index ? styles.over : styles.tile} {...dragProps(index)}>
              <TileImage image={image} />
              <p className={styles.name}>
                {index + 1}. {name}
              </p>
              <div className={styles.buttons}>
                <IconButton icon={upIcon} label={`Move ${name} to the start`} onClick={() => moveImage(index, 0)} />
                <IconButton icon={leftIcon} label={`Move ${name} earlier`} onClick={() => moveImage(index, index - 1)} />
                <IconButton icon={rightIcon} label={`Move ${name} later`} onClick={() => moveImage(index, index + 1)} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
};
