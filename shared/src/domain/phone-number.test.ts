/** @jest-environment node */
import { listPhoneNotations, readPhone } from './phone-number.ts';

describe('readPhone', () => {
  it.each([
    ['08031234567', '+2348031234567'],
    ['0803 123 4567', '+2348031234567'],
    ['+2348031234567', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
    // Belongs to no country.
    ['+80012345678', '+80012345678'],
    // The greatest length.
    ['+491111111111111', '+491111111111111'],
    ['', ''],
    ['   ', ''],
    [' 08031234567 ', '+2348031234567'],
  ])('VOL-06 VOL-07 parses "%s" as "%s"', (text, number) => {
    expect(readPhone(text)).toEqual({ ok: true, number });
  });

  it.each([
    ['+23480', 'TOO_SHORT'],
    // Between two valid lengths.
    ['+3761123451', 'TOO_SHORT'],
    ['+2348031234567890123', 'TOO_LONG'],
    ['+4911111111111111', 'TOO_LONG'],
    ['+99912345678', 'INVALID_COUNTRY'],
    ['abc', 'NOT_A_NUMBER'],
    [`+234${'8'.repeat(248)}`, 'TOO_LONG'],
  ])('VOL-07 VOL-08 rejects "%s": %s', (text, problem) => {
    expect(readPhone(text)).toEqual({ ok: false, problem });
  });
});

describe('listPhoneNotations', () => {
  it.each([
    ['+2348031234567', ['+2348031234567', '+234 803 123 4567', '0803 123 4567', '08031234567']],
    ['+442079460958', ['+442079460958', '+44 20 7946 0958', '020 7946 0958', '02079460958']],
    // Omits the national number, because many texts contain four-digit numbers.
    ['+2905123', ['+2905123', '+290 5123']],
    ['+6725101234', ['+6725101234', '+672 5101234', '5101234']],
    ['', []],
  ])('PRIV-10 lists the notations of "%s"', (number, notations) => {
    expect(listPhoneNotations(number)).toEqual(notations);
  });
});
