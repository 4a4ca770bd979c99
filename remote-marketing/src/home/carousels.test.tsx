import { HERO_INTERVAL_MS, TESTIMONIAL_INTERVAL_MS } from '@site/shared/domain/constants';
import { setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const CAROUSELS = [
  { rows: 'HOME-02', name: 'Highlights', count: 3, intervalMs: HERO_INTERVAL_MS },
  { rows: 'HOME-16', name: 'Success stories', count: 5, intervalMs: TESTIMONIAL_INTERVAL_MS },
];

const open = async (name: string) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  await renderRoutes(createRoutes, '/', hostServicesStub());
  const carousel = [...document.querySelectorAll<HTMLElement>('[aria-roledescription="carousel"]')].find((each) => each.getAttribute('aria-label') === name);
  if (!carousel) throw new Error(`No carousel "${name}"`);
  const slides = [...carousel.querySelectorAll('[aria-roledescription="slide"]')];
  /** Number of the one slide that is not inert. */
  const shown = () => slides.findIndex((slide) => !slide.hasAttribute('inert')) + 1;
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  return { carousel, slides, shown, pass, dots: within(carousel).getAllByRole('button', { name: /^Go to slide/ }) };
};

afterEach(() => jest.useRealTimers());

describe.each(CAROUSELS)('the carousel "$name"', ({ rows, name, count, intervalMs }) => {
  it(`${rows} goes on every five seconds and starts again after the last slide`, async () => {
    const { shown, pass, slides } = await open(name);
    expect(slides).toHaveLength(count);
    expect(shown()).toBe(1);

    pass(intervalMs - 1);
    expect(shown()).toBe(1);
    pass(1);
    expect(shown()).toBe(2);

    for (let slide = 2; slide <= count; slide++) pass(intervalMs);
    expect(shown()).toBe(1);
  });

  it(`${rows} HOME-17 jumps to the slide of a dot, and marks that dot`, async () => {
    const { shown, dots } = await open(name);
    expect(dots.map((dot) => dot.getAttribute('aria-label'))).toEqual(Array.from({ length: count }, (_, position) => `Go to slide ${position + 1}`));

    fireEvent.click(dots[2] as HTMLElement);

    expect(shown()).toBe(3);
    expect(dots.map((dot) => dot.getAttribute('aria-current'))).toEqual(dots.map((_, position) => (position === 2 ? 'true' : null)));
  });

  it(`${rows} waits while the mouse is over it, while focus is within it and while the tab is hidden`, async () => {
    const { carousel, shown, pass, dots } = await open(name);

    fireEvent.pointerEnter(carousel);
    pass(2 * intervalMs);
    expect(shown()).toBe(1);
    fireEvent.pointerLeave(carousel);

    fireEvent.focusIn(dots[0] as HTMLElement);
    pass(2 * intervalMs);
    expect(shown()).toBe(1);
    fireEvent.focusOut(dots[0] as HTMLElement);

    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    pass(2 * intervalMs);
    expect(shown()).toBe(1);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    pass(intervalMs);
    expect(shown()).toBe(2);
  });

  it(`${rows} stops at "Pause" and goes on at "Play"`, async () => {
    const { carousel, shown, pass } = await open(name);

    fireEvent.click(within(carousel).getByRole('button', { name: 'Pause' }));
    pass(2 * intervalMs);
    expect(shown()).toBe(1);

    fireEvent.click(within(carousel).getByRole('button', { name: 'Play' }));
    pass(intervalMs);
    expect(shown()).toBe(2);
  });

  it(`${rows} does not move by itself for those who want less motion`, async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    const { carousel, shown, pass } = await open(name);

    pass(4 * intervalMs);

    expect(shown()).toBe(1);
    expect(within(carousel).getByRole('button', { name: 'Play' })).toBeInTheDocument();
  });
});

describe('calm mode', () => {
  afterEach(() => document.documentElement.removeAttribute('data-calm'));

  it('HOME-02 stops what moves, and lets it go on when it is switched off', async () => {
    const { shown, pass } = await open('Highlights');

    await act(async () => document.documentElement.setAttribute('data-calm', ''));
    pass(2 * HERO_INTERVAL_MS);
    expect(shown()).toBe(1);

    await act(async () => document.documentElement.removeAttribute('data-calm'));
    pass(HERO_INTERVAL_MS);
    expect(shown()).toBe(2);
  });
});

describe('a review', () => {
  it('HOME-15 HOME-18 says who wrote it and how many of five stars it gives', async () => {
    const { slides } = await open('Success stories');

    for (const slide of slides) {
      expect(slide.textContent).toContain('Google Review');
      expect(slide.textContent).toMatch(/[1-5] out of 5/);
      expect(slide.querySelectorAll('svg')).toHaveLength(5);
    }
  });

  it('HOME-19 shows the template when a portrait fails', async () => {
    const { slides } = await open('Success stories');
    const portrait = slides[0]?.querySelector('img');
    if (!portrait) throw new Error('No portrait');

    fireEvent.error(portrait);

    expect(portrait).toHaveAttribute('src', expect.stringContaining('portrait-template'));
  });
});

describe('the hero', () => {
  it('HOME-01 gives every slide an image, a title, a subtitle and a description', async () => {
    const { slides } = await open('Highlights');

    for (const slide of slides) {
      expect(within(slide as HTMLElement).getByRole('img', { hidden: true })).toHaveAttribute('alt', expect.stringMatching(/^Illustration/));
      expect(within(slide as HTMLElement).getByRole('heading', { hidden: true }).textContent).not.toBe('');
      expect(slide.querySelectorAll('p')).toHaveLength(2);
    }
    expect(screen.getAllByRole('group')).not.toHaveLength(0);
  });
});
