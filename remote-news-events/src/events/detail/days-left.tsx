import { useSyncExternalStore } from 'react';
import { daysUntil } from '../event-time.ts';

const never = () => () => {};
const unknown = (): null => null;

const NEAR_DAYS = ['today', 'tomorrow'];

/** "in 22 days", "tomorrow", "today". The browser alone says so: a page from the server may be older than a day. */
export const DaysLeft = ({ date }: { readonly date: string | null }) => {
  const days = useSyncExternalStore(never, () => daysUntil(date, Date.now()), unknown);
  return days === null || days < 0 ? null : (NEAR_DAYS[days] ?? `in ${days} days`);
};
