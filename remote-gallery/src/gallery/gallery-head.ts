import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageHead } from '@site/shared/remote/remote-contract';
import { galleryPath } from './gallery-address.ts';
import { GALLERY_LEAD, GALLERY_TITLE } from './gallery-content.ts';
import type { GalleryData } from './gallery-loader.ts';

/** Head of the gallery; search engines get the photos of the page as an ImageGallery. */
export const galleryHead =
  (site: SiteConfig) =>
  (data: GalleryData | undefined): PageHead => {
    const albumName = data?.albums.find(({ id }) => id === data.album)?.name;
    const title = albumName === undefined ? GALLERY_TITLE : `${albumName}: ${GALLERY_TITLE}`;
    // A photo in the lightbox is a part of its page, and no page of its own.
    const path = data?.state === 'loaded' ? galleryPath({ album: data.album, page: data.view.page }) : '/gallery';
    const head = { title, description: `${GALLERY_LEAD}. Photos from ${site.organisationName}.`, canonicalPath: path };
    if (data?.state !== 'loaded' || data.view.photos.length === 0) return head;
    const absolute = (path: string): string => new URL(path, site.siteUrl).href;
    const [cover] = data.view.photos;
    const imageGallery = {
      '@context': 'https://schema.org',
      '@type': 'ImageGallery',
      name: title,
      url: absolute(path),
      image: data.view.photos.map(({ url, title: name, createdAt }) => ({
        '@type': 'ImageObject',
        contentUrl: absolute(url),
        name,
        ...(createdAt === null ? {} : { uploadDate: createdAt }),
      })),
    };
    return { ...head, ...(cover === undefined ? {} : { image: cover.url }), structuredData: [imageGallery] };
  };
