import * as v from 'valibot';

/**
 * Counts the characters of a text as JSON Schema does: in Unicode code points, so that the API and its document agree. An emoji is one or more code points. For
 * `maxlength`, browsers count UTF-16 units, of which a text may have more, so forms have their own counter and leave the limit to the schema.
 */
export const countCharacters = (text: string): number => [...text].length;

/** Returns the first `limit` characters without trailing white space. */
export const cutText = (text: string, limit: number | undefined): string => [...text].slice(0, limit).join('').trimEnd();

/** Schema rule for the maximum length of a text. */
export const maxCharacters = (limit: number, message?: string) => v.maxCodePoints<string, number, string | undefined>(limit, message);

/** Schema rule for the minimum length of a text. */
export const minCharacters = (limit: number, message?: string) => v.minCodePoints<string, number, string | undefined>(limit, message);
