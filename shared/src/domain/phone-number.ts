import { parsePhoneNumber, validatePhoneNumberLength } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { DEFAULT_PHONE_COUNTRY, PHONE_INPUT_LIMIT_CHARACTERS } from './phone-settings.ts';

type PhoneProblem = 'NOT_A_NUMBER' | 'INVALID_COUNTRY' | 'TOO_SHORT' | 'TOO_LONG';

/** A number in E.164 format ('' for an empty field), or the problem with the text (VOL-07, VOL-08). */
type PhoneReading = { readonly ok: true; readonly number: string } | { readonly ok: false; readonly problem: PhoneProblem };

/** Length of a plus sign and fifteen digits, the maximum of ITU-T E.164. */
const LONGEST_NUMBER_CHARACTERS = 16;

const failed = (problem: PhoneProblem): PhoneReading => ({ ok: false, problem });

/** Shorter national numbers are ignored, because their digits may be part of other text. */
const SHORTEST_NATIONAL_DIGITS = 7;

/** Parses a phone number with the same metadata as the phone input. Numbers without a country code are Nigerian (VOL-06). */
export const readPhone = (text: string): PhoneReading => {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: true, number: '' };
  if (trimmed.length > PHONE_INPUT_LIMIT_CHARACTERS) return failed('TOO_LONG');
  const options = { defaultCountry: DEFAULT_PHONE_COUNTRY, extract: false } as const;
  const problem = validatePhoneNumberLength(trimmed, options, metadata);
  // `INVALID_LENGTH` means a length between two valid lengths, so at least one digit is missing.
  if (problem !== undefined) return failed(problem === 'INVALID_LENGTH' ? 'TOO_SHORT' : problem);
  const number = parsePhoneNumber(trimmed, options, metadata);
  if (number.number.length > LONGEST_NUMBER_CHARACTERS) return failed('TOO_LONG');
  return number.country === undefined && !number.isPossible() ? failed('INVALID_COUNTRY') : { ok: true, number: number.number };
};

/** Lists the notations in which a phone number from `readPhone` may appear in free text, with or without the country code and spaces. Empty for ''. */
export const listPhoneNotations = (number: string): readonly string[] => {
  if (number === '') return [];
  const parsed = parsePhoneNumber(number, metadata);
  const nationalNotation = parsed.formatNational();
  const digits = nationalNotation.replaceAll(/\D/g, '');
  return [...new Set([number, parsed.formatInternational(), ...(digits.length < SHORTEST_NATIONAL_DIGITS ? [] : [nationalNotation, digits])])];
};
