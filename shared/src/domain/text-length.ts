import * as v from 'valibot';

/**
 * Counts the characters of a text in Unicode code points, like JSON Schema, so that the API and its document agree. An emoji is one or more code points. Forms
 * have their own counter and leave the limit to the schema, because browsers apply `maxlength` to UTF-16 units, which may outnumber the code points.
 */
export const countCharacters = (text: string): number => [...text].length;

/** Returns the first `limit` characters without trailing white space. */
export const cutText = (text: string, limit: number | undefined): string => [...text].slice(0, limit).join('').trimEnd();

export const maxCharacters = (limit: number, message?: string) => v.maxCodePoints<string, number, string | undefined>(limit, message);

export const minCharacters = (limit: number, message?: string) => v.minCodePoints<string, number, string | undefined>(limit, message);
