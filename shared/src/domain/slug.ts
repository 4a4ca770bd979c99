import { foldText } from './fold-text.ts';

/** Longest slug (NS-05). */
export const SLUG_LIMIT = 80;

/** "Ilé-Ifẹ̀ turns five" → "ile-ife-turns-five"; '' when nothing is left. */
export const toSlug = (text: string): string =>
  foldText(text)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LIMIT)
    .replace(/^-+|-+$/g, '');
