import * as v from 'valibot';

const tagsSchema = v.array(v.string());

/** Tags are stored as a JSON array. */
export const readTags = (json: string): string[] => v.parse(tagsSchema, JSON.parse(json));

export const writeTags = (tags: readonly string[]): string => JSON.stringify(tags);
