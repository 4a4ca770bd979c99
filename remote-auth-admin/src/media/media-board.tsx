import type { Album } from '@site/shared/contracts/gallery';
import type { LibraryImage } from '@site/shared/contracts/media';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { SelectField } from '@site/shared/ui/field';
import { useState } from 'react';
import { BulkBar, Pagination, SearchAndFilter } from '../listing/list-controls.tsx';
import { formatCount } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import type { Page } from '../listing/list-source.ts';
import type { RowChanges } from '../listing/use-row-changes.ts';
import { useSelectAll } from '../listing/use-select-all.ts';
import { useSelection } from '../listing/use-selection.ts';
import type { UrlState } from '../listing/use-url-state.ts';
import { LIBRARY_EXPORT, LIBRARY_IMAGES } from './library-image.ts';
import { ADDED_PERIODS, getMediaPath, loadAllLibraryImages, type MediaView, ORDERS } from './media-data.ts';
import { ConfirmDeletion, DeletionReport, type KeptImage, mediaRemoval } from './media-deletion.tsx';
import styles from './media-page.module.css';
import { MediaTile } from './media-tile.tsx';

const EMPTY_FILTERS: Partial<MediaView> = { search: '', filter: '', album: '', added: '' };

const withCount = (label: string, count: number | undefined): string => (count === undefined ? label : `${label} (${count.toLocaleString('en-US')})`);

interface MediaBoardProps {
  readonly services: HostServices;
  readonly albums: readonly Album[];
  readonly page: Page<LibraryImage>;
  /** The images on the page, except deleted ones. */
  readonly images: readonly LibraryImage[];
  readonly address: UrlState<MediaView>;
  readonly changes: RowChanges<LibraryImage>;
}

interface Deletion {
  readonly deletedCount: number;
  readonly keptImages: readonly KeptImage[];
}

/** Shows the search, the filters and a page of images. Selected images can be deleted and exported. */
export const MediaBoard = ({ services, albums, page, images, address, changes }: MediaBoardProps) => {
  const { state: view, isPending, update, updateSoon } = address;
  const selection = useSelection(LIBRARY_IMAGES.getId, JSON.stringify([view.album, view.filter, view.search, view.added]), images);
  const { isSelectingAll, selectAll } = useSelectAll(selection, changes.setError, () => loadAllLibraryImages(services, view));
  const [isConfirming, setIsConfirming] = useState(false);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const selected = selection.rows;
  const removal = mediaRemoval(services);
  const deletableImages = selected.filter(removal.appliesTo);
  const total = page.total - (page.rows.length - images.length);
  const show = (changed: Partial<MediaView>) => void update({ page: 1, ...changed });

  const remove = async (): Promise<void> => {
    setIsConfirming(false);
    const usedImages = selected.filter((image) => !removal.appliesTo(image)).map((row) => ({ row }));
    selection.clear();
    const failed = deletableImages.length === 0 ? [] : await changes.remove(removal, deletableImages);
    const keptImages = [...failed, ...usedImages];
    setDeletion(keptImages.length === 0 ? null : { deletedCount: deletableImages.length - failed.length, keptImages });
  };
  const exportImages = listExport(services, { loadAll: (shown: MediaView) => loadAllLibraryImages(services, shown) }, LIBRARY_EXPORT);

  return (
    <>
      {deletion !== null && <DeletionReport {...deletion} onClose={() => setDeletion(null)} />}
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
        count={`${total.toLocaleString('en-US')} of ${formatCount(LIBRARY_IMAGES, page.counts.all)}`}
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
          options={[{ value: '', label: 'At any time' }, ...ADDED_PERIODS]}
          value={view.added}
          onChange={({ target }) => show({ added: target.value })}
        />
        <SelectField
          label="Sort by"
          name="sort"
          options={[{ value: '', label: 'Newest first' }, ...ORDERS]}
          value={view.sort}
          onChange={({ target }) => show({ sort: target.value })}
        />
      </SearchAndFilter>
      {images.length === 0 && page.counts.all === 0 && (
        <EmptyState level={2} title="No photos yet" message="Drop photos anywhere on this screen, paste one, or choose “Upload photos”." />
      )}
      {images.length === 0 && page.counts.all > 0 && (
        <EmptyState
          level={2}
          title="No photos match"
          message="Try another search or another filter."
          action={<Button onClick={() => show(EMPTY_FILTERS)}>Show all</Button>}
        />
      )}
      {images.length > 0 && (
        <ul className={styles.grid} aria-label="Photos" aria-busy={isPending}>
          {images.map((image) => (
            <MediaTile
              key={image._id}
              image={image}
              path={getMediaPath({ ...view, image: image._id })}
              isSelected={selection.has(image)}
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
          selectAll={selected.length < total ? { label: `Select all ${formatCount(LIBRARY_IMAGES, total)}`, run: selectAll } : null}
          actions={[]}
          isBusy={changes.isBusy || isSelectingAll}
          onAction={() => undefined}
          onDelete={() => (deletableImages.length === 0 ? void remove() : setIsConfirming(true))}
          onClear={selection.clear}
        >
          {exportImages(view, selected)}
        </BulkBar>
      )}
      {isConfirming && (
        <ConfirmDeletion
          count={deletableImages.length}
          selectedCount={selected.length}
          onConfirm={() => void remove()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
};
