import { escapeHtml } from '@site/shared/domain/escape-html';
import { DomUtils, parseDocument } from 'htmlparser2';
import { getRelativeLink } from './file-names.ts';
import { type Document, type Element, findElements, findSubmitButtons, getImageUrls, getSubmitUrl, isGetForm, parsePage } from './page-reader.ts';
import type { Organisation } from './site-reader.ts';

/** Data and lookup functions that every page of the offline copy needs. All URLs are absolute. */
export interface SiteCopy {
  readonly site: Organisation;
  /** Public URL. Absent if the site only has a local URL, to which the copy must not link. */
  readonly liveUrl: URL | undefined;
  readonly date: string;
  getFile(url: URL): string | undefined;
  getImage(url: string): string | undefined;
  getAsset(url: string): string | undefined;
  /** Returns true for feeds and subscriptions, whose content would change after the copy is made. */
  isFeed(url: URL): boolean;
  /** Returns true for the site's URLs, whether at its public origin or at the origin that was copied. */
  isSiteUrl(url: URL): boolean;
  readonly script: string;
  readonly styles: string;
}

interface CopiedPage {
  readonly file: string;
  readonly url: URL;
  readonly html: string;
  /** HTML of the copy's search field and list of titles, which replaces the site's own search on the page. */
  readonly titles?: string;
}

/** Elements that are removed from every copied page. */
const REMOVED_ELEMENTS = ['script', 'style', 'link', 'source'];

const REMOVED_ATTRIBUTES = ['data-discover', 'data-rspack', 'integrity', 'crossorigin', 'fetchpriority'];

/** Name of the footer button that switches between two page variants. The copy has only one variant. */
const DATA_SAVER_BUTTON = 'data-saver';

/** Parameter of the gallery's lightbox. The copy links to the photo itself. */
export const PHOTO_PARAMETER = 'photo';

/** Copies the list of nodes, because moving a node to another document removes the node from the original list. */
const createNodes = (html: string) => [...parseDocument(html).children];

const replaceWithHtml = (element: Element, html: string): void => {
  for (const node of createNodes(html)) DomUtils.prepend(element, node);
  DomUtils.removeElement(element);
};

const unwrap = (element: Element): void => {
  for (const node of [...element.children]) DomUtils.prepend(element, node);
  DomUtils.removeElement(element);
};

const getTelephoneHref = (telephone: string): string => `tel:${telephone.replace(/[^+\d]/g, '')}`;

const getLiveHref = (url: URL, { liveUrl }: SiteCopy): string | undefined =>
  liveUrl === undefined ? undefined : new URL(`${url.pathname}${url.search}${url.hash}`, liveUrl).href;

/** Returns the text that replaces a form: visitors to the offline copy can call, write or visit instead. */
const describeForm = (url: URL, copy: SiteCopy): string => {
  const { telephone, email, office } = copy.site;
  const liveHref = getLiveHref(url, copy);
  return `<p>This offline copy of the site does not include the form.</p>
<p>Call <a href="${escapeHtml(getTelephoneHref(telephone))}">${escapeHtml(telephone)}</a>, write to <a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>, or visit our office: ${escapeHtml(office)}.</p>
${liveHref === undefined ? '' : `<p>If you are online, use <a href="${escapeHtml(liveHref)}">the form on our site</a>.</p>`}`;
};

