import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useCallback } from 'react';
import { useStore } from 'zustand/react';
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
import { LIBRARY_IMAGES } from './library-image.ts';
import { MediaBoard } from './media-board.tsx';
import { MEDIA_VIEW_FORMAT, type MediaContent, type MediaData } from './media-data.ts';
import { mediaRemoval } from './media-deletion.tsx';
import { getKey, MediaDialog } from './media-dialog.tsx';
import styles from './media-page.module.css';

const LEAD = 'All photos and where each one is used. You can also add photos for later use.';

interface MediaProps {
  readonly services: HostServices;
  readonly content: MediaContent;
  /** Reason why `content` could not be refreshed; '' if the refresh succeeded. */
  readonly refreshError: string;
  readonly revalidate: () => Promise<void>;
}

const Media = ({ services, content: { page, albums, linkedImage }, refreshError, revalidate }: MediaProps) => {
  const mayPublish = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const address = useUrlState(MEDIA_VIEW_FORMAT);
  const { state: view, update } = address;
  const changes = useRowChanges(services, LIBRARY_IMAGES);
  const { uploads, add } = useScreenUploads({ place: 'library', albumId: '' }, revalidate);
  const hasUploads = useStore(uploads, ({ rows }) => rows.length > 0);
  const images = page.rows.filter(({ _id }) => !changes.removedIds.has(_id));
  const loaded = [...images, ...(linkedImage === undefined ? [] : [linkedImage])].find(({ _id }) => _id === view.image);
  const { row: open, isDirty, markDirty } = useOpenedRow(view.image, loaded);
  const dialog = useUnsavedGuard(useCallback(() => isDirty, [isDirty]));
  const close = () => update({ image: '' });

  return (
    <div className={styles.page}>
      <ScreenHeader title="Media library" lead={LEAD} action={<FileButton onFiles={add}>Upload photos</FileButton>} />
      {hasUploads && <UploadPanel uploads={uploads} albums={albums} mayPublish={mayPublish} />}
      <FormError>{changes.error || refreshError}</FormError>
      <MediaBoard services={services} albums={albums} page={page} images={images} address={address} changes={changes} />
      {open !== undefined && (
        <MediaDialog
          key={getKey(open)}
          services={services}
          image={open}
          mayPublish={mayPublish}
          isDirty={isDirty}
          onDirty={markDirty}
          onSaved={() => void close().then(revalidate)}
          onDelete={() => void close().then(() => changes.remove(mediaRemoval(services), [open]))}
          onClose={() => void close()}
        />
      )}
      <DropArea onFiles={add} />
      {dialog}
    </div>
  );
};

/** Media library screen, with uploads and a dialog for the open image. */
export const MediaPage = ({ services }: ScreenProps) => {
  const media = useLoaderData<MediaData>();
  const { revalidate, state } = useRevalidator();
  const { content, message } = useLastContent(media);
  if (content !== undefined) return <Media services={services} content={content} refreshError={message} revalidate={revalidate} />;
  return (
    <div className={styles.page}>
      <ScreenHeader title="Media library" />
      <PageFailure title="Failed to load the photos" message={message} onRetry={() => void revalidate()} retrying={state === 'loading'} />
    </div>
  );
};
