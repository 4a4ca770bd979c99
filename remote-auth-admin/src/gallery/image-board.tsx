import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { moveToAlbum } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { SelectField } from '@site/shared/ui/field';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { BulkBar, Pagination, SearchAndFilter } from '../listing/list-controls.tsx';
import { listExport } from '../listing/list-export.tsx';
import type { Page } from '../listing/list-source.ts';
import type { RowChanges } from '../listing/use-row-changes.ts';
import { useSelectAll } from '../listing/use-select-all.ts';
import { useSelection } from '../listing/use-selection.ts';
import type { UrlState } from '../listing/use-url-state.ts';
import { type GalleryView, getGalleryPath, loadAllImages, NO_ALBUM } from './gallery-data.ts';
import styles from './image-board.module.css';
import { formatImageCount, IMAGES, imagePublishActions, imageRemoval } from './image-changes.ts';
import { imageExport } from './image-export.ts';
import { ImageTile } from './image-tile.tsx';

interface MoveToAlbumProps {
  readonly services: HostServices;
  readonly images: readonly GalleryImage[];
  readonly albums: readonly Album[];
  readonly onMoved: () => Promise<void>;
}

/** Moves all selected images to an album, or none of them (API-15). */
const MoveToAlbum = ({ services, images, albums, onMoved }: MoveToAlbumProps) => {
  const [target, setTarget] = useState('');
  const { pending, error, run } = useMutation();
  const options = [...albums.map(({ _id, name }) => ({ value: _id, label: name })), { value: NO_ALBUM, label: 'No album' }];

  const move = () =>
    run(
      'move',
      () => services.http.call(moveToAlbum, { body: { imageIds: images.map(({ _id }) => _id), albumId: target === NO_ALBUM ? null : target } }),
      () => {
        services.notify.success(`${formatImageCount(images.length)} moved to “${options.find(({ value }) => value === target)?.label ?? ''}”`);
        void onMoved();
      },
    );

  return (
    <>
      <FormError>{error}</FormError>
      <div className={styles.move}>
        <SelectField
          label={<VisuallyHidden>Move to album</VisuallyHidden>}
          name="moveTo"
          emptyLabel="Move to album"
          options={options}
          value={target}
          onChange={({ target: { value } }) => setTarget(value)}
        />
        <Button variant="secondary" size="small" disabled={target === ''} busy={pending !== ''} onClick={() => void move()}>
          Move
        </Button>
      </div>
    </>
  );
};

interface ImageBoardProps {
  readonly services: HostServices;
  readonly albums: readonly Album[];
  readonly page: Page<GalleryImage>;
  /** The images on the page, except deleted ones. */
  readonly images: readonly GalleryImage[];
  readonly address: UrlState<GalleryView>;
  readonly changes: RowChanges<GalleryImage>;
  readonly mayPublish: boolean;
  /** Replaces a sample with a file that was dropped on it. */
  readonly onReplace: (image: GalleryImage, file: File) => void;
  readonly refresh: () => Promise<void>;
}

/** Shows search, filters, a page of images and bulk actions. */
export const ImageBoard = ({ services, albums, page, images, address, changes, mayPublish, onReplace, refresh }: ImageBoardProps) => {
  const { state: view, isPending, update, updateSoon } = address;
  const selection = useSelection(IMAGES.getId, JSON.stringify([view.album, view.filter, view.search]), images);
  const { isSelectingAll, selectAll } = useSelectAll(selection, changes.setError, () => loadAllImages(services, view));
  const selected = selection.rows;
  const removal = imageRemoval(services);
  const removedCount = page.rows.length - images.length;
  const total = page.total - removedCount;
  const albumCount = (page.counts.album ?? page.counts.all) - removedCount;
  const filterLabel = (label: string, count: number | undefined): string => (count === undefined ? label : `${label} (${count})`);
  const show = (changed: Partial<GalleryView>) => void update({ page: 1, ...changed });

  const exportImages = listExport(services, { loadAll: (shown: GalleryView) => loadAllImages(services, shown) }, imageExport(albums));
  const clearSelectionAfter = async (task: Promise<unknown>): Promise<void> => {
    await task;
    selection.clear();
  };

  return (
    <>
      <SearchAndFilter
        search={view.search}
        filter={view.filter}
        filters={[
          { value: '', label: 'All' },
          { value: 'no-alt', label: filterLabel('Without alt text', page.counts.missingAlt) },
          { value: 'unpublished', label: filterLabel('Not published', page.counts.draft) },
          { value: 'sample', label: filterLabel('Samples', page.counts.sample) },
        ]}
        onSearch={(search) => updateSoon({ search, page: 1 })}
        onFilter={(filter) => show({ filter })}
        count={`${total.toLocaleString('en-US')} of ${formatImageCount(albumCount)}`}
      />
      {images.length === 0 && albumCount === 0 && (
        <EmptyState level={2} title="No photos here yet" message="Drop photos anywhere on this screen, paste one, or choose “Upload photos”." />
      )}
      {images.length === 0 && albumCount > 0 && (
        <EmptyState
          level={2}
          title="No photos match"
          message="Try another search or another filter."
          action={<Button onClick={() => show({ search: '', filter: '' })}>Show all</Button>}
        />
      )}
      {images.length > 0 && (
        <ul className={styles.grid} aria-label="Photos" aria-busy={isPending}>
          {images.map((image) => (
            <ImageTile
              key={image._id}
              image={image}
              path={getGalleryPath({ ...view, image: image._id })}
              isSelected={selection.has(image)}
              onReplace={view.filter === 'sample' ? (file) => onReplace(image, file) : undefined}
              onSelect={(isRange) => selection.toggle(image, isRange, images)}
            />
          ))}
        </ul>
      )}
      <Pagination
        offset={page.offset}
        total={total}
        size={view.size}
        onPageChange={(number) => show({ page: number })}
        onSizeChange={(size) => show({ size })}
      />
      {selected.length === 0 && images.length > 0 && <div>{exportImages(view, [])}</div>}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          selectAll={selected.length < total ? { label: `Select all ${formatImageCount(total)}`, run: selectAll } : null}
          actions={mayPublish ? imagePublishActions(services) : []}
          isBusy={changes.isBusy || isSelectingAll}
          onAction={(action) => void changes.run(action, selected).then(selection.remove)}
          onDelete={selected.some(removal.appliesTo) ? () => void clearSelectionAfter(changes.remove(removal, selected)) : null}
          onClear={selection.clear}
        >
          {mayPublish && <MoveToAlbum services={services} images={selected} albums={albums} onMoved={() => clearSelectionAfter(refresh())} />}
          {exportImages(view, selected)}
        </BulkBar>
      )}
    </>
  );
};
