import { hasRole } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { SelectField } from '@site/shared/ui/field';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useCallback, useRef } from 'react';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { useUnsavedGuard } from '../forms/use-unsaved-guard.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { Pagination, SearchAndFilter } from '../listing/list-controls.tsx';
import { formatCount } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { useLastContent } from '../listing/use-last-content.ts';
import { useUrlState } from '../listing/use-url-state.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { DropArea } from '../uploads/drop-area.tsx';
import { FileButton } from '../uploads/file-button.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { useScreenUploads } from '../uploads/use-screen-uploads.ts';
import { LIBRARY_EXPORT, LIBRARY_IMAGES } from './library-image.ts';
import { ADDED, getMediaPath, loadAllLibraryImages, MEDIA_VIEW_FORMAT, type MediaContent, type MediaData, type MediaView, ORDERS } from './media-data.ts';
import { MediaDialog } from './media-dialog.tsx';
import styles from './media-page.module.css';
import { MediaTile } from './media-tile.tsx';

const LEAD = 'Every image of posts, events, programs, the gallery and texts, and what shows it; and images for later.';
const NOTHING: Partial<MediaView> = { search: '', filter: '', album: '', added: '' };

interface MediaProps {
  readonly services: HostServices;
  readonly content: MediaContent;
  /** Why `content` could not be refreshed; '' otherwise. */
  readonly refreshError: string;
  readonly revalidate: () => Promise<void>;
}

const withCount = (label: string, count: number | undefined): string => (count === undefined ? label : `${label} (${count.toLocaleString('en-US')})`);

const Media = ({ services, content: { page, albums, linked }, refreshError, revalidate }: MediaProps) => {
  const isEditor = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const { state: view, isPending, update, updateSoon } = useUrlState(MEDIA_VIEW_FORMAT);
  const { uploads, add } = useScreenUploads({ place: 'library', albumId: '' }, revalidate);
  const hasUploads = useStore(uploads, ({ rows }) => rows.length > 0);
  const isDirty = useRef(false);
  const dialog = useUnsavedGuard(useCallback(() => isDirty.current, []));
  const open = page.rows.find(({ _id }) => _id === view.image) ?? (linked?._id === view.image ? linked : undefined);
  const show = (changed: Partial<MediaView>) => void update({ page: 1, ...changed });
  const close = async (): Promise<void> => {
    isDirty.current = false;
    await update({ image: '' });
  };

  return (
    <div className={styles.page}>
      <ScreenHead title="Media" lead={LEAD} action={<FileButton onFiles={add}>Upload images</FileButton>} />
      {hasUploads && <UploadPanel uploads={uploads} albums={albums} mayPublish={isEditor} />}
      <FormError>{refreshError}</FormError>
      <SearchAndFilter
        search={view.search}
        filter={view.filter}
        filters={[
          { value: '', label: 'All' },
          { value: 'no-alt', label: withCount('Without alt text', page.counts.missingAlt) },
          { value: 'unused', label: withCount('Not used', page.counts.unused) },
        ]}
        onSearch={(search) => updateSoon({ search, page: 1 })}
        onFilter={(filter) => show({ filter })}
        count={`${page.total.toLocaleString('en-US')} of ${formatCount(LIBRARY_IMAGES, page.counts.all)}`}
      >
        <SelectField
          label="Album"
          name="album"
          options={[{ value: '', label: 'Any' }, ...albums.map(({ _id, name }) => ({ value: _id, label: name })), { value: 'none', label: 'No album' }]}
          value={view.album}
          onChange={({ target }) => show({ album: target.value })}
        />
        <SelectField
          label="Added"
          name="added"
          options={[{ value: '', label: 'At any time' }, ...ADDED]}
          value={view.added}
          onChange={({ target }) => show({ added: target.value })}
        />
        <SelectField
          label="Sort"
          name="sort"
          options={[{ value: '', label: 'Newest first' }, ...ORDERS]}
          value={view.sort}
          onChange={({ target }) => show({ sort: target.value })}
        />
      </SearchAndFilter>
      {page.rows.length === 0 && page.counts.all === 0 && (
        <EmptyState level={2} title="No images yet" message="Drop some anywhere on this screen, paste one, or press “Upload images”." />
      )}
      {page.rows.length === 0 && page.counts.all > 0 && (
        <EmptyState
          level={2}
          title="No image matches"
          message="Try another search or another filter."
          action={<Button onClick={() => show(NOTHING)}>Show all</Button>}
        />
      )}
      {page.rows.length > 0 && (
        <ul className={styles.grid} aria-label="Images" aria-busy={isPending}>
          {page.rows.map((image) => (
            <MediaTile key={image._id} image={image} path={getMediaPath({ ...view, image: image._id })} />
          ))}
        </ul>
      )}
      <Pagination offset={page.offset} total={page.total} size={view.size} onPage={(number) => show({ page: number })} onSize={(size) => show({ size })} />
      {page.rows.length > 0 && (
        <div>{listExport(services, { loadAll: (shown: MediaView) => loadAllLibraryImages(services, shown) }, LIBRARY_EXPORT)(view, [])}</div>
      )}
      {open !== undefined && (
        <MediaDialog
          key={`${open._id} ${open.version}`}
          services={services}
          image={open}
          isDirty={isDirty}
          onChanged={() => void close().then(revalidate)}
          onClose={() => void close()}
        />
      )}
      <DropArea onFiles={add} />
      {dialog}
    </div>
  );
};

/** The library of images. */
export const MediaPage = ({ services }: ScreenProps) => {
  const media = useLoaderData<MediaData>();
  const { revalidate, state } = useRevalidator();
  const { content, message } = useLastContent(media);
  if (content !== undefined) return <Media services={services} content={content} refreshError={message} revalidate={revalidate} />;
  return (
    <div className={styles.page}>
      <ScreenHead title="Media" />
      <PageFailure title="Failed to load the images" message={message} onRetry={() => void revalidate()} retrying={state === 'loading'} />
    </div>
  );
};
