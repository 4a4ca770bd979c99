import * as v from 'valibot';

/** White space, controls, and characters that show nothing, without those of which flags are made. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]$/u;
const FLAG_PART = /^[\u{e0020}-\u{e007f}]$/u;
/** Controls, except for tabs and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

const isInvisible = (character: string): boolean => INVISIBLE.test(character) && !FLAG_PART.test(character);

/** A text without what shows nothing at its ends: one of a zero-width space alone is empty. */
const trimText = (text: string): string => {
  const characters = [...text];
  let start = 0;
  let end = characters.length;
  while (start < end && isInvisible(characters[start] ?? '')) start += 1;
  while (start < end && isInvisible(characters[end - 1] ?? '')) end -= 1;
  return characters.slice(start, end).join('');
};

/** A text of a form, trimmed, without controls. */
export const plainText: v.GenericSchema<string> = v.pipe(
  v.string(),
  v.transform(trimText),
  v.check((text) => !CONTROL.test(text), 'Remove characters that cannot be shown'),
);
