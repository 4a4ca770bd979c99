/** TAG-01: splits comma-separated text into trimmed tags. Removes empty tags and duplicates. */
export const splitTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

export const joinTags = (tags: readonly string[]): string => tags.join(', ');

/** TAG-02: adds the tags in the typed or pasted text. Ignores existing tags. */
export const addTags = (tags: readonly string[], typed: string): readonly string[] => [...new Set([...tags, ...splitTags(typed)])];
