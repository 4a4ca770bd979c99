import * as v from 'valibot';

/**
 * Counts the characters of a text like JSON Schema, in Unicode code points, so that the API and its document agree. An emoji is one or more code points.
 * Browsers count UTF-16 units for `maxlength`, and a text may have more of them. Forms therefore have their own counter and leave the limit to the schema.
 */
export const countCharacters = (text: string): number => [...text].length;

/** Returns the first `limit` characters without trailing white space. */
export const cutText = (text: string, limit: number | undefined): string => [...text].slice(0, limit).join('').trimEnd();

export const maxCharacters = (limit: number, message?: string) => v.maxCodePoints<string, number, string | undefined>(limit, message);

export const minCharacters = (limit: number, message?: string) => v.minCodePoints<string, number, string | undefined>(limit, message);
