import { useNavigate } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import type { MouseEvent } from 'react';
import styles from './album-filter.module.css';
import { galleryPath } from './gallery-address.ts';
import { ALL_PHOTOS } from './gallery-content.ts';
import type { AlbumView } from './gallery-loader.ts';

interface AlbumFilterProps {
  readonly albums: readonly AlbumView[];
  /** null: all photos. */
  readonly album: string | null;
}

/** "All Photos" and one button for each album. A form that asks for the page by address, so that it works without script too. */
export const AlbumFilter = ({ albums, album }: AlbumFilterProps) => {
  const navigate = useNavigate();

  const choose = (event: MouseEvent<HTMLButtonElement>, id: string | null): void => {
    // With Ctrl or ⌘ the browser's own submit opens the album in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(galleryPath({ album: id }), { preventScrollReset: true });
  };

  const button = (id: string | null, name: string) => (
    <button key={id} className={styles.button} type="submit" name="album" value={id ?? ''} aria-pressed={id === album} onClick={(event) => choose(event, id)}>
      {id === album && <Icon shape={checkIcon} />}
      {name}
    </button>
  );

  return (
    <form className={styles.filter} action="/gallery" method="get" aria-label="Albums">
      {button(null, ALL_PHOTOS)}
      {albums.map(({ id, name }) => button(id, name))}
    </form>
  );
};
