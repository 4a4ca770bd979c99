/** @jest-environment node */
import * as v from 'valibot';
import { type ContentCheck, checkContent, contentKind, formSchema, isBlank, numberField, richTextField, textField } from './content-kind.ts';
import { timestampField } from './form-fields.ts';

const NOW = new Date('2026-11-30T09:00:00.000Z');
const LATER = '2026-12-01T09:00:00.000Z';
const LATEST = '2026-12-02T09:00:00.000Z';

const post = contentKind({
  name: 'post',
  fields: {
    title: textField({ label: 'Title', maxLength: 10, required: 'Enter a title' }),
    body: richTextField({ label: 'Text', requiredToPublish: 'Enter a text' }),
    note: textField({ label: 'Note', maxLength: 10 }),
  },
  image: { name: 'image', label: 'Photo', altField: 'imageAlt', removeField: 'removeImage', altRequired: 'to-publish' },
  publishAtField: 'publishAt',
  check: ({ note }, isPublic) => (note === 'secret' && isPublic ? { note: 'Remove the note' } : {}),
});
const photo = contentKind({
  name: 'image',
  fields: { caption: textField({ label: 'Caption', maxLength: 10, requiredToPublish: 'Enter a caption' }) },
  image: { name: 'file', label: 'Photo', altField: 'alt', removeField: null, altRequired: 'in-editor' },
  publishAtField: null,
});

const VALUES = { title: 'Title', body: '<p>Text</p>', note: '', imageAlt: 'Two people' };
const check = (changes: Partial<ContentCheck> = {}) =>
  checkContent(post, { values: VALUES, status: 'published', publishAt: null, hasImage: true, now: NOW, ...changes });

