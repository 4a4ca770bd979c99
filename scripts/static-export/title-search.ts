import { foldText } from '@site/shared/domain/fold-text';

/**
 * Filters the list of titles on the search page of the offline copy. Shows the titles that contain every word of the URL's `q`, or of the search field while
 * the visitor types. Supports old browsers.
 */
const start = (): void => {
  const list = document.querySelector('.copy-titles');
  const field = document.querySelector<HTMLInputElement>('form[role="search"] input[type="search"]');
  const heading = document.getElementById('copy-titles');
  const status = document.getElementById('copy-found');
  if (list === null || field === null || heading === null || status === null) return;
  const items = [...list.querySelectorAll<HTMLElement>('li[data-title]')];
  const sections = [...list.querySelectorAll<HTMLElement>('section')];

  const show = (query: string): void => {
    const words = foldText(query)
      .split(/\s+/)
      .filter((word) => word !== '');
    for (const item of items) item.hidden = !words.every((word) => item.dataset.title?.includes(word));
    for (const section of sections) section.hidden = section.querySelector('li:not([hidden])') === null;
    const count = items.filter(({ hidden }) => !hidden).length;
    heading.textContent = words.length === 0 ? 'All titles' : `Titles with “${query.trim()}”`;
    if (words.length === 0) status.textContent = '';
    else if (count === 0) status.textContent = 'No title contains all of these words. Try fewer or different words.';
    else status.textContent = count === 1 ? 'One title found.' : `${count} titles found.`;
  };

  field.value = new URLSearchParams(location.search).get('q') ?? '';
  show(field.value);
  field.addEventListener('input', () => show(field.value));
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    show(field.value);
  });
};

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
