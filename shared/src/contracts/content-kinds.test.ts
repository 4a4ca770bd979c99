/** @jest-environment node */
import * as v from 'valibot';
import { type ContentCheck, type ContentKind, checkContent, isBlank } from '../domain/content-kind.ts';
import { eventFormSchema, eventKind } from './event.ts';
import { galleryImageFormSchema, galleryImageKind } from './gallery.ts';
import { postFormSchema, postKind } from './post.ts';
import { programFormSchema, programKind } from './program.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

const check = (kind: ContentKind, changes: Partial<ContentCheck> = {}) =>
  checkContent(kind, { values: {}, status: 'draft', publishAt: null, hasImage: false, now: NOW, ...changes });

const getMessages = (schema: v.GenericSchema, values: object): Record<string, string> => {
  const parsed = v.safeParse(schema, values);
  return Object.fromEntries((parsed.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
};

const post = { title: 'Twelve schools', category: 'Schools', content: '<p>We asked.</p>' };
const event = { title: 'Open mic', date: '2026-12-05', time: '4:00 PM', location: 'Yaba' };

describe('the rules for saving (NS-05)', () => {
  it.each([
    ['a post without title', postKind, { values: {} }, { title: 'Enter a title' }],
    ['STAFF-04 a draft with only a title', postKind, { values: { title: 'a' } }, {}],
    ['a published post without category', postKind, { values: { ...post, category: '' }, status: 'published' }, { category: 'Enter a category' }],
    ['a draft without content', postKind, { values: { title: 'a', category: 'b' } }, {}],
    [
      'a published post without content',
      postKind,
      { values: { ...post, content: '<p> &nbsp; </p>' }, status: 'published' },
      { content: 'Write something before you publish' },
    ],
    [
      'a published post that is an image',
      postKind,
      { values: { ...post, content: '<figure><img src="/img/upload/a.webp"></figure>' }, status: 'published' },
      {},
    ],
    ['a draft with an image without alt text', postKind, { values: post, hasImage: true }, {}],
    [
      'a published post with an image without alt text',
      postKind,
      { values: post, hasImage: true, status: 'published' },
      { featuredImageAlt: 'Describe the photo' },
    ],
    [
      'a scheduled post without alt text',
      postKind,
      { values: post, hasImage: true, status: 'scheduled', publishAt: '2026-11-22T00:00:00.000Z' },
      { featuredImageAlt: 'Describe the photo' },
    ],
    ['a described image', postKind, { values: { ...post, featuredImageAlt: 'Pupils' }, hasImage: true, status: 'published' }, {}],
    [
      'a post scheduled for the past',
      postKind,
      { values: post, status: 'scheduled', publishAt: '2026-11-21T12:00:00.000Z' },
      { publishedAt: 'Choose a date and time in the future' },
    ],
    ['a post scheduled without a date', postKind, { values: post, status: 'scheduled' }, { publishedAt: 'Choose a date and time in the future' }],
    ['a post scheduled for the future', postKind, { values: post, status: 'scheduled', publishAt: '2026-11-21T12:00:00.001Z' }, {}],
    ['an archived post without content', postKind, { values: { ...post, content: '' }, status: 'archived' }, {}],
    ['an event draft', eventKind, { values: { title: 'Open mic' } }, {}],
    [
      'a published event with a title alone',
      eventKind,
      { values: { title: 'a' }, status: 'published' },
      { date: 'Enter a date', time: 'Enter a time', location: 'Enter a location' },
    ],
    [
      'an event scheduled for the past',
      eventKind,
      { values: event, status: 'scheduled', publishAt: '2026-01-01T00:00:00.000Z' },
      { publishAt: 'Choose a date and time in the future' },
    ],
    ['an event that ends before its start', eventKind, { values: { ...event, endTime: '3:59 PM' } }, { endTime: 'The end must not be before the start' }],
    ['an event that ends at its start', eventKind, { values: { ...event, endTime: '16:00' } }, {}],
    ['an event with only an end', eventKind, { values: { title: 'a', endTime: '4:00 PM' } }, { endTime: 'The end must not be before the start' }],
    ['an event image without alt text, in the API', eventKind, { values: event, hasImage: true, status: 'published' }, {}],
    [
      'an event image without alt text, in the editor',
      eventKind,
      { values: event, hasImage: true, status: 'published', isEditor: true },
      { featuredImageAlt: 'Describe the photo' },
    ],
    ['an event draft with an image, in the editor', eventKind, { values: event, hasImage: true, isEditor: true }, {}],
    ['an empty draft of a program', programKind, { values: {} }, { title: 'Enter a title' }],
    ['an empty published program', programKind, { values: {}, status: 'published' }, { title: 'Enter a title', content: 'Write something about the program' }],
    ['a draft of a program with an image without alt text', programKind, { values: { title: 'a', content: 'b' }, hasImage: true }, {}],
    [
      'a published program with an image without alt text',
      programKind,
      { values: { title: 'a', content: 'b' }, hasImage: true, status: 'published' },
      { coverImageAlt: 'Describe the photo' },
    ],
    [
      'a program scheduled for the past',
      programKind,
      { values: { title: 'a', content: 'b' }, status: 'scheduled', publishAt: '2026-01-01T00:00:00.000Z' },
      { publishAt: 'Choose a date and time in the future' },
    ],
    ['a gallery image', galleryImageKind, { values: {}, hasImage: true }, {}],
  ] as const)('checks %s', (_name, kind, changes, errors) => {
    expect(check(kind, changes)).toEqual(errors);
  });

  it.each([
    ['', true],
    ['<p></p>', true],
    ['<ul><li> &nbsp;</li></ul>', true],
    ['<p>a</p>', false],
    ['<iframe src="https://player.vimeo.com/video/1"></iframe>', false],
  ])('decides whether rich text %j is blank: %s', (html, expected) => {
    expect(isBlank({ format: 'rich-text' }, html)).toBe(expected);
  });
});

describe('the form schemas of the kinds', () => {
  it.each([
    [
      'post',
      postFormSchema,
      [
        'title',
        'excerpt',
        'content',
        'category',
        'tags',
        'slug',
        'authorName',
        'status',
        'publishedAt',
        'unpublishAt',
        'featuredImageAlt',
        'removeFeaturedImage',
      ],
    ],
    [
      'event',
      eventFormSchema,
      [
        'title',
        'description',
        'date',
        'time',
        'endDate',
        'endTime',
        'eventStatus',
        'attendanceMode',
        'location',
        'registrationLink',
        'category',
        'tags',
        'agenda',
        'audience',
        'speakers',
        'isUpcoming',
        'status',
        'publishAt',
        'unpublishAt',
        'featuredImageAlt',
        'removeFeaturedImage',
      ],
    ],
    [
      'program',
      programFormSchema,
      [
        'title',
        'content',
        'slug',
        'duration',
        'ages',
        'cost',
        'nextStart',
        'applyBy',
        'relatedTag',
        'status',
        'publishAt',
        'unpublishAt',
        'coverImageAlt',
        'removeCoverImage',
      ],
    ],
    ['gallery image', galleryImageFormSchema, ['title', 'album', 'published', 'alt']],
  ] as const)('accept the fields of a %s, all of which are optional', (_name, schema, names) => {
    expect(Object.keys(schema.entries).sort()).toEqual(
      [...names, 'updatedAt', 'isAutosave', 'imageId', 'unchosen', 'decorative', 'focalX', 'focalY', 'consentBy', 'consentOn', 'showsMinors'].sort(),
    );
    expect(v.parse(schema, {})).toEqual({});
  });

  it('limit texts and describe errors', () => {
    const longText = 'a'.repeat(200_001);
    expect(
      getMessages(postFormSchema, { title: ' ', slug: 'Ä', excerpt: longText, content: longText, category: '', status: 'gone', publishedAt: 'soon' }),
    ).toEqual({
      title: 'Enter a title',
      slug: 'Use lowercase letters, digits and hyphens, up to 80 characters',
      excerpt: 'Use 300 characters or fewer',
      content: 'Use 200000 characters or fewer',
      status: 'must be draft, scheduled, published or archived',
      publishedAt: 'Enter a date and time',
    });
    expect(getMessages(eventFormSchema, { date: '2026-02-30', time: '25:00', registrationLink: 'http://a.example', location: longText })).toEqual({
      date: 'Enter a date like 2026-11-21',
      time: 'Enter a time like 4:00 PM',
      registrationLink: 'Enter a link that begins with https://',
      location: 'Use 200 characters or fewer',
    });
  });

  it.each([
    ['the year 0000', '0000-05-01', false],
    ['the year before the first', '1999-12-31', false],
    ['the first day', '2000-01-01', true],
    ['the last day', '2100-12-31', true],
    ['the year after the last', '2101-01-01', false],
    ['the year 9999', '9999-12-31', false],
  ])('accept only dates in plausible years: %s', (_name, day, isAccepted) => {
    const message = 'Enter a date from 2000 to 2100';
    const toErrors = (names: readonly string[]) => (isAccepted ? {} : Object.fromEntries(names.map((name) => [name, message])));
    const at = `${day}T12:00:00Z`;
    expect(getMessages(postFormSchema, { publishedAt: at, unpublishAt: at })).toEqual(toErrors(['publishedAt', 'unpublishAt']));
    expect(getMessages(programFormSchema, { publishAt: at })).toEqual(toErrors(['publishAt']));
    expect(getMessages(eventFormSchema, { date: day, endDate: at, publishAt: at })).toEqual(toErrors(['date', 'endDate', 'publishAt']));
  });

  it('use the year in Lagos, where it begins an hour earlier', () => {
    expect(getMessages(postFormSchema, { publishedAt: '1999-12-31T23:00:00Z', unpublishAt: '2100-12-31T23:00:00Z' })).toEqual({
      unpublishAt: 'Enter a date from 2000 to 2100',
    });
  });

  it('convert multipart text to values', () => {
    expect(
      v.parse(postFormSchema, { title: ' a ', tags: 'b, c, b', publishedAt: '2026-11-21T10:00:00+01:00', removeFeaturedImage: 'true', focalX: '0.25' }),
    ).toEqual({
      title: 'a',
      tags: ['b', 'c'],
      publishedAt: '2026-11-21T09:00:00.000Z',
      removeFeaturedImage: true,
      focalX: 0.25,
    });
    expect(v.parse(eventFormSchema, { isUpcoming: 'auto', publishAt: '' })).toEqual({ isUpcoming: 'auto', publishAt: null });
  });

  it.each([postKind, eventKind, programKind, galleryImageKind])('of $label enforce the limit of every limited field', ({ fields }: ContentKind) => {
    for (const { schema, maxLength } of Object.values(fields)) {
      if (maxLength === undefined) continue;
      const messages = (text: string) => v.safeParse(schema, text).issues?.map(({ message }) => message) ?? [];
      expect(messages('a'.repeat(maxLength + 1))).toContain(`Use ${maxLength} characters or fewer`);
      expect(messages('a'.repeat(maxLength))).not.toContain(`Use ${maxLength} characters or fewer`);
    }
  });
});
