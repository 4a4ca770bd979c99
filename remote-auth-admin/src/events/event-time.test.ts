import { toTimeField, toTimeText } from './event-time.ts';

describe('event times', () => {
  it.each([
    ['4:00 PM', '16:00'],
    ['12:30 AM', '00:30'],
    ['12:00 PM', '12:00'],
    ['16:05', '16:05'],
    ['in the evening', ''],
    ['', ''],
  ])('reads "%s" as %s', (text, field) => {
    expect(toTimeField(text)).toBe(field);
  });

  it.each([
    ['16:00', '4:00 PM'],
    ['00:30', '12:30 AM'],
    ['12:00', '12:00 PM'],
    ['', ''],
  ])('writes %s as "%s"', (field, text) => {
    expect(toTimeText(field)).toBe(text);
  });
});
