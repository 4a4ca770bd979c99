import type { Dashboard } from '@site/shared/contracts/dashboard';
import { SITE_TIME_ZONE } from '@site/shared/domain/dates';
import { getEditorPath } from '../kinds/kind-paths.ts';

const hourInLagos = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: SITE_TIME_ZONE });
const dayInLagos = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: SITE_TIME_ZONE });
const relativeTime = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Returns a greeting such as "Good evening, Ngozi", based on the hour in Lagos and the first name. */
export const greeting = (now: number, name: string): string => {
  const hour = Number(hourInLagos.format(now));
  const partOfDay = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening';
  const [firstName = ''] = name.trim().split(/\s+/);
  return firstName === '' ? `Good ${partOfDay}` : `Good ${partOfDay}, ${firstName}`;
};

const NUMBERS = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

export const todayLine = (now: number, waitingCount: number): string => {
  const count = NUMBERS[waitingCount] ?? String(waitingCount);
  const summary =
    waitingCount === 0
      ? `${count} needs your attention.`
      : waitingCount === 1
        ? `${count} thing needs your attention.`
        : `${count} things need your attention.`;
  return `${dayInLagos.format(now)}. ${summary}`;
};

/** Formats a count, for example "1 draft" or "3 drafts". */
export const pluralise = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Summarises the posts, for example "3 drafts, 1 scheduled". */
export const postsLine = ({ draft, scheduled }: Dashboard['posts']): string =>
  [draft > 0 ? pluralise(draft, 'draft', 'drafts') : '', scheduled > 0 ? `${scheduled} scheduled` : ''].filter((part) => part !== '').join(', ') ||
  'all published';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Formats a time as "12 minutes ago", "yesterday" or "just now"; '' for an invalid timestamp. */
export const timeAgo = (iso: string, now: number): string => {
  const elapsed = now - Date.parse(iso);
  if (Number.isNaN(elapsed)) return '';
  for (const [unit, lengthMs] of UNITS) if (elapsed >= lengthMs) return relativeTime.format(-Math.floor(elapsed / lengthMs), unit);
  return 'just now';
};

const ACTION_VERBS: Readonly<Record<Dashboard['activity'][number]['act'] & string, string>> = {
  saved: 'changed',
  autosaved: 'changed',
  published: 'published',
  unpublished: 'unpublished',
};
/** Maximum number of field names to list. Further fields are only counted. */
const MAX_LISTED_FIELDS = 3;

/** Describes a change, for example "published by Ngozi 12 minutes ago: Title, Content". Omits an unknown user, and describes an unknown action as "changed". */
export const describeActivity = ({ by, act, changed, at }: Dashboard['activity'][number], now: number): string => {
  const more = changed.length > MAX_LISTED_FIELDS ? ` and ${changed.length - MAX_LISTED_FIELDS} more` : '';
  const fields = changed.length === 0 ? '' : `: ${changed.slice(0, MAX_LISTED_FIELDS).join(', ')}${more}`;
  return [ACTION_VERBS[act ?? 'saved'], by === '' ? '' : `by ${by}`, timeAgo(at, now)].filter((part) => part !== '').join(' ') + fields;
};

type Attention = Dashboard['attention'][number];

const ATTENTION_NOUNS: Readonly<Record<Attention['kind'], readonly [one: string, many: string]>> = {
  'unread-application': ['unread application', 'unread applications'],
  'old-draft': ['draft older than 14 days', 'drafts older than 14 days'],
  'missing-alt': ['photo without alt text', 'photos without alt text'],
};
const ATTENTION_ORDER: readonly Attention['kind'][] = ['unread-application', 'old-draft', 'missing-alt'];
/** Maximum number of titles to list. Further titles are only counted. */
const MAX_LISTED_TITLES = 2;

export interface AttentionLine {
  readonly kind: Attention['kind'] | 'sample' | 'review' | 'broken-link';
  readonly headline: string;
  readonly detail: string;
  /** Path of the link, if it differs from the default path for this kind. */
  readonly to?: string;
}

/** Returns the lines of pending work: one per review request, and one for each other kind. */
export const attentionLines = ({
  attention,
  reviews,
  brokenLinks,
  samplePictures,
}: Pick<Dashboard, 'attention' | 'reviews' | 'brokenLinks' | 'samplePictures'>): readonly AttentionLine[] => {
  // Each review request gets its own line with a link to the draft, because a colleague is waiting for a decision.
  const reviewLines = reviews.map(
    ({ kind, _id, title, by }): AttentionLine => ({
      kind: 'review',
      headline: `“${title || 'Untitled'}” is waiting for review`,
      detail: `requested by ${by}`,
      to: getEditorPath(kind, _id),
    }),
  );
  const itemLines = ATTENTION_ORDER.flatMap((kind): readonly AttentionLine[] => {
    const items = attention.filter((item) => item.kind === kind);
    if (items.length === 0) return [];
    const titles = items.slice(0, MAX_LISTED_TITLES).map(({ title }) => `“${title || 'Untitled'}”`);
    return [
      { kind, headline: pluralise(items.length, ...ATTENTION_NOUNS[kind]), detail: `${titles.join(', ')}${items.length > MAX_LISTED_TITLES ? ' …' : ''}` },
    ];
  });
  const links: readonly AttentionLine[] =
    brokenLinks === 0
      ? []
      : [{ kind: 'broken-link', headline: pluralise(brokenLinks, 'broken link', 'broken links'), detail: 'to other sites, in published texts' }];
  const lines = [...reviewLines, ...itemLines, ...links];
  if (samplePictures === 0) return lines;
  return [...lines, { kind: 'sample', headline: `${pluralise(samplePictures, 'sample image', 'sample images')} left`, detail: 'Replace them with your own' }];
};
