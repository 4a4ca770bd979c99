import { HELP_SCRIPT } from './help-script.ts';

/** The script with a location, a storage and a navigation of its own; jsdom cannot leave a page. */
const run = ({ stored = {}, type = 0 }: { stored?: Record<string, unknown>; type?: number } = {}) => {
  const replaced: string[] = [];
  const storage: Record<string, unknown> & { clear: () => void } = { ...stored, clear: () => undefined };
  const on: Record<string, (event: object) => void> = {};
  const postMessage = jest.fn();
  new Function('addEventListener', 'location', 'sessionStorage', 'performance', 'stop', 'navigator', HELP_SCRIPT)(
    (name: string, handler: (event: object) => void) => {
      on[name] = handler;
    },
    { hash: '', replace: (address: string) => replaced.push(address) },
    storage,
    { navigation: { type } },
    () => undefined,
    { serviceWorker: { controller: { postMessage } } },
  );
  const press = (key: string, timeStamp: number, repeat = false) => on.keydown?.({ key, timeStamp, repeat, target: document.body });
  return { replaced, storage, on, press, postMessage };
};

describe('the quick exit', () => {
  beforeEach(() => {
    document.documentElement.style.removeProperty('display');
    document.title = 'A page';
  });

  it('NS-02 hides the page, resets its title and replaces it at the third press of Shift in a row', () => {
    const { replaced, storage, press } = run();

    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect([replaced, document.documentElement.style.display, document.title]).toEqual([['https://www.bbc.com/weather'], 'none', 'Weather']);
    expect(storage.left).toBe(1);
  });

  it('NS-02 deletes what was entered into a form', () => {
    localStorage.setItem('draft', 'a name');

    const { press } = run();
    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect(localStorage.getItem('draft')).toBeNull();
  });

  it('NS-02 has the worker delete what is saved, which goes on when this page has ended', () => {
    const { press, postMessage } = run();
    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect(postMessage).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      'typing',
      [
        ['Shift', 0],
        ['A', 100],
        ['Shift', 300],
        ['Shift', 600],
      ],
    ],
    [
      'slow presses',
      [
        ['Shift', 0],
        ['Shift', 2000],
        ['Shift', 4000],
      ],
    ],
  ] as const)('NS-02 is not triggered by %s', (_, keys) => {
    const { replaced, press } = run();

    for (const [key, atMs] of keys) press(key, atMs);

    expect(replaced).toEqual([]);
  });

  it('NS-02 counts a held key once', () => {
    const { replaced, press } = run();

    for (const atMs of [0, 1, 2, 3]) press('Shift', atMs, atMs > 0);

    expect(replaced).toEqual([]);
  });

  it('NS-02 replaces a page that "Back" brings to a tab that was left, loaded or from memory, and no page that is opened anew', () => {
    expect(run({ stored: { left: '1' }, type: 2 }).replaced).toHaveLength(1);
    expect(run({ type: 2 }).replaced).toEqual([]);
    const { replaced, on } = run({ stored: { left: '1' } });
    expect(replaced).toEqual([]);
    on.pageshow?.({ persisted: true });
    expect(replaced).toHaveLength(1);
  });
});
