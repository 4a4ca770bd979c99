/** TAG-01: one text of tags separated by comma and space. Split and trimmed, without blanks and duplicates. */
export const splitTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

export const joinTags = (tags: readonly string[]): string => tags.join(', ');

/** TAG-02: adds what was typed, which may contain several tags when pasted; existing tags are ignored. */
export const addTags = (tags: readonly string[], typed: string): readonly string[] => [...new Set([...tags, ...splitTags(typed)])];