const writeHead = (
  document: Document,
  file: string,
  { assets, canonical, script }: { readonly assets: readonly string[]; readonly canonical: string | undefined; readonly script: string },
): void => {
  const [head] = findElements(document, 'head');
  if (head === undefined) return;
  for (const meta of findElements(head, 'meta')) if (/^(?:og|twitter):/.test(meta.attribs.property ?? meta.attribs.name ?? '')) DomUtils.removeElement(meta);
  const links = assets.map((asset) => {
    const href = getRelativeLink(file, asset);
    return asset.endsWith('.css') ? `<link rel="stylesheet" href="${href}">` : `<link rel="icon" href="${href}">`;
  });
  const headHtml = `${canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`}${links.join('')}<script src="${getRelativeLink(file, script)}"></script>`;
  for (const node of createNodes(headHtml)) DomUtils.appendChild(head, node);
};

const writeLinks = (document: Document, { file, url }: CopiedPage, copy: SiteCopy): void => {
  for (const link of findElements(document, 'a', 'area')) {
    const { href } = link.attribs;
    if (href === undefined || href.startsWith('#') || !URL.canParse(href, url)) continue;
    const target = new URL(href, url);
    if (!/^https?:$/.test(target.protocol) || !copy.isSiteUrl(target)) continue;
    const [image] = target.searchParams.has(PHOTO_PARAMETER) ? findElements(link, 'img') : [];
    const photo = image === undefined ? undefined : copy.getImage(getImageUrls(image, url)[0] ?? '');
    target.searchParams.delete(PHOTO_PARAMETER);
    const copied = photo ?? copy.getFile(target);
    const live = copied === undefined ? getLiveHref(target, copy) : undefined;
    if (copied !== undefined) link.attribs.href = `${getRelativeLink(file, copied)}${photo === undefined ? target.hash : ''}`;
    else if (live !== undefined) link.attribs.href = live;
    else if (copy.isFeed(target)) DomUtils.removeElement(link);
    else unwrap(link);
  }
};

const writeForms = (document: Document, { file, url }: CopiedPage, copy: SiteCopy): void => {
  for (const form of findElements(document, 'form')) {
    const target = new URL(form.attribs.action ?? '', url);
    if (findElements(form, 'button').some(({ attribs }) => attribs.name === DATA_SAVER_BUTTON)) {
      DomUtils.removeElement(form);
      continue;
    }
    const copied = isGetForm(form) && copy.isSiteUrl(target) ? copy.getFile(target) : undefined;
    if (copied !== undefined) {
      for (const button of findSubmitButtons(form)) {
        const submitUrl = getSubmitUrl(form, button, url);
        const chosen = submitUrl === undefined ? undefined : copy.getFile(submitUrl);
        if (chosen === undefined) DomUtils.removeElement(button);
        else {
          button.attribs.formaction = getRelativeLink(file, chosen);
          delete button.attribs.name;
          delete button.attribs.value;
        }
      }
      form.attribs.action = getRelativeLink(file, copied);
    } else if (isGetForm(form)) DomUtils.removeElement(form);
    else {
      const heading = findElements(form, 'h2', 'h3')[0];
      const attributes = ['class', 'data-ground', 'aria-labelledby', 'aria-label'].flatMap((name) =>
        form.attribs[name] === undefined ? [] : [` ${name}="${escapeHtml(form.attribs[name])}"`],
      );
      const title = heading === undefined ? '' : DomUtils.getOuterHTML(heading, { encodeEntities: 'utf8' });
      replaceWithHtml(form, `<section${attributes.join('')}>${title}${describeForm(url, copy)}</section>`);
    }
  }
};

const writeImages = (document: Document, { file, url }: CopiedPage, copy: SiteCopy): void => {
  for (const image of findElements(document, 'img')) {
    const [first] = getImageUrls(image, url);
    delete image.attribs.srcset;
    delete image.attribs.sizes;
    if (first === undefined) continue;
    const copied = copy.getImage(first);
    // Without a URL, the browser shows the alt text.
    if (copied === undefined) delete image.attribs.src;
    else image.attribs.src = getRelativeLink(file, copied);
  }
};

/** Replaces embedded players with links, and removes buttons that do not work without the site's script. */
const writeControls = (document: Document): void => {
  for (const frame of findElements(document, 'iframe')) {
    const { src = '', title = src } = frame.attribs;
    if (/^https:/.test(src)) replaceWithHtml(frame, `<p><a href="${escapeHtml(src)}">${escapeHtml(title)}</a></p>`);
    else DomUtils.removeElement(frame);
  }
  for (const button of findElements(document, 'button'))
    if (button.attribs.type === 'button' && button.attribs.popovertarget === undefined) DomUtils.removeElement(button);
};

const writeNote = (document: Document, { url }: CopiedPage, copy: SiteCopy): void => {
  const footer = findElements(document, 'footer').at(-1);
  if (footer === undefined) return;
  const live = getLiveHref(url, copy);
  const name = escapeHtml(copy.site.organisationName);
  const site = live === undefined ? `the site of ${name}` : `<a href="${escapeHtml(live)}">the site of ${name}</a>`;
  const note = `<p class="copy-note">This is a copy of ${site}, made on ${escapeHtml(copy.date)}. It works offline and does not include later changes.</p>`;
  for (const node of createNodes(note)) DomUtils.appendChild(footer, node);
};

const writeTitles = (document: Document, titles: string): void => {
  const form = findElements(document, 'form').find(({ attribs }) => attribs.role === 'search');
  if (form === undefined) throw new Error('The page of the search has no form with the role "search".');
  for (const node of createNodes(titles).reverse()) DomUtils.append(form, node);
};

/**
 * Converts a page of the site into a file for the offline copy, with relative URLs and a single script. Explanatory texts replace the parts that need a server.
 */
export const writePage = (page: CopiedPage, copy: SiteCopy): string => {
  const document = parsePage(page.html);
  const assets = findElements(document, 'link').flatMap(({ attribs: { rel, href } }) => {
    const asset = (rel === 'stylesheet' || rel === 'icon') && href !== undefined ? copy.getAsset(new URL(href, page.url).href) : undefined;
    return asset === undefined ? [] : [asset];
  });
  for (const element of findElements(document, ...REMOVED_ELEMENTS)) DomUtils.removeElement(element);
  for (const comment of DomUtils.find(({ type }) => type === 'comment', document, true, Number.POSITIVE_INFINITY)) DomUtils.removeElement(comment);
  writeHead(document, page.file, { assets: [...assets, copy.styles], canonical: getLiveHref(page.url, copy), script: copy.script });
  // Must run before the images are replaced, because the links to photos need the images' original URLs.
  writeLinks(document, page, copy);
  writeForms(document, page, copy);
  writeImages(document, page, copy);
  writeControls(document);
  writeNote(document, page, copy);
  for (const element of findElements(document, 'a', 'img', 'link')) for (const name of REMOVED_ATTRIBUTES) delete element.attribs[name];
  if (page.titles !== undefined) writeTitles(document, page.titles);
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' });
};
