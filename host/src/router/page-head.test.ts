import { pageHandle } from '@site/shared/remote/remote-contract';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createDocumentHead } from './page-head.ts';

const site = siteFixture({ siteUrl: 'https://site.test', organisationName: 'Better Tomorrow Initiative' });
const headOf = (own: object) =>
  createDocumentHead(
    [{ handle: pageHandle({ chunk: 'list', render: 'content', head: () => ({ title: 'List', description: 'A list', ...own }) }) }],
    site,
    '/list',
  );

describe('createDocumentHead', () => {
  it('makes the page known by its address without the query', () => {
    expect(headOf({})).toMatchObject({
      title: 'List | Better Tomorrow Initiative',
      canonical: 'https://site.test/list',
      image: 'https://site.test/link-preview.jpg',
    });
  });

  it.each([
    ['/img/upload/v1/a.webp', 'https://site.test/img/upload/f_jpg,q_auto,w_1200,h_630,c_fill/v1/a.webp'],
    ['/_mf/marketing/1/about.jpg', 'https://site.test/_mf/marketing/1/about.jpg'],
    ['https://elsewhere.test/a.jpg', 'https://elsewhere.test/a.jpg'],
  ])('asks for pictures of the provider as networks want them, 1200 x 630 and JPEG: %s', (image, expected) => {
    expect(headOf({ image }).image).toBe(expected);
  });

  it('makes a page that its query makes known by both', () => {
    expect(headOf({ canonicalPath: '/list?page=2' }).canonical).toBe('https://site.test/list?page=2');
  });
});
