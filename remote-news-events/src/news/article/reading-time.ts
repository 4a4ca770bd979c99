/** Words that an adult reads in a minute on a phone, a cautious figure. */
const WORDS_PER_MINUTE = 200;

/** Whole minutes, never less than one. */
export const readingMinutes = (text: string): number => {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
};
