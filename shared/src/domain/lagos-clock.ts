/** Lagos has had no summer time since it chose its zone: one hour ahead of UTC all year. */
const LAGOS_OFFSET_MS = 3_600_000;

/**
 * A moment (ISO or milliseconds) or day → a date whose UTC fields are what calendar and clock in Lagos show then; null when it is no date.
 * `Intl` would do, but the first formatter of a page takes 80 ms of a slow phone, which is more than a page has for coming to life.
 */
export const lagosClock = (date: string | number | null): Date | null => {
  const moment = new Date(date ?? Number.NaN).getTime();
  return Number.isNaN(moment) ? null : new Date(moment + LAGOS_OFFSET_MS);
};
