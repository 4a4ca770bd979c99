import { MoreLink } from '@site/shared/ui/text-link';
import { galleryPath } from './gallery-address.ts';
import type { GalleryPageView } from './gallery-loader.ts';
import styles from './page-steps.module.css';

/** Steps through the pages of a large album, by plain links. */
export const PageSteps = ({ view, album }: { readonly view: GalleryPageView; readonly album: string | null }) => {
  const { page, pageCount } = view;
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.steps} aria-label="Pages of photos">
      {page > 1 && (
        <MoreLink to={galleryPath({ album, page: page - 1 })} back>
          Previous page
        </MoreLink>
      )}
      <p className={styles.place} aria-current="page">
        Page {page} of {pageCount}
      </p>
      {page < pageCount && <MoreLink to={galleryPath({ album, page: page + 1 })}>Next page</MoreLink>}
    </nav>
  );
};
