import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { imageIcon, plusIcon } from '@site/shared/ui/icon-shapes';
import { useCallback, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { useRowChanges } from '../listing/use-row-changes.ts';
import { FileButton } from '../uploads/file-button.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { isUnderWay } from '../uploads/upload-store.ts';
import { useDroppedFiles } from '../uploads/use-dropped-files.ts';
import { AlbumHead } from './album-head.tsx';
import { AlbumList } from './album-list.tsx';
import { AlbumOrder } from './album-order.tsx';
import { GalleryBoard } from './gallery-board.tsx';
import { ALL_ALBUMS, filterImages, imagesOf, inOrder } from './gallery-filter.ts';
import type { GalleryContent } from './gallery-loader.ts';
import styles from './gallery-page.module.css';
import { imageRemoval, PICTURES, pictureCount } from './image-changes.ts';
import { ImageDialog } from './image-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useGalleryAddress } from './use-gallery-address.ts';
import { useGalleryUploads } from './use-gallery-uploads.ts';

export interface GalleryScreenProps {
  readonly services: HostServices;
  readonly content: GalleryContent;
  readonly refresh: () => Promise<void>;
}

const UPLOADS_LOST = 'Pictures are still being uploaded, or wait for it. Those that are not on the server yet will not come.';

export const GalleryScreen = ({ services, content, refresh }: GalleryScreenProps) => {
  const { albums } = content;
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const { address, go } = useGalleryAddress();
  const changes = useRowChanges(services, PICTURES);
  const images = inOrder(content.images, content.order).filter(({ _id }) => !changes.goneIds.has(_id));
  const uploads = useGalleryUploads(services, mayPublish, refresh);
  const hasUploads = useStore(uploads, ({ rows }) => rows.length > 0);
  const add = uploads.getState().add;
  const isOver = useDroppedFiles(add);
  const [dropped, setDropped] = useState<{ readonly id: string; readonly file: File }>();
  const [isNaming, setIsNaming] = useState(false);
  const [orderedAlbum, setOrderedAlbum] = useState('');
  const isDirty = useRef(false);
  const isUnsaved = () => isDirty.current || uploads.getState().rows.some((row) => row.state === 'ready' || isUnderWay(row));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads a ref and a store, which stay the same.
  const question = useUnsavedGuard(useCallback(isUnsaved, []), UPLOADS_LOST);

  const album = albums.find(({ _id }) => _id === address.album);
  const inAlbum = imagesOf(images, address.album);
  const shown = filterImages(images, albums, address);
  const isOrdering = inAlbum.length > 1 && orderedAlbum === album?._id;
  const position = shown.findIndex(({ _id }) => _id === address.image);
  const open = images.find(({ _id }) => _id === address.image);
  const next = position < 0 ? undefined : shown[position + 1];

  return (
    <div className={styles.page}>
      <ScreenHead
        title="Gallery"
        lead={`${pictureCount(images.length)} in ${albums.length === 1 ? '1 album' : `${albums.length} albums`}`}
        action={
          <ButtonRow>
            {mayPublish && (
              <Button variant="secondary" icon={plusIcon} onClick={() => setIsNaming(true)}>
                New album
              </Button>
            )}
            <FileButton onFiles={add}>Upload pictures</FileButton>
          </ButtonRow>
        }
      />
      {hasUploads && <UploadPanel uploads={uploads} albums={albums} albumId={album?._id ?? ''} mayPublish={mayPublish} />}
      <div className={styles.columns}>
        <AlbumList albums={albums} images={images} address={address} />
        <div className={styles.board}>
          {album !== undefined && mayPublish && (
            <AlbumHead
              key={album._id}
              services={services}
              album={album}
              albums={albums}
              count={inAlbum.length}
              isOrdering={isOrdering}
              onOrdering={inAlbum.length > 1 ? (isOn) => setOrderedAlbum(isOn ? album._id : '') : undefined}
              onChanged={refresh}
              onDeleted={() => go({ album: ALL_ALBUMS })}
            />
          )}
          <FormRefusal>{changes.refusal}</FormRefusal>
          {album !== undefined && isOrdering ? (
            <AlbumOrder key={`order of ${album._id}`} services={services} albumId={album._id} images={inAlbum} refresh={refresh} />
          ) : (
            <GalleryBoard
              key={`pictures of ${address.album}`}
              services={services}
              albums={albums}
              inAlbum={inAlbum}
              shown={shown}
              address={address}
              onAddress={(wanted) => void go(wanted)}
              changes={changes}
              mayPublish={mayPublish}
              onReplace={({ _id }, file) => {
                setDropped({ id: _id, file });
                void go({ image: _id });
              }}
              refresh={refresh}
            />
          )}
        </div>
      </div>
      {open !== undefined && (
        <ImageDialog
          key={`${open._id} ${open.updatedAt}`}
          services={services}
          image={open}
          albums={albums}
          mayPublish={mayPublish}
          hasNext={next !== undefined}
          isDirty={isDirty}
          dropped={dropped?.id === open._id ? dropped.file : undefined}
          onSaved={(goesOn) => {
            setDropped(undefined);
            void go({ image: goesOn ? (next?._id ?? '') : '' }).then(refresh);
          }}
          onDelete={() => {
            isDirty.current = false;
            void go({ image: '' }).then(() => changes.remove(imageRemoval(services, mayPublish), [open]));
          }}
          onClose={() => {
            setDropped(undefined);
            void go({ image: '' });
          }}
        />
      )}
      {isNaming && (
        <NameDialog
          services={services}
          album={null}
          onSaved={({ _id }) => {
            setIsNaming(false);
            void go({ album: _id, show: '', search: '' }).then(refresh);
          }}
          onClose={() => setIsNaming(false)}
        />
      )}
      {isOver && (
        <div className={styles.dropArea} aria-hidden="true">
          <p className={styles.dropWords}>
            <Icon shape={imageIcon} /> Drop the pictures to upload them
          </p>
        </div>
      )}
      {question}
    </div>
  );
};
