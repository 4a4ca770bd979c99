const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether every word of the search stands somewhere in the texts; "sade" finds "Ṣadé". */
export const matchesWords = (search: string, texts: readonly string[]): boolean => {
  const searched = fold(texts.join('\n'));
  return fold(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
};
