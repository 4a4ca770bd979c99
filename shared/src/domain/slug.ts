import { foldText } from './fold-text.ts';

/** Maximum length of a slug in characters (NS-05). */
export const SLUG_LIMIT = 80;

/** Converts "Ilé-Ifẹ̀ turns five" to "ile-ife-turns-five"; '' if no character remains. */
export const toSlug = (text: string): string =>
  foldText(text)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LIMIT)
    .replace(/^-|-$/g, '');
