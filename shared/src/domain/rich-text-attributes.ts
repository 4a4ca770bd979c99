import { readEmbed } from './embed.ts';
import type { RichTextAttributes, RichTextTag } from './rich-text-node.ts';

const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const IMAGE_SCHEMES = ['http:', 'https:'];
/** Stands for this site while an address is read, so that paths have something to be relative to. */
const OWN_ORIGIN = 'https://own.invalid';

type Source = Readonly<Record<string, string>>;

/** The address without this site's own origin, or undefined where its scheme may not be followed. */
const safeAddress = (value: string | undefined, schemes: readonly string[], siteUrl: string): string | undefined => {
  const trimmed = value?.trim() ?? '';
  if (trimmed === '' || !URL.canParse(trimmed, OWN_ORIGIN)) return undefined;
  const url = new URL(trimmed, OWN_ORIGIN);
  if (!schemes.includes(url.protocol)) return undefined;
  const isOwn = url.origin === OWN_ORIGIN || (URL.canParse(siteUrl) && url.origin === new URL(siteUrl).origin);
  if (!isOwn) return url.href;
  // A bare fragment stays one: resolved against the origin it would lead to the home page.
  return trimmed.startsWith('#') ? url.hash || undefined : `${url.pathname}${url.search}${url.hash}`;
};

const wholeNumber = (value: string | undefined, largest: number): number | undefined => {
  if (value === undefined || !/^\d{1,5}$/.test(value.trim())) return undefined;
  const number = Number(value);
  return number >= 1 && number <= largest ? number : undefined;
};

const defined = (attributes: Readonly<Record<string, string | number | undefined>>): RichTextAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

const language = (source: Source) => ({
  lang: /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(source.lang ?? '') ? source.lang : undefined,
  dir: ['ltr', 'rtl', 'auto'].includes(source.dir ?? '') ? source.dir : undefined,
});

/** The attributes of one element that may stay, or undefined when it cannot stand without one that may not (a link without address, a picture without file, a player that is not on the list). */
export const safeAttributes = (tag: RichTextTag, source: Source, siteUrl: string): RichTextAttributes | undefined => {
  switch (tag) {
    case 'a': {
      const href = safeAddress(source.href, LINK_SCHEMES, siteUrl);
      return href === undefined ? undefined : defined({ href, ...language(source) });
    }
    case 'img': {
      const src = safeAddress(source.src, IMAGE_SCHEMES, siteUrl);
      if (src === undefined) return undefined;
      return defined({ src, alt: source.alt ?? '', width: wholeNumber(source.width, 20_000), height: wholeNumber(source.height, 20_000) });
    }
    case 'iframe': {
      const embed = readEmbed(source.src?.trim() ?? '');
      return embed === undefined ? undefined : defined({ src: embed.src, title: source.title?.trim() || undefined });
    }
    case 'td':
    case 'th':
      return defined({ colSpan: wholeNumber(source.colspan, 50), rowSpan: wholeNumber(source.rowspan, 500), ...language(source) });
    case 'ol':
      return defined({ start: wholeNumber(source.start, 99_999), ...language(source) });
    case 'time':
      return defined({ dateTime: source.datetime, ...language(source) });
    case 'abbr':
      return defined({ title: source.title, ...language(source) });
    default:
      return defined(language(source));
  }
};
