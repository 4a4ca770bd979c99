import * as v from 'valibot';

/**
 * Counts the characters of a text as JSON Schema does: in Unicode code points, of which an emoji is one or more. The API and its document therefore agree. Browsers count
 * UTF-16 units for `maxlength`, of which a text may have more, so forms have their own counter and leave the limit to the schema.
 */
export const countCharacters = (text: string): number => [...text].length;

/** Returns the first `limit` characters, without white space at the end of them. */
export const cutText = (text: string, limit: number | undefined): string => [...text].slice(0, limit).join('').trimEnd();

/** Rule of a schema for the longest text. */
export const maxCharacters = (limit: number, message?: string) => v.maxCodePoints<string, number, string | undefined>(limit, message);

/** Rule of a schema for the shortest text. */
export const minCharacters = (limit: number, message?: string) => v.minCodePoints<string, number, string | undefined>(limit, message);
