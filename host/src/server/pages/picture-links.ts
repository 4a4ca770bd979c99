import { escapeHtml } from '@site/shared/domain/escape-html';
import { VOID_ELEMENTS } from './void-elements.ts';

/**
 * Replaces the images of a page for visitors who save data. Each image becomes a placeholder of the same shape, with a link that says what the image shows and
 * how much data it takes. The elements keep their classes, so that the layout is the same, and hydration finds what it expects (`data-saver.inline.ts`).
 */

/** Width of linked images, enough for a phone. */
const LINKED_WIDTH_PX = 640;
/** Images up to this width have no link: they are portraits beside a name, or ornaments, which visitors do not miss. */
const SMALL_WIDTH_PX = 160;
const SVG_FILE = /\.svg$/;
const SVG_KILOBYTES = 2;

/**
 * Measured with the samples, as WebP and AVIF of 320 to 960 px (docs/decisions/048-data-saver.md). An image with four times the area has 2.4 times the bytes.
 */
const MEASURED_SIZE = { pixels: 320 * 240, kilobytes: 9.5, exponent: 0.62 };
const STEP_KILOBYTES = 5;

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)([^>]*)>/g;
const WIDTH = /[/,]w_(\d+)/;
const HEIGHT = /[/,]h_(\d+)/;
/** Elements that must not contain a link. */
const INTERACTIVE: ReadonlySet<string> = new Set(['a', 'button', 'summary', 'label']);
const SRCSET_ENTRY = /^(\S+) (\d+)w$/;

/** Hints for images of the first view. They precede the area. */
const PRELOADS = /<link rel="preload"[^>]*>/g;

const readAttribute = (attributes: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '';
const dropAttributes = (attributes: string, names: readonly string[]): string =>
  attributes.replace(new RegExp(`\\s(?:${names.join('|')})="[^"]*"`, 'gi'), '').replace(/\s*\/?$/, '');

/** Returns the URL of the smallest image that is wide enough. */
const chooseImage = (attributes: string): string => {
  const choices = readAttribute(attributes, 'srcset')
    .split(', ')
    .flatMap((choice) => {
      const [, address = '', width] = SRCSET_ENTRY.exec(choice) ?? [];
      return width === undefined ? [] : [{ address, width: Number(width) }];
    });
  return (choices.find(({ width }) => width >= LINKED_WIDTH_PX) ?? choices.at(-1))?.address ?? readAttribute(attributes, 'src');
};

/** Estimates the size of an image in KB; undefined if its URL contains no size. */
export const estimateKilobytes = (address: string, ratio: number): number | undefined => {
  if (SVG_FILE.test(address)) return SVG_KILOBYTES;
  const width = Number(WIDTH.exec(address)?.[1] ?? 0);
  if (width === 0) return undefined;
  const height = Number(HEIGHT.exec(address)?.[1] ?? width / ratio);
  const { pixels, kilobytes, exponent } = MEASURED_SIZE;
  return Math.ceil((kilobytes * ((width * height) / pixels) ** exponent) / STEP_KILOBYTES) * STEP_KILOBYTES;
};

/** Draws a placeholder of this shape that is visible on every ground of both themes. Unless it is small, it contains an image symbol. */
const drawPlaceholder = (width: number, height: number, isSmall: boolean): string => {
  const symbol = `%3Cpath transform='translate(${width / 2} ${Math.round(height * 0.28)}) scale(${Math.round(Math.min(width, height) / 3) / 10})' fill='%23857a99' fill-opacity='.55' fill-rule='evenodd' d='M-4-3h8v6h-8zM-3.3 2.3h6.6L1-.5-.4 1.2-1.4 0z'/%3E`;
  const drawing = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'%3E%3Crect width='100%25' height='100%25' fill='%23857a99' fill-opacity='.16'/%3E${isSmall ? '' : symbol}%3C/svg%3E`;
  // A URL contains no spaces.
  return `data:image/svg+xml,${drawing.replaceAll(' ', '%20')}`;
};

interface OpenElement {
  readonly name: string;
  /** Index of the start tag in `parts`. */
  readonly part: number;
  hasPicture: boolean;
}

/** Replaces the images of a page with placeholders and links. */
export const replacePictures = (markup: string): string => {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let end = 0;

  const replace = (attributes: string): string => {
    const width = Number(readAttribute(attributes, 'width')) || LINKED_WIDTH_PX;
    const height = Number(readAttribute(attributes, 'height')) || width;
    const address = chooseImage(attributes);
    const isSmall = width <= SMALL_WIDTH_PX;
    // A drawing takes only one or two kilobytes, half of them headers, but costs a round trip, so it is replaced too.
    if (address.startsWith('data:')) return `<img${attributes}>`;
    const keptAttributes = dropAttributes(attributes, ['src', 'srcset', 'sizes', 'alt', 'style', 'loading', 'fetchpriority', 'decoding']);
    const placeholder = `<img src="${drawPlaceholder(width, height, isSmall)}"`;
    const alt = readAttribute(attributes, 'alt');
    const parent = open.at(-1);
    if (isSmall || parent === undefined) return `${placeholder} alt="${alt}"${keptAttributes}>`;
    const isInLink = open.some(({ name }) => INTERACTIVE.has(name));
    const isFirst = !parent.hasPicture;
    if (isFirst) {
      parent.hasPicture = true;
      parts[parent.part] = parts[parent.part]?.replace(/>$/, ` data-picture="${isInLink ? 'link' : ''}">`) ?? '';
    }
    if (isInLink)
      return alt === ''
        ? `${placeholder} alt=""${keptAttributes}>`
        : `${placeholder} alt=""${keptAttributes}><span class="picture-text"><span>${alt}</span></span>`;
    const kilobytes = estimateKilobytes(address, width / height);
    const cost = kilobytes === undefined ? '' : ` · about ${kilobytes} KB`;
    return `${placeholder} alt=""${keptAttributes}><a class="picture-link${isFirst ? '' : ' picture-next'}" href="${address}" data-alt="${alt}">${alt === '' ? '' : `<span>${alt}</span> `}<b>Show picture</b>${cost}</a>`;
  };

  for (const match of markup.matchAll(TAG)) {
    const [tag, slash, name = '', attributes = ''] = match;
    parts.push(markup.slice(end, match.index), name === 'img' ? replace(attributes) : tag);
    end = match.index + tag.length;
    if (slash === '/') open.pop();
    else if (!VOID_ELEMENTS.has(name) && !attributes.endsWith('/')) open.push({ name, part: parts.length - 1, hasPicture: false });
  }
  return (parts.join('') + markup.slice(end)).replace(PRELOADS, '');
};

const LINK = /<a [^>]*>.*?<\/a>/gs;
/** Matches a link to an image, with the image symbol before it. */
const PICTURE_LINK_AT_END = /%3Cpath%20[^"]*?%3E(%3C\/svg%3E"[^>]*>)<a class="picture-link"[^>]*>(?:(?!<\/a>).)*<\/a>$/s;

/** Adds a film's data cost after each link to the film. The cost replaces the link to the cover, because there is no space for both. */
export const addFilmPrice = (markup: string, film: { readonly address: string; readonly cost: string }): string => {
  const link = `href="${escapeHtml(film.address)}"`;
  let text = '';
  let end = 0;
  for (const { 0: element, index } of markup.matchAll(LINK)) {
    if (!element.includes(link)) continue;
    text += `${markup.slice(end, index).replace(PICTURE_LINK_AT_END, '$1')}${element}<p class="film-cost">${escapeHtml(film.cost)}</p>`;
    end = index + element.length;
  }
  return text + markup.slice(end);
};
