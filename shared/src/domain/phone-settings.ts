/** Error messages for phone numbers (VOL-08, NS-05). */
export const PHONE_MESSAGES = {
  NOT_A_NUMBER: 'Enter a phone number, like 0803 123 4567',
  INVALID_COUNTRY: 'Choose a country code we recognise',
  TOO_SHORT: 'This phone number is too short',
  TOO_LONG: 'This phone number is too long',
} as const;

/** Country assumed for numbers without a country code (VOL-06). */
export const DEFAULT_PHONE_COUNTRY = 'NG';
export const PHONE_INPUT_LIMIT_CHARACTERS = 250;
