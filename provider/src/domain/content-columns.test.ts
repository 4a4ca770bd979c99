import { checkContent, contentKind, formSchema, numberField, textField } from '@site/shared/domain/content-kind';
import * as v from 'valibot';
import { checkColumns, createFieldReader, getColumnNames, mergeColumns } from './content-columns.ts';

const kind = contentKind({
  name: 'event',
  label: 'Event',
  fields: {
    title: textField({ label: 'Title', maxLength: 140 }),
    seatCount: numberField({ label: 'Seats', min: 0, max: 500, requiredToPublish: 'Enter the seats' }),
  },
  image: { name: 'image', label: 'Image', altField: 'imageAlt', removeField: 'removeImage', altRequired: 'never' },
  publishAtField: 'publishAt',
  hasSlug: false,
  minimumRole: 'contributor',
});
const schema = formSchema(kind);
const names = getColumnNames(kind);
const stored = { title: 'Open mic', seat_count: 40, picture_alt: '' };

describe('a number field', () => {
  it('is stored as a number, and null without a value', () => {
    expect(mergeColumns(kind, names, v.parse(schema, { seatCount: '60' }), stored).seat_count).toBe(60);
    expect(mergeColumns(kind, names, v.parse(schema, { seatCount: '' }), stored).seat_count).toBeNull();
    expect(mergeColumns(kind, names, v.parse(schema, {}), stored).seat_count).toBe(40);
    expect(mergeColumns(kind, names, v.parse(schema, { title: 'New' }), {})).toEqual({ title: 'New', seat_count: null, picture_alt: '' });
  });

  it('is read as a number', () => {
    const fields: { readonly title: string; readonly seatCount: number | null } = createFieldReader(kind)(stored);
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
    expect(checkColumns(kind, { names, columns: { ...stored, seat_count: seats }, ...outcome })).toEqual(errors);
    expect(checkContent(kind, { values: { title: 'Open mic', seatCount: seats === null ? '' : String(seats) }, ...outcome })).toEqual(errors);
  });
});
