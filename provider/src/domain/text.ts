import { foldText } from '@site/shared/domain/fold-text';
import { stripMarkup } from '@site/shared/domain/strip-markup';

/** Longest slug (NS-05). */
const SLUG_LIMIT = 80;

/** "Ilé-Ifẹ̀ turns five" → "ile-ife-turns-five"; '' when nothing is left. */
export const toSlug = (title: string): string =>
  foldText(title)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LIMIT)
    .replace(/^-+|-+$/g, '');

/** The first free one of `base`, `base-2`, `base-3` … */
export const findFreeSlug = async (base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> => {
  const stem = base === '' ? 'untitled' : base;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem.slice(0, SLUG_LIMIT - 5)}-${number}`;
    if (!(await isTaken(slug))) return slug;
  }
};

/** Replaces a missing excerpt; longer than any card shows. */
const LEAD_CHARACTERS = 600;

export const getLead = (text: string): string => [...stripMarkup(text)].slice(0, LEAD_CHARACTERS).join('');
