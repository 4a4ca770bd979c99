import { getPost, listPosts } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { getReadingMinutes, loadNewsArticle } from './news-data.ts';

describe('loadNewsArticle', () => {
  it('includes only the fields of related posts that their cards show', async () => {
    const related = postFixture({ _id: 'other', slug: 'other' });
    const services = hostServicesStub({
      responses: [
        [getPost, postFixture()],
        [listPosts, [postFixture(), related]],
      ],
    });
    const { slug } = postFixture();
    const request = new Request(`http://site.test/news/${slug}`);
    const loaded = await loadNewsArticle(services, { request, url: new URL(request.url), pattern: '/news/:slug', params: { slug }, context: {} });

    const { title, featuredImage: image, featuredImageAlt: imageAlt, publishedAt } = related;
    expect(loaded).toMatchObject({ data: { related: [{ path: '/news/other', title, image, imageAlt, publishedAt }] } });
    expect(JSON.stringify(loaded)).not.toContain('"excerpt"');
  });
});

describe('getReadingMinutes', () => {
  it.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [800, 4],
  ])('estimates that %i words take %i minutes', (words, minutes) => {
    expect(getReadingMinutes('word '.repeat(words))).toBe(minutes);
  });
});
