import { siteFixture } from '@site/shared/testing/fixtures';
import { toDocumentHead } from './document-head.ts';

const site = siteFixture({ siteUrl: 'https://site.test', organisationName: 'Better Tomorrow Initiative' });
const getHead = (own: object) => toDocumentHead({ title: 'List', description: 'A list', ...own }, site, '/list');

describe('toDocumentHead', () => {
  it('uses the URL without the query as the canonical one', () => {
    expect(getHead({})).toMatchObject({
      title: 'List | Better Tomorrow Initiative',
      canonical: 'https://site.test/list',
      image: 'https://site.test/link-preview.jpg',
    });
  });

  it.each([
    ['/img/upload/v1/a.webp', 'https://site.test/img/upload/f_jpg,q_auto,w_1200,h_630,c_fill/v1/a.webp'],
    ['/_mf/marketing/1/about.jpg', 'https://site.test/_mf/marketing/1/about.jpg'],
    ['https://elsewhere.test/a.jpg', 'https://elsewhere.test/a.jpg'],
  ])('requests images from the provider as JPEG in the size for social networks, 1200 x 630: %s', (image, expected) => {
    expect(getHead({ image }).image).toBe(expected);
  });

  it('names the site only in the title, because link previews name it themselves', () => {
    expect(getHead({})).toMatchObject({
      shareTitle: 'List',
      imageAlt: 'Better Tomorrow Initiative: the sun rising over patterned cloth',
      type: 'website',
      share: 'https://site.test/list',
    });
    expect(getHead({ title: '' })).toMatchObject({ title: site.organisationName, shareTitle: site.organisationName });
  });

  it('sets the image description, the type and the URL of link previews', () => {
    const own = { image: '/img/upload/v1/a.webp', imageAlt: 'Pupils around a box', type: 'article', sharePath: '/list?photo=7', shareTitle: 'A box' };

    expect(getHead(own)).toMatchObject({
      imageAlt: own.imageAlt,
      title: 'List | Better Tomorrow Initiative',
      shareTitle: 'A box',
      type: 'article',
      share: 'https://site.test/list?photo=7',
      canonical: 'https://site.test/list',
    });
  });

  it('includes the query if it selects a different page', () => {
    expect(getHead({ canonicalPath: '/list?page=2' }).canonical).toBe('https://site.test/list?page=2');
  });
});
