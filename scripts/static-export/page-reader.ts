import { DomUtils, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { readSrcset } from './images.ts';

export type Document = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

const pageDataSchema = v.object({
  area: v.optional(v.string(), 'rendered'),
  /** Id of the file with the organisation's data that the page itself does not contain. */
  rest: v.optional(v.string()),
  site: v.looseObject({ siteUrl: v.string() }),
});
export type PageData = v.InferOutput<typeof pageDataSchema>;

export interface ParsedPage {
  /** Undefined if the page was not rendered by this software. */
  readonly data: PageData | undefined;
  /** Title shown in lists, without the organisation's name. */
  readonly title: string;
  readonly links: readonly URL[];
  readonly images: readonly (readonly string[])[];
  readonly stylesheets: readonly string[];
  readonly icon: string | undefined;
}

export const parsePage = (html: string): Document => parseDocument(html);

export const findElements = (document: Document | Element, ...names: readonly string[]): Element[] =>
  DomUtils.getElementsByTagName((name) => names.includes(name), document);

const resolveUrl = (url: string | undefined, page: URL): URL | undefined => (url !== undefined && URL.canParse(url, page) ? new URL(url, page) : undefined);

export const isGetForm = ({ attribs }: Element): boolean => (attribs.method ?? 'get').toLowerCase() === 'get';

export const findSubmitButtons = (form: Element): Element[] =>
  findElements(form, 'button').filter(({ attribs }) => attribs.type === 'submit' && attribs.name !== undefined && attribs.value !== undefined);

/** Returns the URL to which a form's button leads. Fields without a value are left out, as in the site's own links. */
export const getSubmitUrl = (form: Element, { attribs: { name = '', value = '' } }: Element, page: URL): URL | undefined => {
  const url = resolveUrl(form.attribs.action ?? '', page);
  if (url === undefined) return undefined;
  url.hash = '';
  url.search = '';
  if (value !== '') url.searchParams.set(name, value);
  return url;
};

const readData = (document: Document): PageData | undefined => {
  const [script] = findElements(document, 'script').filter(({ attribs }) => attribs.type === 'application/json');
  if (script === undefined) return undefined;
  try {
    const { success, output } = v.safeParse(pageDataSchema, JSON.parse(DomUtils.textContent(script)));
    return success ? output : undefined;
  } catch {
    return undefined;
  }
};

const findMeta = (document: Document, property: string): string | undefined =>
  findElements(document, 'meta').find(({ attribs }) => attribs.property === property)?.attribs.content;

const findLinks = (document: Document, relation: string): string[] =>
  findElements(document, 'link').flatMap(({ attribs }) => (attribs.rel === relation && attribs.href !== undefined ? [attribs.href] : []));

export const getImageUrls = ({ attribs: { src, srcset } }: Element, page: URL): string[] =>
  [...(src === undefined ? [] : [src]), ...readSrcset(srcset ?? '')].flatMap((value) => {
    const url = resolveUrl(value, page);
    return url === undefined || url.protocol === 'data:' ? [] : [url.href];
  });

const readLinks = (document: Document, page: URL): URL[] => {
  const forms = findElements(document, 'form').filter(isGetForm);
  return [
    ...findElements(document, 'a', 'area').map(({ attribs }) => resolveUrl(attribs.href, page)),
    ...forms.map(({ attribs }) => resolveUrl(attribs.action ?? '', page)),
    ...forms.flatMap((form) => findSubmitButtons(form).map((choice) => getSubmitUrl(form, choice, page))),
  ].filter((url) => url !== undefined);
};

export const readPage = (html: string, page: URL): ParsedPage => {
  const document = parsePage(html);
  const [titleElement] = findElements(document, 'title');
  return {
    data: readData(document),
    title: findMeta(document, 'og:title') ?? (titleElement === undefined ? page.pathname : DomUtils.textContent(titleElement)),
    links: readLinks(document, page),
    images: findElements(document, 'img')
      .map((image) => getImageUrls(image, page))
      .filter((urls) => urls.length > 0),
    stylesheets: findLinks(document, 'stylesheet').map((href) => new URL(href, page).href),
    icon: findLinks(document, 'icon').map((href) => new URL(href, page).href)[0],
  };
};
