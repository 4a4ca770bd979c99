/**
 * Number of sections whose lazy images browsers load early. Browsers request a lazy image up to 2,500 px before it is in view, which is about the length of an
 * area's first two sections on a phone.
 */
const MAX_SECTIONS_BEFORE_IMAGE = 2;

/** Maximum length of the markup in characters. On a longer page, the script would not fit in the first congestion window of a new connection. */
const MAX_MARKUP_LENGTH = 62_000;

const RESPONSIVE_LAZY_IMAGE = /<img [^>]*srcSet="[^>]*loading="lazy"/;

/**
 * Whether a browser would load one of the page's images long before it is in view, and the script fits. `markup` is the whole page, whose area begins with
 * `<main`.
 */
export const loadsImagesEarly = (markup: string): boolean => {
  if (markup.length > MAX_MARKUP_LENGTH) return false;
  const area = markup.slice(Math.max(0, markup.indexOf('<main')));
  const first = area.search(RESPONSIVE_LAZY_IMAGE);
  return first !== -1 && area.slice(0, first).split('</section>').length <= MAX_SECTIONS_BEFORE_IMAGE + 1;
};
