import { DomUtils, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { readSrcset } from './images.ts';

export type Document = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** The data that every page of the host carries. */
const pageDataSchema = v.object({
  area: v.optional(v.string(), 'rendered'),
  /** The id of the file with what the page leaves out of the organisation's data. */
  rest: v.optional(v.string()),
  site: v.looseObject({ siteUrl: v.string() }),
});
export type PageData = v.InferOutput<typeof pageDataSchema>;

export interface ReadPage {
  /** Absent on a page that is not this product's. */
  readonly data: PageData | undefined;
  /** As the page is called in lists, without the organisation's name. */
  readonly title: string;
  /** Of links and of forms that lead to pages, resolved. */
  readonly links: readonly URL[];
  /** All sizes of each image, resolved. */
  readonly images: readonly (readonly string[])[];
  readonly stylesheets: readonly string[];
  readonly icon: string | undefined;
}

export const parsePage = (html: string): Document => parseDocument(html);

export const findElements = (document: Document | Element, ...names: readonly string[]): Element[] =>
  DomUtils.getElementsByTagName((name) => names.includes(name), document);

const resolveAddress = (address: string | undefined, page: URL): URL | undefined =>
  address !== undefined && URL.canParse(address, page) ? new URL(address, page) : undefined;

export const isGetForm = ({ attribs }: Element): boolean => (attribs.method ?? 'get').toLowerCase() === 'get';

/** Buttons that lead somewhere else each, as the albums of the gallery. */
export const findChoices = (form: Element): Element[] =>
  findElements(form, 'button').filter(({ attribs }) => attribs.type === 'submit' && attribs.name !== undefined && attribs.value !== undefined);

/** Where a button of a form leads. Fields without a value are left out, as in the site's own links. */
export const getChoiceAddress = (form: Element, { attribs: { name = '', value = '' } }: Element, page: URL): URL | undefined => {
  const address = resolveAddress(form.attribs.action ?? '', page);
  if (address === undefined) return undefined;
  address.hash = '';
  address.search = '';
  if (value !== '') address.searchParams.set(name, value);
  return address;
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

/** `stylesheet` and the like. */
const findLinks = (document: Document, relation: string): string[] =>
  findElements(document, 'link').flatMap(({ attribs }) => (attribs.rel === relation && attribs.href !== undefined ? [attribs.href] : []));

/** All sizes in which an image element offers its image. */
export const getImageAddresses = ({ attribs: { src, srcset } }: Element, page: URL): string[] =>
  [...(src === undefined ? [] : [src]), ...readSrcset(srcset ?? '')].flatMap((address) => {
    const url = resolveAddress(address, page);
    return url === undefined || url.protocol === 'data:' ? [] : [url.href];
  });

const readLinks = (document: Document, page: URL): URL[] => {
  const forms = findElements(document, 'form').filter(isGetForm);
  return [
    ...findElements(document, 'a', 'area').map(({ attribs }) => resolveAddress(attribs.href, page)),
    ...forms.map(({ attribs }) => resolveAddress(attribs.action ?? '', page)),
    ...forms.flatMap((form) => findChoices(form).map((choice) => getChoiceAddress(form, choice, page))),
  ].filter((url) => url !== undefined);
};

/** What a page consists of and where it leads. */
export const readPage = (html: string, page: URL): ReadPage => {
  const document = parsePage(html);
  const [titleElement] = findElements(document, 'title');
  return {
    data: readData(document),
    title: findMeta(document, 'og:title') ?? (titleElement === undefined ? page.pathname : DomUtils.textContent(titleElement)),
    links: readLinks(document, page),
    images: findElements(document, 'img')
      .map((image) => getImageAddresses(image, page))
      .filter((addresses) => addresses.length > 0),
    stylesheets: findLinks(document, 'stylesheet').map((href) => new URL(href, page).href),
    icon: findLinks(document, 'icon').map((href) => new URL(href, page).href)[0],
  };
};
