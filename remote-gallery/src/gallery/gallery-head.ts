import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageHead } from '@site/shared/remote/remote-contract';
import { GALLERY_LEAD, GALLERY_TITLE } from './gallery-content.ts';
import type { GalleryData } from './gallery-data.ts';
import { galleryPath } from './gallery-path.ts';

export const getGalleryHead =
  (site: SiteConfig) =>
  (data: GalleryData | undefined): PageHead => {
    const albumName = data?.albums.find(({ id }) => id === data.album)?.name;
    const title = albumName === undefined ? GALLERY_TITLE : `${albumName}: ${GALLERY_TITLE}`;
    // The lightbox is part of its page and has no separate canonical URL.
    const path = data?.state === 'loaded' ? galleryPath({ album: data.album, page: data.view.page }) : '/gallery';
    const head = { title, description: `${GALLERY_LEAD}. Photos from ${site.organisationName}.`, canonicalPath: path };
    if (data?.state !== 'loaded' || data.view.images.length === 0) return head;
    const toAbsoluteUrl = (path: string): string => new URL(path, site.siteUrl).href;
    const openImage = data.view.images.find(({ id }) => id === data.photo);
    const cover = openImage ?? data.view.images[0];
    const imageGallery = {
      '@context': 'https://schema.org',
      '@type': 'ImageGallery',
      name: title,
      url: toAbsoluteUrl(path),
      image: data.view.images.map(({ url, title: name, createdAt }) => ({
        '@type': 'ImageObject',
        contentUrl: toAbsoluteUrl(url),
        name,
        ...(createdAt === null ? {} : { uploadDate: createdAt }),
      })),
    };
    return {
      ...head,
      ...(openImage === undefined ? {} : { sharePath: galleryPath({ album: data.album, photo: openImage.id }), shareTitle: openImage.title }),
      ...(cover === undefined ? {} : { image: (cover === openImage ? data.shareImage : undefined) ?? cover.url, imageAlt: cover.alt }),
      structuredData: [imageGallery],
    };
  };
