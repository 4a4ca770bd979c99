/** Matches hints that need no escaping in a header: those for the most important images. */
const HEADER_HINT = /<link rel="preload" as="image" href="([!#-%'-;=?-~]{1,300})" fetchPriority="high"\/>/g;

/** Proxies limit the size of headers, and a page has one main image. */
const MAX_LINKS = 2;

interface ImageHints {
  /** Value of the `Link` header; empty without hints. */
  readonly header: string;
  /** The remaining hints, as HTML. */
  readonly html: string;
}

/**
 * Moves the hints that React writes for images of the first view into a header, so that browsers request the images before they have read the HTML. Hints with
 * several sizes stay: a header has no URL for browsers that do not support sizes there, and other browsers read the hint when they know the page's width.
 */
export const splitImageHints = (hints: string): ImageHints => {
  const links: string[] = [];
  const html = hints.replace(HEADER_HINT, (hint, address: string) => {
    if (links.length === MAX_LINKS) return hint;
    links.push(`<${address}>; rel=preload; as=image; fetchpriority=high`);
    return '';
  });
  return { header: links.join(', '), html };
};
