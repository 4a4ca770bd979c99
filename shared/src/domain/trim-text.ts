import * as v from 'valibot';

/** White space, control characters and invisible characters. `FLAG_EMOJI_CHARACTER` is an exception, because some flag emoji contain such characters. */
const INVISIBLE_CHARACTER = /^[\s\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]$/u;
const FLAG_EMOJI_CHARACTER = /^[\u{e0020}-\u{e007f}]$/u;
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

const isInvisible = (character: string): boolean => INVISIBLE_CHARACTER.test(character) && !FLAG_EMOJI_CHARACTER.test(character);

/** Removes invisible characters from both ends of a text, so that, for example, a lone zero-width space becomes empty. */
const trimText = (text: string): string => {
  const characters = [...text];
  let start = 0;
  let end = characters.length;
  while (start < end && isInvisible(characters[start] ?? '')) start += 1;
  while (start < end && isInvisible(characters[end - 1] ?? '')) end -= 1;
  return characters.slice(start, end).join('');
};

/** Transformation with its own type. After one of type `transform`, the API document would omit all later rules, for example the maximum length. */
const trimInvisible = { ...v.transform(trimText), type: 'trim_invisible' } as const;

/** Message for control characters. NUL cannot even be stored. */
export const UNPRINTABLE_MESSAGE = 'Remove characters that cannot be shown';

export const plainText: v.GenericSchema<string> = v.pipe(
  v.string(),
  trimInvisible,
  v.check((text) => !CONTROL_CHARACTER.test(text), UNPRINTABLE_MESSAGE),
);
