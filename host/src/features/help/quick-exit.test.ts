import HELP_SCRIPT from './quick-exit.inline.ts?inline';

interface StartOptions {
  readonly tabStorage?: object;
  readonly deviceStorage?: object;
  /** Navigation type: 1 for a reload, 2 for "Back". */
  readonly type?: number;
  readonly isFull?: boolean;
}

/** Runs the script with a simulated location, storage and navigation, because jsdom cannot leave a page. */
const run = ({ type = 0, isFull = false, ...start }: StartOptions = {}) => {
  const replaced: string[] = [];
  const tabStorage: Record<string, unknown> & { clear: () => void } = { ...start.tabStorage, clear: () => undefined };
  const deviceStorage: Record<string, unknown> = { ...start.deviceStorage };
  if (isFull)
    Object.defineProperty(deviceStorage, 'left', {
      set: () => {
        throw new Error('full');
      },
    });
  const handlers: Record<string, (event: object) => void> = {};
  const postMessage = jest.fn();
  new Function('addEventListener', 'location', 'sessionStorage', 'localStorage', 'performance', 'stop', 'navigator', HELP_SCRIPT)(
    (name: string, handler: (event: object) => void) => {
      handlers[name] = handler;
    },
    { hash: '', replace: (url: string) => replaced.push(url) },
    tabStorage,
    deviceStorage,
    { navigation: { type } },
    () => undefined,
    { serviceWorker: { controller: { postMessage } } },
  );
  const press = (key: string, timeStamp: number, repeat = false) => handlers.keydown?.({ key, timeStamp, repeat, target: document.body });
  return { replaced, tabStorage, deviceStorage, handlers, press, postMessage };
};

const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

describe('the quick exit', () => {
  beforeEach(() => {
    document.documentElement.style.removeProperty('display');
    document.title = 'A page';
  });

  it('NS-02 hides the page, resets its title and replaces it at the third press of Shift in a row', () => {
    const { replaced, tabStorage, deviceStorage, press } = run();

    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect([replaced, document.documentElement.style.display, document.title]).toEqual([['https://www.bbc.com/weather'], 'none', 'Weather']);
    expect([tabStorage.left, deviceStorage.left]).toEqual([1, 1]);
  });

  it('NS-02 deletes unsent form input', () => {
    const { press, deviceStorage } = run({ deviceStorage: { draft: 'a name' } });

    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect(deviceStorage).not.toHaveProperty('draft');
  });

  it('NS-02 lets the worker delete the saved pages, because the worker outlives the page', () => {
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

  it('NS-02 deletes data that the page wrote after the exit when the page ends', () => {
    const { press, handlers, deviceStorage, postMessage } = run();
    for (const atMs of [0, 300, 600]) press('Shift', atMs);
    deviceStorage.draft = 'a name, kept again because it could not be sent';

    handlers.pagehide?.({});

    expect(deviceStorage).not.toHaveProperty('draft');
    expect(postMessage).toHaveBeenCalledTimes(2);
  });

  it('NS-02 deletes saved pages even if the exit cannot be stored', () => {
    const { press, replaced, postMessage } = run({ isFull: true });
    for (const atMs of [0, 300, 600]) press('Shift', atMs);

    expect([replaced.length, postMessage.mock.calls.length]).toEqual([1, 1]);
  });

  // Firefox loses the mark in session storage when another site opens.
  it.each(['tabStorage', 'deviceStorage'] as const)('NS-02 replaces a page that "Back" or a reload opens after an exit that the %s remembers', (place) => {
    for (const type of [1, 2]) expect(run({ [place]: { left: '1' }, type }).replaced).toHaveLength(1);

    const open = run();
    open.handlers.pageshow?.({ persisted: true });
    expect(open.replaced).toEqual([]);
    open[place].left = '1';
    open.handlers.pageshow?.({ persisted: true });
    expect(open.replaced).toHaveLength(1);
  });

  it('NS-02 keeps a newly opened page, does not delay its first frame, and then clears the marks of the exit', async () => {
    const { replaced, tabStorage, deviceStorage } = run({ tabStorage: { left: '1' }, deviceStorage: { left: '1' } });

    expect(replaced).toEqual([]);
    expect([tabStorage.left, deviceStorage.left]).toEqual(['1', '1']);
    await nextFrame();
    for (const storage of [tabStorage, deviceStorage]) expect(storage).not.toHaveProperty('left');
    for (const type of [1, 2]) expect(run({ type }).replaced).toEqual([]);
  });
});
