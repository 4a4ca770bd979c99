import type { LibraryImage } from '@site/shared/contracts/media';
import { ContentImage } from '@site/shared/ui/content-image';
import styles from './library-thumbnail.module.css';

/** Thumbnail of a library image in a grid. Has no alt text, because the name of the image is next to it. */
export const LibraryThumbnail = ({ image: { url, color } }: { readonly image: Pick<LibraryImage, 'url' | 'color'> }) => (
  <ContentImage
    src={url}
    alt=""
    color={color}
    width={160}
    height={160}
    widths={[160, 320, 480]}
    sizes="(min-width: 480px) 200px, 45vw"
    className={styles.image}
  />
);
