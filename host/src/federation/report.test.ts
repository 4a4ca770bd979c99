import { reportFault } from './report.ts';

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  Object.defineProperty(navigator, 'sendBeacon', { value: (url: string, body: string) => sent.push([url, JSON.parse(body)]) > 0, configurable: true });
});

const createError = (message: string, ...files: readonly string[]): Error =>
  Object.assign(new Error(message), {
    stack: [message, ...files.map((file) => `    at x (${file.startsWith('/') ? window.location.origin : ''}${file}:1:1)`)].join('\n'),
  });

describe('reportFault', () => {
  it('RLS-06 reports only that a version has shown the page', () => {
    reportFault('0a', 'view', '/_mf/gallery/1.0.0-a/entry.js', '');
    expect(sent).toEqual([['/reports/views', { kind: 'view', remote: 'gallery', version: '1.0.0-a', set: '0a', message: '', path: '/' }]]);
  });

  it.each([
    ["the stack's first release", createError('one', '/assets/main.1.js', '/_mf/gallery/1.0.0-a/page.js'), '', 'gallery', '1.0.0-a'],
    ['the file', createError('two', '/assets/main.1.js'), '/_mf/news-events/%32.0.0-b/entry.js', 'news-events', '2.0.0-b'],
    ['the host', createError('three', '/assets/main.1.js'), '', 'host', ''],
  ])('REL-08 attributes an uncaught error to %s', (_, error, file, remote, version) => {
    reportFault('0a', 'error', file, error);

    expect(sent).toEqual([['/reports', { kind: 'error', remote, version, set: '0a', message: String(error), path: '/' }]]);
  });

  it('REL-08 reports neither scripts of extensions nor values without a stack', () => {
    reportFault('0a', 'error', '', createError('four', '/elsewhere.js'));
    reportFault('0a', 'error', '', createError('four too', 'chrome-extension://abc/assets/content.js'));
    reportFault('0a', 'error', '', 'five');
    reportFault('0a', 'load', '', createError('six', '/assets/main.1.js'));

    expect(sent).toEqual([]);
  });

  it('REL-08 sends each fault once, and at most 20 faults per page', () => {
    for (let i = 0; i < 40; i += 1) {
      reportFault('0a', 'error', '/_mf/gallery/1/x.js', `fault ${i}`);
      reportFault('0a', 'error', '/_mf/gallery/1/x.js', `fault ${i}`);
    }

    expect(sent.length).toBeLessThanOrEqual(20);
    expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(sent.length);
  });
});
