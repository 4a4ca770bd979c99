/**
 * Delays lazy images until they are less than a quarter of a screen away, or less than one screen after the first scroll. Browsers would request them much
 * earlier. The script runs for the document's lifetime, across client navigations. It handles each image when the parser or React inserts it, before the
 * browser requests it, and shows an empty placeholder of the same shape, so that the layout does not shift. The HTML has the real URLs, so images are not
 * delayed without script, in an export or for search engines. Printing loads every image. The script ignores an image that React has changed in the meantime.
 */

const LAZY_IMAGE = 'img[loading=lazy]';
const EMPTY_SVG_PREFIX = 'data:image/svg+xml,';

const observeWithin = (percent: number): IntersectionObserver =>
  new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting && entry.target instanceof HTMLImageElement) show(entry.target);
    },
    { rootMargin: `${percent}% 0px` },
  );
let observer = observeWithin(25);

const show = (image: HTMLImageElement): void => {
  const { dataset } = image;
  const { src, srcset } = dataset;
  observer.unobserve(image);
  delete dataset.src;
  delete dataset.srcset;
  if (!src || !image.src.startsWith(EMPTY_SVG_PREFIX)) return;
  // oxlint-disable-next-line no-restricted-properties -- Older browsers load every image at once.
  image.loading = 'eager';
  if (srcset) image.srcset = srcset;
  image.src = src;
};

const defer = (image: HTMLImageElement): void => {
  const { dataset } = image;
  const read = (name: string): string | null => image.getAttribute(name);
  const src = read('src');
  if (!src || src.startsWith('data:')) return;
  dataset.src = src;
  dataset.srcset = image.srcset;
  image.removeAttribute('srcset');
  image.src = `${EMPTY_SVG_PREFIX}<svg xmlns="http://www.w3.org/2000/svg" width="${read('width')}" height="${read('height')}"/>`;
  observer.observe(image);
};

const forEachDeferred = (handle: (image: HTMLImageElement) => void): void => document.querySelectorAll<HTMLImageElement>('img[data-src]').forEach(handle);

new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node instanceof HTMLImageElement) {
        if (node.matches(LAZY_IMAGE)) defer(node);
      } else if (node instanceof Element) node.querySelectorAll<HTMLImageElement>(LAZY_IMAGE).forEach(defer);
}).observe(document, { childList: true, subtree: true });

addEventListener(
  'scroll',
  () => {
    observer.disconnect();
    observer = observeWithin(100);
    forEachDeferred((image) => observer.observe(image));
  },
  { once: true, passive: true },
);
addEventListener('beforeprint', () => forEachDeferred(show));
