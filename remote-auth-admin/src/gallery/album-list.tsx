import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import styles from './album-list.module.css';
import { ALL_ALBUMS, imagesOf, NO_ALBUM } from './gallery-filter.ts';
import { type GalleryAddress, galleryPath } from './use-gallery-address.ts';

export interface AlbumListProps {
  readonly albums: readonly Album[];
  readonly images: readonly GalleryImage[];
  readonly address: GalleryAddress;
}

/** Albums with how many pictures each holds. Search and filter stay when another one is chosen. */
export const AlbumList = ({ albums, images, address }: AlbumListProps) => {
  const lines = [{ _id: ALL_ALBUMS, name: 'All pictures' }, ...albums, { _id: NO_ALBUM, name: 'No album' }];
  return (
    <nav className={styles.albums} aria-label="Albums">
      <ul className={styles.list}>
        {lines.map(({ _id, name }) => {
          const count = imagesOf(images, _id).length;
          return (
            <li key={_id}>
              <PlainLink to={galleryPath({ ...address, album: _id, image: '' })} className={styles.album} current={address.album === _id}>
                <span className={styles.name}>{name}</span>
                <span className={styles.count}>
                  {count}
                  <VisuallyHidden>{count === 1 ? ' picture' : ' pictures'}</VisuallyHidden>
                </span>
              </PlainLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
