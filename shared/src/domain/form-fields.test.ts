/** @jest-environment node */
import * as v from 'valibot';
import { choiceField, dayField, flagField, focalField, richText, slugField, tagsField, timestampField, trimmed, updatedAtField } from './form-fields.ts';
import { LIMITS } from './limits.ts';

const YEARS_MESSAGE = 'Enter a date from 2000 to 2100';
const FOCAL_POINT_MESSAGE = 'must be between 0 and 1';
const TAGS = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
const choice = choiceField(['one', 'two'], 'one');

describe('a field of the staff forms', () => {
  it.each<[string, unknown, v.GenericSchema, unknown]>([
    ['a text', ' short ', trimmed(5), 'short'],
    ['a text of emoji', '😀'.repeat(5), trimmed(5), '😀'.repeat(5)],
    ['tags as text', ' a, b,,a ,c', tagsField, ['a', 'b', 'c']],
    ['tags as a list', ['a ', '', 'b,c', 'a'], tagsField, ['a', 'b,c']],
    ['20 tags', TAGS, tagsField, TAGS],
    ['a tag of 40 characters', 'a'.repeat(40), tagsField, ['a'.repeat(40)]],
    ['a tag of 40 emoji', '😀'.repeat(40), tagsField, ['😀'.repeat(40)]],
    ['a flag', true, flagField, true],
    ['a flag', false, flagField, false],
    ['a flag as text', 'true', flagField, true],
    ['a flag as text', 'false', flagField, false],
    ['a timestamp', ' 2026-12-24T10:00:00+01:00 ', timestampField, '2026-12-24T09:00:00.000Z'],
    ['no timestamp', '', timestampField, null],
    ['the first year', '2000-01-01T00:00:00Z', timestampField, '2000-01-01T00:00:00.000Z'],
    ['the last year', '2100-12-31T12:00:00Z', timestampField, '2100-12-31T12:00:00.000Z'],
    ['a day', ' 2026-12-24 ', dayField, '2026-12-24'],
    ['a day in the first nine months', '2026-05-07', dayField, '2026-05-07'],
    ['no day', '', dayField, ''],
    ['a focal point', 0.25, focalField, 0.25],
    ['a focal point', '0', focalField, 0],
    ['a focal point', '0.123456', focalField, 0.123456],
    ['a focal point', '1', focalField, 1],
    ['a focal point', '1.00', focalField, 1],
    ['a focal point at the edge', 1, focalField, 1],
    ['a focal point at the other edge', 0, focalField, 0],
    ['no focal point', '', focalField, null],
    ['a slug', ' open-mic-2 ', slugField, 'open-mic-2'],
    ['a long slug', 'a'.repeat(80), slugField, 'a'.repeat(80)],
    ['no slug', '', slugField, ''],
    ['a version', undefined, updatedAtField, undefined],
    ['a choice', 'two', choice, 'two'],
    ['no choice', '', choice, 'one'],
  ])('NS-05 accepts %s: %j', (_name, value, schema, output) => {
    expect(v.parse(schema, value)).toEqual(output);
  });

  it.each<[string, unknown, v.GenericSchema, string]>([
    ['a long text', 'longer', trimmed(5), 'Use 5 characters or fewer'],
    ['a long text of emoji', '😀'.repeat(6), trimmed(5), 'Use 5 characters or fewer'],
    ['a rich text that is too long', 'a'.repeat(LIMITS.textCharacters + 1), richText, `Use ${LIMITS.textCharacters} characters or fewer`],
    ['an invalid list of tags', 7, tagsField, 'Enter tags separated by comma'],
    ['21 tags', [...TAGS, 'more'], tagsField, 'Use 20 tags or fewer'],
    ['a tag of 41 characters', ['a', 'b'.repeat(41)], tagsField, 'Use 40 characters or fewer for a tag'],
    ['a tag of 41 emoji', ['a', '😀'.repeat(41)], tagsField, 'Use 40 characters or fewer for a tag'],
    ['an invalid flag', 'yes', flagField, 'must be true or false'],
    ['an invalid flag', 1, flagField, 'must be true or false'],
    ['an invalid timestamp', 'tomorrow', timestampField, 'Enter a date and time'],
    ['a date after words', 'on 2026-12-24', timestampField, 'Enter a date and time'],
    ['only a year', '2026', timestampField, 'Enter a date and time'],
    ['a day of one digit', '2026-12-4', timestampField, 'Enter a date and time'],
    ['a day that does not exist', '2026-13-40', timestampField, 'Enter a date and time'],
    ['an earlier year', '1999-12-31T12:00:00Z', timestampField, YEARS_MESSAGE],
    ['a later year', '2101-01-01T12:00:00Z', timestampField, YEARS_MESSAGE],
    ['a month that does not exist', '2026-13-01', dayField, 'Enter a date'],
    ['a day that does not exist', '2026-01-32', dayField, 'Enter a date'],
    ['a time', '2026-01-01T00:00', dayField, 'Enter a date'],
    ['words before a day', 'on 2026-01-01', dayField, 'Enter a date'],
    ['a focal point outside the image', 1.1, focalField, FOCAL_POINT_MESSAGE],
    ['a focal point outside the image', -0.1, focalField, FOCAL_POINT_MESSAGE],
    ['a focal point outside the image', '1.5', focalField, FOCAL_POINT_MESSAGE],
    ['a focal point with seven digits', '0.1234567', focalField, FOCAL_POINT_MESSAGE],
    ['text around a number', '0.5px', focalField, FOCAL_POINT_MESSAGE],
    ['text around a number', 'x0.5', focalField, FOCAL_POINT_MESSAGE],
    ['letters that slugs exclude', 'Open Mic', slugField, 'Use lowercase letters, digits and hyphens, up to 80 characters'],
    ['a slug that is too long', 'a'.repeat(81), slugField, 'Use lowercase letters, digits and hyphens, up to 80 characters'],
    ['an unknown choice', 'three', choice, 'must be one, two'],
  ])('NS-05 rejects %s: %.60j', (_name, value, schema, message) => {
    expect(v.safeParse(schema, value).issues?.map((issue) => issue.message)).toContain(message);
  });
});
