import { renderBelowFold } from './render-below-fold.ts';
import footer from './site-footer.module.css';

const listLaidOutSections = (): string[] => [...document.querySelectorAll<HTMLElement>('[style*="content-visibility: visible"]')].map(({ id }) => id);
const isComplete = (): boolean => document.documentElement.dataset.whole !== undefined;

describe('renderBelowFold', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML = `<div id="site"><main><section id="one">Ẹ̀kọ́</section><p id="text"></p><section id="two"></section></main>
      <footer><section id="outside"></section><div id="columns" class="${footer.columns}"></div></footer></div>`;
    delete document.documentElement.dataset.whole;
  });
  afterEach(() => {
    jest.useRealTimers();
    document.body.replaceChildren();
    delete document.documentElement.dataset.whole;
  });

  it.each([
    ['the font of its letters has arrived', async () => []],
    ['that font could not be loaded', () => Promise.reject(new Error('no connection'))],
  ])('OPS-04 lays out the sections below the fold and the footer one per task, after %s', async (_when, response) => {
    const load = jest.spyOn(document.fonts, 'load').mockImplementation(response);
    renderBelowFold();
    expect(load).toHaveBeenCalledWith('1em "Onest Rare"', expect.stringContaining('Ẹ̀kọ́'));
    jest.runAllTimers();
    expect(listLaidOutSections()).toEqual([]);
    await Promise.resolve();
    await Promise.resolve();

    const steps: [string[], boolean][] = [];
    while (jest.getTimerCount() > 0 && steps.length < 20) {
      jest.runOnlyPendingTimers();
      steps.push([listLaidOutSections(), isComplete()]);
    }
    expect(steps).toEqual([
      [['one'], false],
      [['one'], false],
      [['one', 'two'], false],
      [['one', 'two'], false],
      [['one', 'two', 'columns'], false],
      [['one', 'two', 'columns'], false],
      [['one', 'two', 'columns'], true],
    ]);
  });
});
