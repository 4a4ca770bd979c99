import STYLESHEETS_SCRIPT from '../../features/first-view/apply-stylesheets.inline.ts?inline';
import { hideBelowFold } from './stylesheets.ts';

const createHead = () => {
  const page = document.implementation.createHTMLDocument();
  new Function('document', STYLESHEETS_SCRIPT)(page);
  page.head.innerHTML =
    '<link rel="stylesheet" media="print" href="/host.css"><link rel="stylesheet" media="print" data-rspack-loading="" href="/page.css" data-rspack="remote:chunk-page">';
  const [host, remote] = [...page.head.querySelectorAll('link')];
  if (host === undefined || remote === undefined) throw new Error('There are two links.');
  const read = () => ({
    media: [...page.head.querySelectorAll('link')].map(({ media }) => media),
    isLoading: remote.hasAttribute('data-rspack-loading'),
    isHiding: page.documentElement.dataset.fold === '',
  });
  return { page, host, remote, read };
};

describe('STYLESHEETS_SCRIPT', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('applies all stylesheets at once, in a task after the last one has arrived, and then displays the whole page', () => {
    const { host, remote, read } = createHead();
    expect(read()).toEqual({ media: ['print', 'print'], isLoading: true, isHiding: true });

    remote.dispatchEvent(new Event('load'));
    expect(read()).toEqual({ media: ['print', 'tty'], isLoading: false, isHiding: true });

    host.dispatchEvent(new Event('load'));
    expect(read()).toEqual({ media: ['tty', 'tty'], isLoading: false, isHiding: true });
    jest.advanceTimersByTime(0);
    expect(read()).toEqual({ media: ['all', 'all'], isLoading: false, isHiding: false });
  });

  it('applies them in the event of the last one after "Back", before the browser scrolls', () => {
    const { page, host, remote, read } = createHead();
    page.documentElement.dataset.whole = '';

    for (const link of [host, remote]) link.dispatchEvent(new Event('load'));
    expect(read()).toEqual({ media: ['all', 'all'], isLoading: false, isHiding: false });
  });

  it("leaves a remote's failed stylesheet to its runtime, which requests it again, and keeps one of the host", () => {
    const { host, remote, read } = createHead();

    remote.dispatchEvent(new Event('error'));
    host.dispatchEvent(new Event('error'));
    jest.advanceTimersByTime(0);
    expect([host.rel, remote.rel]).toEqual(['stylesheet', 'failed']);
    expect(read()).toEqual({ media: ['all', 'all'], isLoading: false, isHiding: false });
  });

  it('displays the page without late stylesheets, and applies them when they arrive', () => {
    const { page, host, remote, read } = createHead();

    host.dispatchEvent(new Event('load'));
    page.dispatchEvent(new Event('late'));
    expect(read()).toEqual({ media: ['all', 'print'], isLoading: true, isHiding: false });

    remote.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(0);
    expect(read()).toEqual({ media: ['all', 'all'], isLoading: false, isHiding: false });
  });

  it('waits for links that the parser has not reached, and for the whole head', () => {
    const page = document.implementation.createHTMLDocument();
    new Function('document', STYLESHEETS_SCRIPT)(page);
    const { body } = page;
    body.remove();
    const isHiding = () => page.documentElement.dataset.fold === '';

    page.head.append(page.createElement('style'));
    page.head.lastElementChild?.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(0);
    expect(isHiding()).toBe(true);

    page.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" media="print" href="/host.css">');
    page.head.lastElementChild?.dispatchEvent(new Event('load'));
    jest.advanceTimersByTime(0);
    expect(isHiding()).toBe(true);

    page.documentElement.append(body);
    page.dispatchEvent(new Event('DOMContentLoaded'));
    jest.advanceTimersByTime(0);
    expect(isHiding()).toBe(false);
    expect(page.querySelector('link')?.media).toBe('all');
  });

  it('is not confused by images and scripts', () => {
    const { page, read } = createHead();
    const image = page.body.appendChild(page.createElement('img'));

    image.dispatchEvent(new Event('load'));
    image.dispatchEvent(new Event('error'));
    jest.advanceTimersByTime(0);
    expect(read()).toEqual({ media: ['print', 'print'], isLoading: true, isHiding: true });
  });
});

describe('hideBelowFold', () => {
  it.each([
    ['<a></a><main><p>1</p><section>2</section>', '<section>3</section></main><footer>4</footer>', '1234', '12'],
    ['<main><img src="/a.png" alt="3 &gt; 2"><!-- --><div><br><section>1</section>', '<p>2</p></div><p>3</p></main><div>4</div>', '1234', '1'],
    ['<main><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg><section>1</section></main>', '<footer>2</footer>', '12', '1'],
    ['', '<p>1</p>', '1', ''],
  ])('hides only the elements that follow: %s', (htmlAbove, htmlBelow, all, visibleText) => {
    document.documentElement.dataset.fold = '';
    document.body.innerHTML = `<style>${hideBelowFold(htmlAbove)}</style><div id="site">${htmlAbove}${htmlBelow}</div>`;
    const site = document.getElementById('site');
    const readVisibleText = (element: Element): string =>
      getComputedStyle(element).display === 'none'
        ? ''
        : [...element.childNodes].map((node) => (node instanceof Element ? readVisibleText(node) : node instanceof Text ? node.data : '')).join('');

    expect(site?.textContent).toBe(all);
    expect(site && readVisibleText(site)).toBe(visibleText);
    delete document.documentElement.dataset.fold;
    expect(site && readVisibleText(site)).toBe(all);
  });
});
