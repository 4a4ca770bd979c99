/** A hint that stands in a header as it is: for the most important images, with an address that needs no escaping. */
const SENT_AHEAD = /<link rel="preload" as="image" href="([!#-%'-;=?-~]{1,300})" fetchPriority="high"\/>/g;

/** Proxies limit the size of headers, and a page has one image that counts. */
const MAX_LINKS = 2;

interface ImageHints {
  /** In the syntax of the header `Link`; empty without any. */
  readonly header: string;
  /** The others, as they stand in the HTML. */
  readonly html: string;
}

/**
 * Puts the hints that React writes for images of the first view into a header, with which a browser requests them before it has read the HTML. Those with several sizes
 * stay: a header has no address for browsers that do not know sizes there, and the others read it when they know the page's width.
 */
export const splitImageHints = (hints: string): ImageHints => {
  const links: string[] = [];
  const html = hints.replace(SENT_AHEAD, (hint, address: string) => {
    if (links.length === MAX_LINKS) return hint;
    links.push(`<${address}>; rel=preload; as=image; fetchpriority=high`);
    return '';
  });
  return { header: links.join(', '), html };
};
