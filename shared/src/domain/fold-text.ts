/** Hausa's hooked letters, which Unicode does not decompose. */
const HOOKED_LETTERS: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** Matches most words. The faster path for them matters where every word of a text is compared. */
const PLAIN_TEXT = /^[ -~\n]*$/;

/** Folds "Ilé-Ifẹ̀" to "ile-ife", which is the form used to search and compare texts. */
export const foldText = (text: string): string =>
  PLAIN_TEXT.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED_LETTERS[letter] ?? letter);
