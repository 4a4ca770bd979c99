import { DomUtils, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { readSrcset } from './images.ts';

export type Document = ReturnType<typeof parseDocument>;
export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Data that every page of the host contains. */
const pageDataSchema = v.object({
  area: v.optional(v.string(), 'rendered'),
  /** Id of the file with the organisation's data that the page leaves out. */
  rest: v.optional(v.string()),
  site: v.looseObject({ siteUrl: v.string() }),
});
export type PageData = v.InferOutput<typeof pageDataSchema>;

export interface ReadPage {
  /** Absent if the page does not belong to this product. */
  readonly data: PageData | undefined;
  /** Title for lists, without the organisation's name. */
  readonly title: string;
  /** Resolved URLs of links and of forms that navigate to pages. */
  readonly links: readonly URL[];
  /** Resolved URLs of all sizes of each image. */
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

/** Buttons with different targets, like the albums of the gallery. */
export const findChoices = (form: Element): Element[] =>
  findElements(form, 'button').filter(({ attribs }) => attribs.type === 'submit' && attribs.name !== undefined && attribs.value !== undefined);

/** Target of a form's button. Fields without a value are left out, as in the site's own links. */
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

/** Tests a link's relation, for example `stylesheet`. */
const findLinks = (document: Document, relation: string): string[] =>
  findElements(document, 'link').flatMap(({ attribs }) => (attribs.rel === relation && attribs.href !== undefined ? [attribs.href] : []));

/** All sizes that an image element offers. */
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

/** Reads the parts of a page and its links. */
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
