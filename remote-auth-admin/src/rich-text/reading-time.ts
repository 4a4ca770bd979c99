const WORDS_PER_MINUTE = 200;

/** Formats the length of a text, for example "412 words · 3 min read". */
export const readingTime = (text: string): string => {
  const count = text.match(/[\p{L}\p{N}]+(?:[\p{M}'’-]*[\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return `${count} ${count === 1 ? 'word' : 'words'} · ${Math.ceil(count / WORDS_PER_MINUTE)} min read`;
};
