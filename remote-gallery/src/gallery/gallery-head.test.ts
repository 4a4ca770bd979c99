/** @jest-environment node */
import { siteFixture } from '@site/shared/testing/fixtures';
import type { GalleryData, ImageView } from './gallery-data.ts';
import { getGalleryHead } from './gallery-head.ts';

const image = (id: string, title: string, alt: string): ImageView => ({
  id,
  title,
  alt,
  url: `/img/upload/v1/${id}.webp`,
  color: undefined,
  width: 1500,
  height: 1000,
  createdAt: null,
  albumName: '',
});

const open = (photo: string | null): GalleryData => ({
  state: 'loaded',
  albums: [],
  album: null,
  photo,
  view: {
    images: [image('row', 'First row', 'Pupils'), image('box', 'Question box', 'A box')],
    offset: 0,
    total: 2,
    page: 1,
    pageCount: 1,
    before: null,
    after: null,
  },
  ...(photo !== null && { shareImage: `/img/share/photos/${photo}/1.jpg` }),
});

describe('the head of the gallery', () => {
  const getHead = getGalleryHead(siteFixture());

  it('GAL-01 uses the first photo for link previews', () => {
    expect(getHead(open(null))).toMatchObject({ title: 'Our Gallery', image: '/img/upload/v1/row.webp', imageAlt: 'Pupils' });
    expect(getHead(open(null))).not.toHaveProperty('shareTitle');
  });

  it('GAL-04 shares an open photo with its own title, image and URL', () => {
    expect(getHead(open('box'))).toMatchObject({
      title: 'Our Gallery',
      shareTitle: 'Question box',
      canonicalPath: '/gallery',
      sharePath: '/gallery?photo=box',
      image: '/img/share/photos/box/1.jpg',
      imageAlt: 'A box',
    });
  });
});
