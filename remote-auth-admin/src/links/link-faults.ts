import type { BrokenLink } from '@site/shared/contracts/link';

/** Explains to staff why a link within the site is broken. */
export const describeFault = ({ fault, title }: Pick<BrokenLink, 'fault' | 'title'>): string => {
  switch (fault) {
    case 'missing':
      return 'There is no page at this URL.';
    case 'not-published':
      return title === '' ? 'The page is not published.' : `“${title}” is not published.`;
    case 'in-trash':
      return title === '' ? 'The page is in the trash.' : `“${title}” is in the trash.`;
    case 'no-such-part':
      return 'The page has no section with this name.';
    default:
      return fault satisfies never;
  }
};
