import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useNavigation, useSearchParams } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import { AlbumFilter } from './album-filter.tsx';
import { readGalleryAddress } from './gallery-address.ts';
import {
  ALBUM_EMPTY,
  ALBUM_EMPTY_MESSAGE,
  ALBUM_MISSING,
  ALBUM_MISSING_HELP,
  ALL_PHOTOS,
  GALLERY_FAILED,
  GALLERY_LEAD,
  GALLERY_TITLE,
} from './gallery-content.ts';
import type { GalleryData } from './gallery-loader.ts';
import styles from './gallery-page.module.css';
import { Lightbox } from './lightbox.tsx';
import { lightboxSteps } from './lightbox-steps.ts';
import { PageSteps } from './page-steps.tsx';
import { PhotoGrid } from './photo-grid.tsx';

interface PhotosProps {
  readonly data: GalleryData;
  readonly isWaiting: boolean;
}

const Photos = ({ data, isWaiting }: PhotosProps) => {
  switch (data.state) {
    case 'failed':
      return <LoadFailure title={GALLERY_FAILED} underHeading />;
    case 'missing':
      return <EmptyState title={ALBUM_MISSING} message={ALBUM_MISSING_HELP} level={2} action={<ButtonLink to="/gallery">{ALL_PHOTOS}</ButtonLink>} />;
    case 'loaded':
      if (data.view.total === 0) return <EmptyState title={ALBUM_EMPTY} message={ALBUM_EMPTY_MESSAGE} level={2} />;
      return (
        <>
          <PhotoGrid view={data.view} album={data.album} isWaiting={isWaiting} />
          <PageSteps view={data.view} album={data.album} />
        </>
      );
    default:
      return data satisfies never;
  }
};

/** Photos of all albums or of one, and any of them large in the lightbox. Album, page and photo stand in the address. */
export const GalleryPage = ({ services }: { readonly services: Pick<HostServices, 'notify' | 'site'> }) => {
  const data = useLoaderData<GalleryData>();
  const [parameters] = useSearchParams();
  const { state, location } = useNavigation();
  const { photo } = readGalleryAddress(parameters);
  const steps = data.state === 'loaded' && photo !== null ? lightboxSteps(data.view, photo) : null;
  const isWaiting = state === 'loading' && location.pathname === '/gallery';
  return (
    <>
      <PageBanner tone="lagoon" title={GALLERY_TITLE} lead={GALLERY_LEAD} pattern="eleko" />
      <Section spacing="tight" className={styles.column}>
        <AlbumFilter albums={data.albums} album={data.album} />
        <Photos data={data} isWaiting={isWaiting} />
      </Section>
      {data.state === 'loaded' && steps !== null && <Lightbox view={data.view} album={data.album} steps={steps} services={services} />}
    </>
  );
};
