import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { BulkBar } from '../listing/bulk-bar.tsx';
import type { RowChanges } from '../listing/use-row-changes.ts';
import { useSelection } from '../listing/use-selection.ts';
import { showFilters } from './gallery-filter.ts';
import { GalleryTools } from './gallery-tools.tsx';
import { imageRemoval, pictureCount, publishActions } from './image-changes.ts';
import { ImageGrid } from './image-grid.tsx';
import { MoveToAlbum } from './move-to-album.tsx';
import { type GalleryAddress, galleryPath } from './use-gallery-address.ts';

export interface GalleryBoardProps {
  readonly services: HostServices;
  readonly albums: readonly Album[];
  /** Those of the chosen album, before search and filter. */
  readonly inAlbum: readonly GalleryImage[];
  readonly shown: readonly GalleryImage[];
  readonly address: GalleryAddress;
  readonly onAddress: (changes: Partial<GalleryAddress>) => void;
  readonly changes: RowChanges<GalleryImage>;
  readonly mayPublish: boolean;
  /** A file was dropped on a sample that waits for a picture of our own. */
  readonly onReplace: (image: GalleryImage, file: File) => void;
  readonly refresh: () => Promise<void>;
}

const NothingShown = ({ total, onAddress }: { readonly total: number } & Pick<GalleryBoardProps, 'onAddress'>) =>
  total === 0 ? (
    <EmptyState level={2} title="No pictures here yet" message="Drop some anywhere on this screen, paste one, or press “Upload pictures”." />
  ) : (
    <EmptyState
      level={2}
      title="No picture matches"
      message="Other words or another filter may find it."
      action={<Button onClick={() => onAddress({ search: '', show: '' })}>Show all</Button>}
    />
  );

/** Search, filters and the pictures that pass them, with what can be done for several at once. */
export const GalleryBoard = ({ services, albums, inAlbum, shown, address, onAddress, changes, mayPublish, onReplace, refresh }: GalleryBoardProps) => {
  const selection = useSelection();
  // What is out of sight is not meant.
  const selected = shown.filter(({ _id }) => selection.ids.has(_id));
  const removal = imageRemoval(services, mayPublish);

  const finish = async (task: Promise<void>): Promise<void> => {
    await task;
    selection.set([]);
  };

  return (
    <>
      <GalleryTools filter={address} shows={showFilters(inAlbum)} onFilter={onAddress} count={`${shown.length} of ${pictureCount(inAlbum.length)}`} />
      {shown.length === 0 ? (
        <NothingShown total={inAlbum.length} onAddress={onAddress} />
      ) : (
        <ImageGrid
          images={shown}
          pathOf={({ _id }) => galleryPath({ ...address, image: _id })}
          selection={selection}
          onReplace={address.show === 'sample' ? onReplace : undefined}
        />
      )}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          selectAll={
            selected.length === shown.length
              ? null
              : { label: `Select all ${pictureCount(shown.length)}`, run: () => selection.set(shown.map(({ _id }) => _id)) }
          }
          actions={mayPublish ? publishActions(services) : []}
          isBusy={changes.isBusy}
          onAction={(action) => void finish(changes.run(action, selected))}
          onDelete={selected.some(removal.appliesTo) ? () => void finish(changes.remove(removal, selected)) : null}
          onClear={() => selection.set([])}
        >
          {mayPublish && <MoveToAlbum services={services} images={selected} albums={albums} onMoved={() => finish(refresh())} />}
        </BulkBar>
      )}
    </>
  );
};
