import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { moveToAlbum } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { SelectField } from '@site/shared/ui/field';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useState } from 'react';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { NO_ALBUM } from './gallery-filter.ts';
import { pictureCount } from './image-changes.ts';
import styles from './move-to-album.module.css';

export interface MoveToAlbumProps {
  readonly services: HostServices;
  readonly images: readonly GalleryImage[];
  readonly albums: readonly Album[];
  readonly onMoved: () => Promise<void>;
}

/** Moves all of the pictures into one album, or none of them (API-15). */
export const MoveToAlbum = ({ services, images, albums, onMoved }: MoveToAlbumProps) => {
  const [target, setTarget] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const options = [...albums.map(({ _id, name }) => ({ value: _id, label: name })), { value: NO_ALBUM, label: 'No album' }];

  const move = async (): Promise<void> => {
    setIsBusy(true);
    setRefusal('');
    const imageIds = images.map(({ _id }) => _id);
    const answer = await services.http.call(moveToAlbum, { body: { imageIds, albumId: target === NO_ALBUM ? null : target } });
    setIsBusy(false);
    if (!answer.ok) {
      setRefusal(failureWords(answer.error));
      return;
    }
    services.notify.success(`${pictureCount(images.length)} moved to “${options.find(({ value }) => value === target)?.label ?? ''}”`);
    await onMoved();
  };

  return (
    <>
      <FormRefusal>{refusal}</FormRefusal>
      <div className={styles.move}>
        <SelectField
          label={<VisuallyHidden>Move to album</VisuallyHidden>}
          name="moveTo"
          emptyLabel="Move to album"
          options={options}
          value={target}
          onChange={({ target: { value } }) => setTarget(value)}
        />
        <Button variant="secondary" size="small" disabled={target === ''} busy={isBusy} onClick={() => void move()}>
          Move
        </Button>
      </div>
    </>
  );
};
