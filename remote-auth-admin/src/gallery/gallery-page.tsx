import type { GalleryImage } from '@site/shared/contracts/gallery';
import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useCallback, useState } from 'react';
import { useStore } from 'zustand/react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { useLastContent } from '../listing/use-last-content.ts';
import { useOpenedRow } from '../listing/use-opened-row.ts';
import { useRowChanges } from '../listing/use-row-changes.ts';
import { useUrlState } from '../listing/use-url-state.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { FileButton } from '../uploads/file-button.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { useScreenUploads } from '../uploads/use-screen-uploads.ts';
import { AlbumOrder } from './album-order.tsx';
import { AlbumHeader, AlbumList, NameDialog } from './albums.tsx';
import { ALL_ALBUMS, FIRST_IMAGE, GALLERY_VIEW_FORMAT, type GalleryContent, type GalleryData, loadAllImages } from './gallery-data.ts';
import styles from './gallery-page.module.css';
import { ImageBoard } from './image-board.tsx';
import { formatImageCount, IMAGES, imageRemoval } from './image-changes.ts';
import { ImageDialog } from './image-dialog.tsx';

interface OrderedAlbum {
  readonly id: string;
  /** All images in the album, because they cannot be reordered page by page. */
  readonly images: readonly GalleryImage[];
}

interface GalleryProps {
  readonly services: HostServices;
  readonly content: GalleryContent;
  /** Reason why `content` could not be refreshed; '' if the refresh succeeded. */
  readonly refreshError: string;
  readonly revalidate: () => Promise<void>;
}

const Gallery = ({ services, content: { page, albums, linkedImage }, refreshError, revalidate }: GalleryProps) => {
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const address = useUrlState(GALLERY_VIEW_FORMAT);
  const { state: view, isPending, update } = address;
  const changes = useRowChanges(services, IMAGES);
  const [ordered, setOrdered] = useState<OrderedAlbum | null>(null);
  const [dropped, setDropped] = useState<{ readonly id: string; readonly file: File }>();
  const [isNaming, setIsNaming] = useState(false);

  const loadOrder = async (id: string): Promise<void> => {
    const all = await loadAllImages(services, { album: id, filter: '', search: '' });
    if (all.ok) setOrdered({ id, images: all.value });
    else changes.setError(getApiErrorMessage(all.error));
  };
  const refresh = async (): Promise<void> => {
    await Promise.all([revalidate(), ordered === null ? undefined : loadOrder(ordered.id)]);
  };
  const album = albums.find(({ _id }) => _id === view.album);
  const { uploads, add } = useScreenUploads({ place: 'gallery', albumId: album?._id ?? '' }, refresh);
  const hasUploads = useStore(uploads, ({ rows }) => rows.length > 0);
  const images = page.rows.filter(({ _id }) => !changes.removedIds.has(_id));
  const removedCount = page.rows.length - images.length;
  const albumCount = (page.counts.album ?? page.counts.all) - removedCount;
  const isReordering = album !== undefined && albumCount > 1 && ordered?.id === album._id;

  const openId = view.image === FIRST_IMAGE && !isPending ? images[0]?._id : view.image;
  const loaded = [...images, ...(linkedImage === undefined || changes.removedIds.has(linkedImage._id) ? [] : [linkedImage])].find(({ _id }) => _id === openId);
  // The key includes the page, because the first image of every page has the same name in the URL.
  const { row: open, isDirty, markDirty } = useOpenedRow(`${view.image} ${view.page}`, loaded);
  const dialog = useUnsavedGuard(useCallback(() => isDirty, [isDirty]));
  const position = images.findIndex(({ _id }) => _id === open?._id);
  const next = position < 0 ? undefined : images[position + 1];
  const hasNextPage = position >= 0 && page.offset + page.rows.length < page.total;
  const openNext = () => (next === undefined && hasNextPage ? { image: FIRST_IMAGE, page: view.page + 1 } : { image: next?._id ?? '' });

  return (
    <div className={styles.page}>
      <ScreenHeader
        title="Gallery"
        lead={`${formatImageCount(page.counts.all - removedCount)} in ${albums.length === 1 ? '1 album' : `${albums.length} albums`}`}
        action={
          <ButtonRow>
            {mayPublish && (
              <Button variant="secondary" icon={plusIcon} onClick={() => setIsNaming(true)}>
                New album
              </Button>
            )}
            <FileButton onFiles={add}>Upload photos</FileButton>
          </ButtonRow>
        }
      />
      {hasUploads && <UploadPanel uploads={uploads} albums={albums} mayPublish={mayPublish} />}
      <div className={styles.columns}>
        <AlbumList albums={albums} imageCount={page.counts.all} view={view} />
        <div className={styles.board}>
          {album !== undefined && mayPublish && (
            <AlbumHeader
              key={album._id}
              services={services}
              album={album}
              albums={albums}
              count={albumCount}
              isReordering={isReordering}
              onReorder={albumCount > 1 ? (isOn) => (isOn ? void loadOrder(album._id) : setOrdered(null)) : undefined}
              onChanged={refresh}
              onDeleted={() => update({ album: ALL_ALBUMS, page: 1 })}
            />
          )}
          <FormError>{changes.error || refreshError}</FormError>
          {isReordering ? (
            <AlbumOrder key={`order of ${album._id}`} services={services} albumId={album._id} images={ordered.images} refresh={refresh} />
          ) : (
            <ImageBoard
              services={services}
              albums={albums}
              page={page}
              images={images}
              address={address}
              changes={changes}
              mayPublish={mayPublish}
              onReplace={({ _id }, file) => {
                setDropped({ id: _id, file });
                void update({ image: _id });
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
          hasNext={next !== undefined || hasNextPage}
          isDirty={isDirty}
          onDirty={markDirty}
          droppedFile={dropped?.id === open._id ? dropped.file : undefined}
          onSaved={(opensNext) => {
            setDropped(undefined);
            void update(opensNext ? openNext() : { image: '' }).then(refresh);
          }}
          onDelete={() => void update({ image: '' }).then(() => changes.remove(imageRemoval(services), [open]))}
          onClose={() => {
            setDropped(undefined);
            void update({ image: '' });
          }}
        />
      )}
      {isNaming && (
        <NameDialog
          services={services}
          album={null}
          onSaved={({ _id }) => {
            setIsNaming(false);
            void update({ album: _id, filter: '', search: '', page: 1 }).then(refresh);
          }}
          onClose={() => setIsNaming(false)}
        />
      )}
      <DropArea onFiles={add} />
      {dialog}
    </div>
  );
};

/** Lists the gallery's images and albums. */
export const GalleryPage = ({ services }: ScreenProps) => {
  const gallery = useLoaderData<GalleryData>();
  const { revalidate, state } = useRevalidator();
  const { content, message } = useLastContent(gallery);
  if (content !== undefined) return <Gallery services={services} content={content} refreshError={message} revalidate={revalidate} />;
  return (
    <div className={styles.page}>
      <ScreenHeader title="Gallery" />
      <PageFailure title="Failed to load the gallery" message={message} onRetry={() => void revalidate()} retrying={state === 'loading'} />
    </div>
  );
};
