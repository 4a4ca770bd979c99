/** @jest-environment node */
import { readPhone } from './phone-number.ts';
import { PHONE_MESSAGES } from './phone-settings.ts';

describe('the message of a phone number', () => {
  it.each([
    ['abc', 'Enter a phone number, like 0803 123 4567'],
    ['+99912345678', 'Choose a country code we recognise'],
    ['+23480', 'This phone number is too short'],
    [`0${'8'.repeat(249)}`, 'This phone number is too long'],
    ['8'.repeat(251), 'This phone number is too long'],
  ])('VOL-08 says what is wrong with "%s"', (text, message) => {
    const reading = readPhone(text);
    expect(reading.ok ? '' : PHONE_MESSAGES[reading.problem]).toBe(message);
  });
});
