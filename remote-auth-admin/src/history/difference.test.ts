import { postFixture } from '@site/shared/testing/fixtures';
import { eventFixture } from '../testing/event-fixture.ts';
import { compareVersion } from './difference.ts';
import { toRestoredFields } from './restored-fields.ts';

const IMAGE_ID = '0123456789abcdef01234567';
const OTHER_IMAGE_ID = 'fedcba9876543210fedcba98';
const getImageUrl = (id: string) => `/img/upload/v1/${id}.webp?k=x`;

describe('a version compared with the current document', () => {
  const document = postFixture({ title: 'A day of hope', content: '<p>We came.</p>', slug: 'now', tags: ['one'], featuredImage: getImageUrl(OTHER_IMAGE_ID) });
  const fields = {
    title: 'A day of joy',
    content: '<p>We <b>came</b>.</p>',
    slug: 'then',
    tags: ['one'],
    excerpt: document.excerpt,
    category: document.category,
    featuredImageAlt: document.featuredImageAlt,
  };
  const version = { fields, imageId: IMAGE_ID, image: getImageUrl(IMAGE_ID) };

  it('NS-20 shows the fields, words and images that differ', () => {
    const { fields: differences, image } = compareVersion('post', version, document);

    expect(differences.map(({ name, label, isFormatOnly }) => [name, label, isFormatOnly])).toEqual([
      ['title', 'Title', false],
      ['content', 'Content', true],
      ['slug', 'Slug', false],
    ]);
    const [title] = differences;
    expect(title?.before.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'joy', isMarked: true }]);
    expect(title?.after.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'hope', isMarked: true }]);
    expect(image).toEqual({ label: 'Featured photo', before: getImageUrl(IMAGE_ID), after: getImageUrl(OTHER_IMAGE_ID) });
    expect(compareVersion('post', { ...version, imageId: OTHER_IMAGE_ID }, document).image).toBeNull();
  });

  it('NS-20 shows images that only one of the texts contains', () => {
    const withImage = { ...version, fields: { ...fields, content: '<p>We came.</p><figure><img src="/img/a.jpg" alt=""></figure>' } };
    const [, content] = compareVersion('post', withImage, document).fields;

    expect(content).toMatchObject({ name: 'content', imagesBefore: ['/img/a.jpg'], imagesAfter: [], isFormatOnly: false });
  });

  it('NS-21 is restored with its image, but without its slug', () => {
    expect(toRestoredFields('post', version, document)).toEqual({
      title: fields.title,
      content: fields.content,
      imageId: IMAGE_ID,
      imageSrc: getImageUrl(IMAGE_ID),
    });
    expect(toRestoredFields('post', { ...version, imageId: '', image: '' }, document)).toMatchObject({ removeFeaturedImage: 'true' });
    const event = eventFixture({ time: '16:00', featuredImage: '' });
    const before = { fields: { ...event, time: '4:30 PM', attendanceMode: '' } as unknown as Record<string, string>, imageId: '', image: '' };
    expect(toRestoredFields('event', before, event)).toMatchObject({ time: '16:30' });
  });
});