describe('the fields of a kind', () => {
  const number = numberField({ label: 'Seats', min: 1, max: 10 });

  it.each([
    [textField({ label: 'Title', maxLength: 10 }), ' Title ', 'Title'],
    [textField({ label: 'Title', maxLength: 10 }), '', ''],
    [richTextField({ label: 'Text' }), ' <p>Text</p> ', ' <p>Text</p> '],
    [richTextField({ label: 'Text' }), 'a'.repeat(200_000), 'a'.repeat(200_000)],
    [richTextField({ label: 'Text' }), '<p>a</p>'.repeat(2000), '<p>a</p>'.repeat(2000)],
    [richTextField({ label: 'Text' }), `<p>${'a\n'.repeat(3000)}</p>`, `<p>${'a\n'.repeat(3000)}</p>`],
    [number, ' 7 ', 7],
    [number, '10', 10],
    [number, 7, 7],
    [number, 1, 1],
    [number, 10, 10],
    [number, '', null],
    [number, null, null],
  ])('NS-05 parse %#', ({ schema }, value, output) => {
    expect(v.parse(schema as v.GenericSchema, value)).toBe(output);
  });

  it.each([
    [textField({ label: 'Title', maxLength: 10 }), 'a'.repeat(11), 'Use 10 characters or fewer'],
    [textField({ label: 'Title', maxLength: 10, required: 'Enter a title' }), ' ', 'Enter a title'],
    [richTextField({ label: 'Text' }), 'a'.repeat(200_001), 'Use 200000 characters or fewer'],
    [richTextField({ label: 'Text' }), 'a\n'.repeat(2001), 'This text has more than 2000 paragraphs, links, cells and other parts. Split it into two'],
    [richTextField({ label: 'Text' }), '<p>a</p>'.repeat(2001), 'This text has more than 2000 paragraphs, links, cells and other parts. Split it into two'],
    [richTextField({ label: 'Text' }), '<br>'.repeat(2001), 'This text has more than 2000 paragraphs, links, cells and other parts. Split it into two'],
    [number, '0', 'Enter a whole number from 1 to 10'],
    [number, 11, 'Enter a whole number from 1 to 10'],
    [number, 1.5, 'Enter a whole number from 1 to 10'],
    [number, 'x7', 'Enter a whole number from 1 to 10'],
    [number, '7x', 'Enter a whole number from 1 to 10'],
    [number, '1e0', 'Enter a whole number from 1 to 10'],
    [number, '5.0', 'Enter a whole number from 1 to 10'],
    [number, '-', 'Enter a whole number from 1 to 10'],
    [number, true, 'Enter a whole number from 1 to 10'],
  ])('NS-05 reject %#', ({ schema }, value, message) => {
    expect(v.safeParse(schema as v.GenericSchema, value).issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it('describe themselves', () => {
    expect(textField({ label: 'Title', maxLength: 10, search: 'summary' })).toMatchObject({ label: 'Title', maxLength: 10, search: 'summary' });
    expect(richTextField({ label: 'Text', inSummary: 'beginning' })).toMatchObject({ label: 'Text', format: 'rich-text', inSummary: 'beginning' });
    expect(number).toMatchObject({ label: 'Seats', format: 'number' });
  });
});

describe('formSchema', () => {
  it('has the fields of every kind, and omits fields that were not sent', () => {
    expect(v.parse(formSchema(post), { title: ' Title ' })).toEqual({ title: 'Title' });
    const form = {
      status: 'scheduled',
      publishAt: LATER,
      unpublishAt: '',
      imageAlt: ' Two ',
      removeImage: 'true',
      updatedAt: 'x',
      isAutosave: 'true',
      imageId: 'i1',
    };
    const photoFields = {
      unchosen: '{"title":"Other"}',
      showsMinors: 'false',
      consentBy: 'Ada',
      consentOn: '2026-11-20',
      decorative: 'true',
      focalX: '0.5',
      focalY: '1',
    };
    expect(v.parse(formSchema(post), { ...form, ...photoFields })).toEqual({
      status: 'scheduled',
      publishAt: LATER,
      unpublishAt: null,
      imageAlt: 'Two',
      removeImage: true,
      updatedAt: 'x',
      isAutosave: true,
      imageId: 'i1',
      unchosen: { title: 'Other' },
      showsMinors: false,
      consentBy: 'Ada',
      consentOn: '2026-11-20',
      decorative: true,
      focalX: 0.5,
      focalY: 1,
    });
  });

  it('has no publication fields for a kind without drafts, and includes additional fields', () => {
    expect(Object.keys(formSchema(post).entries)).toEqual(expect.arrayContaining(['status', 'publishAt', 'unpublishAt', 'removeImage']));
    const entries = Object.keys(formSchema(photo, { takenAt: timestampField }).entries);
    expect(entries).toEqual(expect.arrayContaining(['caption', 'takenAt', 'alt', 'updatedAt', 'consentBy']));
    for (const name of ['status', 'publishAt', 'unpublishAt', 'removeImage', 'null']) expect(entries).not.toContain(name);
  });

  it.each([
    ['status', 'deleted', 'must be draft, scheduled, published or archived'],
    ['unchosen', '{', 'must be JSON'],
    ['imageAlt', 'a'.repeat(301), 'Use 300 characters or fewer'],
    ['consentBy', 'a'.repeat(201), 'Use 200 characters or fewer'],
  ])('rejects %s', (name, value, message) => {
    expect(v.safeParse(formSchema(post), { [name]: value }).issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it('rejects the id of an image that is too long', () => {
    expect(v.is(formSchema(post), { imageId: 'a'.repeat(60) })).toBe(true);
    expect(v.is(formSchema(post), { imageId: 'a'.repeat(61) })).toBe(false);
  });
});

describe('isBlank', () => {
  it.each([
    [{}, ' ', true],
    [{}, 'a', false],
    [{}, '<p></p>', false],
    [{ format: 'rich-text' }, '<p> <br></p>', true],
    [{ format: 'rich-text' }, '<p>a</p>', false],
    [{ format: 'rich-text' }, '<img src="/a.png">', false],
    [{ format: 'rich-text' }, '<p></p><iframe src="/a"></iframe>', false],
  ] as const)('%j "%s"', (field, value, expected) => {
    expect(isBlank(field, value)).toBe(expected);
  });
});

describe('checkContent', () => {
  const alt = { values: { ...VALUES, imageAlt: ' ' } };
  const message = 'Choose a date and time in the future';

  it.each<[string, Partial<ContentCheck>]>([
    ['a complete document', {}],
    ['a draft without a text', { status: 'draft', values: { title: 'Title' } }],
    ['an archived document without a text', { status: 'archived', values: { title: 'Title' } }],
    ['a note in a draft', { status: 'draft', values: { ...VALUES, note: 'secret' } }],
    ['an image without a description in a draft', { ...alt, status: 'draft' }],
    ['a decorative image without a description', { ...alt, isDecorative: true }],
    ['no image', { ...alt, hasImage: false }],
    ['a later publication', { status: 'scheduled', publishAt: LATER }],
    ['an end after the publication', { status: 'scheduled', publishAt: LATER, unpublishAt: LATEST }],
    ['a later end', { unpublishAt: LATER }],
    ['a past end of a draft', { status: 'draft', unpublishAt: NOW.toISOString() }],
  ])('NS-05 accepts %s', (_, changes) => {
    expect(check(changes)).toStrictEqual({});
  });

  it.each<[string, Partial<ContentCheck>, object]>([
    ['a draft without a title', { status: 'draft', values: {} }, { title: 'Enter a title' }],
    ['a public document without a text', { values: { ...VALUES, body: '<p></p>' } }, { body: 'Enter a text' }],
    ['a scheduled document without a text', { status: 'scheduled', publishAt: LATER, values: { title: 'Title' }, hasImage: false }, { body: 'Enter a text' }],
    ['a value that the kind does not allow', { values: { ...VALUES, note: 'secret' } }, { note: 'Remove the note' }],
    ['an image without a description', alt, { imageAlt: 'Describe the photo' }],
    ['a publication at the current time', { status: 'scheduled', publishAt: NOW.toISOString() }, { publishAt: message }],
    ['a publication without a time', { status: 'scheduled' }, { publishAt: message }],
    ['an end without a time of publication', { status: 'scheduled', unpublishAt: LATER }, { publishAt: message }],
    ['an end at the current time', { unpublishAt: NOW.toISOString() }, { unpublishAt: message }],
    ['an end at the time of publication', { status: 'scheduled', publishAt: LATER, unpublishAt: LATER }, { unpublishAt: 'Choose a time after publication' }],
  ])('NS-05 rejects %s', (_, changes, errors) => {
    expect(check(changes)).toEqual(errors);
  });

  it('NS-05 treats a kind without drafts as public', () => {
    const outcome = { values: {}, status: 'draft', publishAt: null, hasImage: true, now: NOW } as const;
    expect(checkContent(photo, outcome)).toEqual({ caption: 'Enter a caption' });
    expect(checkContent(photo, { ...outcome, status: 'scheduled' })).toEqual({ caption: 'Enter a caption' });
    expect(checkContent(photo, { ...outcome, isEditor: true })).toEqual({ caption: 'Enter a caption', alt: 'Describe the photo' });
  });

  it('NS-05 never requires a description if the kind does not', () => {
    const kind = { ...photo, image: { ...photo.image, altRequired: 'never' } } as const;
    expect(checkContent(kind, { values: { caption: 'a' }, status: 'published', publishAt: null, hasImage: true, now: NOW, isEditor: true })).toEqual({});
  });
});
