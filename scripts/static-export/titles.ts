import { escapeHtml } from '@site/shared/domain/escape-html';
import { foldText } from '@site/shared/domain/fold-text';
import { getPageFile, getRelativeLink } from './file-names.ts';
import type { CrawledPage } from './site-reader.ts';

const OTHER_PAGES = 'Pages';

/** Returns the group of a page, for example "News" for `/news/a-post`. */
const getGroup = (url: string): string => {
  const [folder = '', name] = url.slice(1).split('/');
  return name === undefined ? OTHER_PAGES : `${folder.charAt(0).toUpperCase()}${folder.slice(1).replaceAll('-', ' ')}`;
};

const compareTitles = (a: CrawledPage, b: CrawledPage): number => a.title.localeCompare(b.title, 'en');

/**
 * Renders all page titles as a list of links, which works without JavaScript; `title-search.ts` filters the list. `liveSearch` is the URL of the site's own
 * search, which also searches the text of pages.
 */
export const renderTitles = (pages: readonly CrawledPage[], file: string, liveSearch: string | undefined): string => {
  const groups = new Map<string, CrawledPage[]>();
  for (const page of pages.filter(({ url }) => !url.includes('?')).sort(compareTitles)) {
    const group = getGroup(page.url);
    groups.set(group, [...(groups.get(group) ?? []), page]);
  }
  const sections = [...groups]
    .sort(([a], [b]) => Number(b === OTHER_PAGES) - Number(a === OTHER_PAGES) || a.localeCompare(b))
    .map(([name, members], index) => {
      const items = members.map(
        ({ url, title }) =>
          `<li data-title="${escapeHtml(foldText(title))}"><a href="${getRelativeLink(file, getPageFile(url))}">${escapeHtml(title)}</a></li>`,
      );
      return `<section aria-labelledby="titles-${index}"><h3 id="titles-${index}">${escapeHtml(name)}</h3><ul>${items.join('')}</ul></section>`;
    });
  const words =
    liveSearch === undefined
      ? 'This copy searches titles only.'
      : `This copy searches titles only. When you are online, <a href="${escapeHtml(liveSearch)}">our site</a> searches all texts.`;
  return `<div class="copy-titles"><p>${words}</p><h2 id="copy-titles">All titles</h2><p id="copy-found" role="status"></p>${sections.join('')}</div>`;
};
