import { LEAVING_MS, watchForLeaving } from './leaving.ts';
import { repairStylesheets, restoreStylesheets } from './repair-stylesheets.ts';
import { removeStylesheetList, watchStylesheets } from './watch-stylesheets.ts';

const CHECK_MS = 500;

/** Links without a stylesheet. jsdom loads no stylesheets, so the tests set this list. */
let lost: readonly HTMLLinkElement[] = [];
/** Links whose stylesheet has no rules, which is how Firefox represents a failed request. */
let empty: readonly HTMLLinkElement[] = [];
const isApplied = (link: HTMLLinkElement): boolean => !(lost.includes(link) || link.hasAttribute('data-rspack-loading'));

const addLink = (name: string): HTMLLinkElement => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/_mf/gallery/1/${name}.css`;
  link.setAttribute('integrity', `sha256-${name}`);
  link.setAttribute('data-rspack', `gallery:${name}`);
  return document.head.appendChild(link);
};

const getNames = (): readonly string[] => [...document.querySelectorAll('link')].map(({ href }) => href.replace(/.*\/|\.css/g, ''));

const reports: string[] = [];
const arrive = (): void => {
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event('load'));
};

describe('takeStylesheetList and restoreStylesheets', () => {
  const addList = (...names: string[]): HTMLElement => {
    const list = document.body.appendChild(document.createElement('noscript'));
    list.id = 'page-styles';
    list.textContent = names.map((name) => `<link rel="stylesheet" href="/_mf/gallery/1/${name}.css" integrity="sha256-${name}" crossorigin>`).join('');
    return list;
  };
  const removeLinks = (): void => {
    for (const link of document.querySelectorAll('link')) link.remove();
  };
  beforeEach(() => {
    addLink('first');
    addLink('third');
  });
  afterEach(removeLinks);

  it('restores a stylesheet that is in the list but no longer in the page, and removes the list from the page', () => {
    const element = addList('first', 'second', 'third');
    const faults: string[] = [];
    removeStylesheetList((list) => restoreStylesheets(list, (file) => faults.push(file)));
    expect(element.isConnected).toBe(false);
    expect(getNames()).toEqual(['first', 'second', 'third']);
    expect(document.querySelectorAll('link')[1]).toMatchObject({ rel: 'stylesheet' });
    expect(faults).toEqual(['http://localhost/_mf/gallery/1/second.css']);
  });

  it('do not change a page that has all stylesheets or has no list', () => {
    const restore = jest.fn();
    addList('first', 'third');
    removeStylesheetList(restore);
    removeStylesheetList(restore);
    expect(restore).not.toHaveBeenCalled();
  });
});

describe('watchStylesheets and repairStylesheets', () => {
  const links: HTMLLinkElement[] = [];
  beforeAll(() => {
    jest.useFakeTimers();
    Object.defineProperty(document, 'styleSheets', {
      get: () =>
        [...document.querySelectorAll('link')]
          .filter(isApplied)
          .map((ownerNode) => ({ ownerNode, disabled: false, cssRules: { length: empty.includes(ownerNode) ? 0 : 1 } })),
    });
    links.push(...['host', 'ui', 'page'].map(addLink));
    watchStylesheets([], (all, appliedLinks) => repairStylesheets(all, appliedLinks, (file) => reports.push(file.replace(/.*\//, ''))));
    jest.advanceTimersByTime(CHECK_MS);
  });
  afterAll(() => jest.useRealTimers());

  it('does not change a page whose stylesheets apply', () => {
    jest.advanceTimersByTime(10 * CHECK_MS);
    expect([...document.querySelectorAll('link')]).toEqual(links);
    expect(reports).toEqual([]);
  });

  it('ignores stylesheets of other sites, for example of a translator, whose rules cannot be read', () => {
    const foreignLink = addLink('foreign');
    foreignLink.removeAttribute('integrity');
    lost = [foreignLink];
    jest.advanceTimersByTime(2 * CHECK_MS);
    expect(foreignLink.isConnected).toBe(true);
    expect(reports).toEqual([]);
    foreignLink.remove();
  });

  it('REL-08 ignores a stylesheet that fails while the page is being left, and replaces it if the page stays open', () => {
    watchForLeaving();
    window.dispatchEvent(new Event('beforeunload'));
    const failedLink = addLink('late');
    empty = [failedLink];
    jest.advanceTimersByTime(LEAVING_MS - CHECK_MS);
    expect(failedLink.isConnected).toBe(true);
    expect(reports).toEqual([]);
    jest.advanceTimersByTime(2 * CHECK_MS);
    expect(failedLink.isConnected).toBe(false);
    expect(reports.splice(0)).toEqual(['late.css']);
    arrive();
    document.querySelector('[data-rspack="gallery:late"]')?.remove();
    jest.advanceTimersByTime(CHECK_MS);
  });

  it('replaces a stylesheet that the browser has dropped from the page, at the same position', () => {
    lost = links.slice(0, 1);
    jest.advanceTimersByTime(CHECK_MS);
    expect(getNames()).toEqual(['host', 'ui', 'page']);
    expect(links[0]?.isConnected).toBe(false);
    expect(reports).toEqual(['host.css']);
    arrive();
  });

  it('restores removed stylesheets in their order', () => {
    links[1]?.remove();
    links[2]?.remove();
    jest.advanceTimersByTime(CHECK_MS);
    expect(getNames()).toEqual(['host', 'ui', 'page']);
    arrive();
    expect(document.querySelector('[data-rspack="gallery:ui"]')?.hasAttribute('data-rspack-loading')).toBe(false);
    expect([...reports].sort()).toEqual(['host.css', 'page.css', 'ui.css']);
  });

  it('replaces a stylesheet without rules', () => {
    empty = [...document.querySelectorAll('link')].slice(1, 2);
    jest.advanceTimersByTime(CHECK_MS);
    expect(getNames()).toEqual(['host', 'ui', 'page']);
    expect(empty[0]?.isConnected).toBe(false);
    arrive();
  });

  it('reports a stylesheet once, and stops after three attempts', () => {
    for (let time = 0; time < 5; time += 1) {
      document.querySelector('[data-rspack="gallery:page"]')?.remove();
      jest.advanceTimersByTime(CHECK_MS);
      arrive();
      jest.advanceTimersByTime(CHECK_MS);
    }
    expect(getNames()).toEqual(['host', 'ui']);
    expect(reports).toHaveLength(3);
  });
});
