import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useNavigate, useNavigation, useSearchParams } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import { EmailLink, MoreLink } from '@site/shared/ui/text-link';
import type { MouseEvent } from 'react';
import {
  ALBUM_NOT_FOUND,
  ALBUM_NOT_FOUND_HELP,
  ALL_PHOTOS,
  EMPTY_ALBUM,
  EMPTY_ALBUM_MESSAGE,
  GALLERY_LEAD,
  GALLERY_LOAD_FAILED,
  GALLERY_TITLE,
} from './gallery-content.ts';
import type { AlbumView, GalleryData, GalleryPageView } from './gallery-data.ts';
import styles from './gallery-page.module.css';
import { galleryPath, readGalleryParameters } from './gallery-path.ts';
import { ImageGrid } from './image-grid.tsx';
import { getLightboxSteps, Lightbox } from './lightbox.tsx';

interface AlbumFilterProps {
  readonly albums: readonly AlbumView[];
  readonly album: string | null;
}

/** "All Photos" and one button per album, in a GET form that works without JavaScript. */
const AlbumFilter = ({ albums, album }: AlbumFilterProps) => {
  const navigate = useNavigate();

  const selectAlbum = (event: MouseEvent<HTMLButtonElement>, id: string | null): void => {
    // While one of these keys is pressed, the browser submits the form into a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(galleryPath({ album: id }), { preventScrollReset: true });
  };

  const button = (id: string | null, name: string) => (
    <button
      key={id}
      className={styles.button}
      type="submit"
      name="album"
      value={id ?? ''}
      aria-pressed={id === album}
      onClick={(event) => selectAlbum(event, id)}
    >
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

const Pagination = ({ view, album }: { readonly view: GalleryPageView; readonly album: string | null }) => {
  const { page, pageCount } = view;
  if (pageCount <= 1) return null;
  return (
    <nav className={styles.pagination} aria-label="Pages of photos">
      {page > 1 && (
        <MoreLink to={galleryPath({ album, page: page - 1 })} back>
          Previous page
        </MoreLink>
      )}
      <p className={styles.position} aria-current="page">
        Page {page} of {pageCount}
      </p>
      {page < pageCount && <MoreLink to={galleryPath({ album, page: page + 1 })}>Next page</MoreLink>}
    </nav>
  );
};

interface AlbumContentProps {
  readonly data: GalleryData;
  readonly isPending: boolean;
}

const AlbumContent = ({ data, isPending }: AlbumContentProps) => {
  switch (data.state) {
    case 'failed':
      return <LoadFailure title={GALLERY_LOAD_FAILED} underHeading />;
    case 'missing':
      return <EmptyState title={ALBUM_NOT_FOUND} message={ALBUM_NOT_FOUND_HELP} level={2} action={<ButtonLink to="/gallery">{ALL_PHOTOS}</ButtonLink>} />;
    case 'loaded':
      if (data.view.total === 0) return <EmptyState title={EMPTY_ALBUM} message={EMPTY_ALBUM_MESSAGE} level={2} />;
      return (
        <>
          <ImageGrid view={data.view} album={data.album} isPending={isPending} />
          <Pagination view={data.view} album={data.album} />
        </>
      );
    default:
      return data satisfies never;
  }
};

export const GalleryPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const data = useLoaderData<GalleryData>();
  const [parameters] = useSearchParams();
  const { state, location } = useNavigation();
  const { photo } = readGalleryParameters(parameters);
  const steps = data.state === 'loaded' && photo !== null ? getLightboxSteps(data.view, photo) : null;
  const isPending = state === 'loading' && location.pathname === '/gallery';
  return (
    <>
      <PageBanner tone="lagoon" title={GALLERY_TITLE} lead={GALLERY_LEAD} pattern="eleko" />
      <Section spacing="tight" className={styles.column}>
        <AlbumFilter albums={data.albums} album={data.album} />
        <AlbumContent data={data} isPending={isPending} />
        <p>
          Are you or your child in a photo and want it removed? Write to <EmailLink email={services.site.email} />.
        </p>
      </Section>
      {data.state === 'loaded' && steps !== null && <Lightbox view={data.view} album={data.album} steps={steps} services={services} />}
    </>
  );
};
