import type { FoundItem } from './search-loader.ts';

/** Texts of the search page. */
export const SEARCH_LABEL = 'What are you looking for?';
export const SEARCH_FAILED = 'Search does not work at the moment';
export const SEARCH_FAILED_HELP = 'Nothing is wrong with what you typed. Try again, or use the links below.';
export const SEARCH_BUSY = 'Many searches in a short time';
export const SEARCH_BUSY_HELP = 'Somebody on your connection has searched a lot in the last minute. Wait a moment, then try again.';
export const NOTHING_FOUND_HELP = 'Try fewer or other words. Spelling and accents do not have to be exact.';
export const BEGIN_HERE = 'Or begin here';

export const KIND_LABELS: Record<FoundItem['kind'], string> = { page: 'Page', program: 'Program', event: 'Event', post: 'News', photo: 'Photo' };
/** In the links that select one kind. */
export const KIND_GROUPS = { program: 'Programs', event: 'Events', post: 'News', photo: 'Photos' } as const;

/** Of an event that does not take place as announced. */
export const CHANGE_LABELS = { cancelled: 'Cancelled', postponed: 'Postponed' } as const;

export const STARTING_POINTS = [
  { label: 'News', to: '/news' },
  { label: 'Events', to: '/events' },
  { label: 'Our programs', to: '/what-we-do' },
  { label: 'Gallery', to: '/gallery' },
  { label: 'Volunteer with us', to: '/volunteer' },
] as const;
