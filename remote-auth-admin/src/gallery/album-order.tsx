import type { GalleryImage } from '@site/shared/contracts/gallery';
import { orderAlbumImages } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { IconButton } from '@site/shared/ui/button';
import { leftIcon, rightIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { type DragEvent, useRef, useState } from 'react';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import styles from './album-order.module.css';
import { inOrder } from './gallery-filter.ts';
import { imageName } from './image-changes.ts';
import { TilePicture } from './image-tile.tsx';
import { move } from './move.ts';

export interface AlbumOrderProps {
  readonly services: Pick<HostServices, 'http'>;
  readonly albumId: string;
  readonly images: readonly GalleryImage[];
  readonly refresh: () => Promise<void>;
}

/** Marks what is dragged as a picture of ours: files from elsewhere are for the upload. */
const DRAG_TYPE = 'application/x-gallery-place';

/** The pictures of an album, to be put in order: by dragging, or by the buttons under each (WCAG 2.5.7). */
export const AlbumOrder = ({ services, albumId, images: stored, refresh }: AlbumOrderProps) => {
  // What was put in order here stands so at once, whenever the provider's own order comes.
  const [wished, setWished] = useState<readonly string[]>([]);
  const images = wished.length === 0 ? stored : inOrder(stored, wished);
  const latest = useRef(wished);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState('');

  /** One after the other, so that the last one stands in the end; those that a later one has overtaken need no call. */
  const save = async (imageIds: readonly string[], before: Promise<void>): Promise<void> => {
    await before;
    if (latest.current !== imageIds) return;
    const answer = await services.http.call(orderAlbumImages, { params: { id: albumId }, body: { imageIds: [...imageIds] } });
    setRefusal(answer.ok ? '' : failureWords(answer.error));
    if (!answer.ok) setWished([]);
    await refresh();
  };

  const place = (from: number, to: number): void => {
    const image = images[from];
    if (image === undefined || from === to || to < 0 || to >= images.length) return;
    const next = move(images, from, to).map(({ _id }) => _id);
    setWished(next);
    latest.current = next;
    saving.current = save(next, saving.current);
    setSaid(`${imageName(image)}: place ${to + 1} of ${images.length}`);
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
      place(dragged, index);
    },
    onDragEnd: () => {
      setDragged(null);
      setOver(null);
    },
  });

  return (
    <>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <FormRefusal>{refusal}</FormRefusal>
      <ol className={styles.grid} aria-label="Order of the pictures">
        {images.map((image, index) => {
          const name = imageName(image);
          return (
            <li key={image._id} className={over === index && dragged !== index ? styles.over : styles.tile} {...dragProps(index)}>
              <TilePicture image={image} />
              <p className={styles.name}>
                {index + 1}. {name}
              </p>
              <div className={styles.buttons}>
                <IconButton icon={upIcon} label={`${name}: to the start`} onClick={() => place(index, 0)} />
                <IconButton icon={leftIcon} label={`${name}: earlier`} onClick={() => place(index, index - 1)} />
                <IconButton icon={rightIcon} label={`${name}: later`} onClick={() => place(index, index + 1)} />
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
};
