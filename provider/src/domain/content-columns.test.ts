import { checkContent, contentKind, formSchema, numberField, richTextField, textField } from '@site/shared/domain/content-kind';
import * as v from 'valibot';
import { checkColumns, createFieldReader, createSummary, getColumnNames, mergeColumns, toRow } from './content-columns.ts';

const kind = contentKind({
  name: 'event',
  label: 'Event',
  fields: {
    title: textField({ label: 'Title', maxLength: 140 }),
    seatCount: numberField({ label: 'Seats', min: 0, max: 500, requiredToPublish: 'Enter the seats' }),
  },
  image: { name: 'image', label: 'Photo', altField: 'imageAlt', removeField: 'removeImage', altRequired: 'never' },
  publishAtField: 'publishAt',
  hasSlug: false,
  minimumRole: 'contributor',
});
const schema = formSchema(kind);
const names = getColumnNames(kind);
const storedRow = { title: 'Open mic', seat_count: 40, picture_alt: '' };

describe('a number field', () => {
  it('is stored as a number, and null without a value', () => {
    expect(mergeColumns(kind, names, v.parse(schema, { seatCount: '60' }), storedRow).seat_count).toBe(60);
    expect(mergeColumns(kind, names, v.parse(schema, { seatCount: '' }), storedRow).seat_count).toBeNull();
    expect(mergeColumns(kind, names, v.parse(schema, {}), storedRow).seat_count).toBe(40);
    expect(mergeColumns(kind, names, v.parse(schema, { title: 'New' }), {})).toEqual({ title: 'New', seat_count: null, picture_alt: '' });
  });

  it('is read as a number', () => {
    const fields: { readonly title: string; readonly seatCount: number | null } = createFieldReader(kind)(storedRow);
    expect(fields).toEqual({ title: 'Open mic', seatCount: 40 });
  });

  it.each(['many', '1.5', '-1', '501'])('does not accept %s', (seatCount) => {
    const { issues = [] } = v.safeParse(schema, { seatCount });
    expect(issues.map(({ message }) => message)).toEqual(['Enter a whole number from 0 to 500']);
  });

  it.each([
    [null, { seatCount: 'Enter the seats' }],
    [0, {}],
  ])('with %p is checked like a text on publishing', (seats, errors) => {
    const outcome = { status: 'published', publishAt: null, hasImage: false, isDecorative: false, now: new Date() } as const;
    expect(checkColumns(kind, { names, columns: { ...storedRow, seat_count: seats }, ...outcome })).toEqual(errors);
    expect(checkContent(kind, { values: { title: 'Open mic', seatCount: seats === null ? '' : String(seats) }, ...outcome })).toEqual(errors);
  });
});

describe('the columns of a kind', () => {
  const article = contentKind({
    name: 'event',
    label: 'Event',
    fields: {
      title: textField({ label: 'Title', maxLength: 140 }),
      theText: richTextField({ label: 'Text', inSummary: 'beginning' }),
      schedule: richTextField({ label: 'Schedule', acceptsPlainText: true, inSummary: 'nothing' }),
    },
    image: { name: 'image', label: 'Photo', altField: 'imageAlt', removeField: 'removeImage', altRequired: 'to-publish' },
    publishAtField: 'publishAt',
    hasSlug: false,
    minimumRole: 'contributor',
  });
  const articleNames = { ...getColumnNames(article), tags: 'tags', isPinned: 'is_pinned' };
  const merge = (form: Parameters<typeof mergeColumns>[2], before: Parameters<typeof mergeColumns>[3] = {}) =>
    mergeColumns(article, articleNames, form, before);

  it('have the names of the fields in snake case', () => {
    expect(getColumnNames(article)).toEqual({ title: 'title', theText: 'the_text', schedule: 'schedule', imageAlt: 'picture_alt' });
  });

  it('keep stored values that the form does not have, and are empty without any', () => {
    expect(merge({ title: 'New' }, { the_text: '<p>Old</p>', tags: '["a"]' })).toEqual({
      title: 'New',
      the_text: '<p>Old</p>',
      schedule: '',
      picture_alt: '',
      tags: '["a"]',
      is_pinned: '',
    });
  });

  it('hold flags as 0 and 1, and lists as JSON', () => {
    expect(merge({ isPinned: true, tags: ['a', 'b'] })).toMatchObject({ is_pinned: 1, tags: '["a","b"]' });
    expect(merge({ isPinned: false, tags: null })).toMatchObject({ is_pinned: 0, tags: null });
  });

  it.each([
    ['theText', 'the_text', '<p onclick="x()">Text</p>', '<p>Text</p>'],
    ['theText', 'the_text', ' Text\r\nmore & more ', 'Text\r\nmore &amp; more'],
    ['schedule', 'schedule', '<p onclick="x()">Text</p>', '<p>Text</p>'],
    ['schedule', 'schedule', ' Text\r\nmore & more\rlines\n', 'Text\nmore & more\nlines'],
    ['title', 'title', '<b onclick="x()">A & B</b>', '<b onclick="x()">A & B</b>'],
  ])('hold rich text sanitised, and plain text as it is: %s', (name, column, value, expected) => {
    expect(merge({ [name]: value })[column]).toBe(expected);
  });

  it('are shortened in summaries', () => {
    const summarise = createSummary(article);
    expect(summarise({ title: 'Title', the_text: `<p>${'a'.repeat(700)}</p>`, schedule: 'Text' })).toEqual({ theText: 'a'.repeat(600), schedule: '' });
    expect(summarise({ the_text: null })).toEqual({ theText: '', schedule: '' });
  });

  it('are checked by the rules of the kind', () => {
    const outcome = { names: articleNames, status: 'published', publishAt: null, hasImage: true, isDecorative: false, now: new Date() } as const;
    expect(checkColumns(article, { ...outcome, columns: { picture_alt: null } })).toEqual({ imageAlt: 'Describe the photo' });
    expect(checkColumns(article, { ...outcome, columns: { picture_alt: 'Two people' } })).toEqual({});
  });
});

describe('toRow', () => {
  it('names columns in snake case and keeps the values', () => {
    expect(toRow({ title: 'Walk', endTime: '11:00', registrationLink: '', position: 3 })).toEqual({
      title: 'Walk',
      end_time: '11:00',
      registration_link: '',
      position: 3,
    });
  });
});
