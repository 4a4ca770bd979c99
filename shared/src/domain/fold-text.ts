/** Hooked letters of Hausa, which Unicode does not decompose. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/** Matches most words. Their shorter path matters where every word of a text is compared. */
const IS_PLAIN = /^[ -~\n]*$/;

/** Folds "Ilé-Ifẹ̀" to "ile-ife", the form in which texts are searched and compared. */
export const foldText = (text: string): string =>
  IS_PLAIN.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
