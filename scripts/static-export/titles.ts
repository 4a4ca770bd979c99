import { escapeHtml } from '@site/shared/domain/escape-html';
import { foldText } from '@site/shared/domain/fold-text';
import { getPageFile, getRelativeLink } from './file-names.ts';
import type { FoundPage } from './site-reader.ts';

const OTHER_PAGES = 'Pages';

/** `/news/a-post` belongs to the news. */
const getGroup = (address: string): string => {
  const [folder = '', name] = address.slice(1).split('/');
  return name === undefined ? OTHER_PAGES : `${folder.charAt(0).toUpperCase()}${folder.slice(1).replaceAll('-', ' ')}`;
};

const byTitle = (one: FoundPage, other: FoundPage): number => one.title.localeCompare(other.title, 'en');

/**
 * All titles as a list of links, complete without script; `title-search.ts` filters them. `liveSearch` is the URL of the site's own search, which also finds
 * words in texts.
 */
export const renderTitles = (pages: readonly FoundPage[], file: string, liveSearch: string | undefined): string => {
  const groups = new Map<string, FoundPage[]>();
  for (const page of pages.filter(({ address }) => !address.includes('?')).sort(byTitle)) {
    const group = getGroup(page.address);
    groups.set(group, [...(groups.get(group) ?? []), page]);
  }
  const sections = [...groups]
    .sort(([one], [other]) => Number(other === OTHER_PAGES) - Number(one === OTHER_PAGES) || one.localeCompare(other))
    .map(([name, members], index) => {
      const items = members.map(
        ({ address, title }) =>
          `<li data-title="${escapeHtml(foldText(title))}"><a href="${getRelativeLink(file, getPageFile(address))}">${escapeHtml(title)}</a></li>`,
      );
      return `<section aria-labelledby="titles-${index}"><h3 id="titles-${index}">${escapeHtml(name)}</h3><ul>${items.join('')}</ul></section>`;
    });
  const words =
    liveSearch === undefined
      ? 'This copy searches titles only.'
      : `This copy searches titles only. When you are online, <a href="${escapeHtml(liveSearch)}">our site</a> searches all texts.`;
  return `<div class="copy-titles"><p>${words}</p><h2 id="copy-titles">All titles</h2><p id="copy-found" role="status"></p>${sections.join('')}</div>`;
};
