import { SLUG_LIMIT } from '@site/shared/domain/slug';
import { stripMarkup } from '@site/shared/domain/strip-markup';

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
