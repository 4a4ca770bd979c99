import { setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const CAROUSELS = [
  { rows: 'HOME-02', name: 'Highlights', count: 3, intervalMs: 5000 },
  { rows: 'HOME-16', name: 'Success stories', count: 5, intervalMs: 5000 },
];

const open = async (name: string) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  await renderRoutes(createRoutes, '/', hostServicesStub());
  const carousel = [...document.querySelectorAll<HTMLElement>('[aria-roledescription="carousel"]')].find(
    (element) => element.getAttribute('aria-label') === name,
  );
  if (!carousel) throw new Error(`No carousel "${name}"`);
  const slides = [...carousel.querySelectorAll('[aria-roledescription="slide"]')];
  const currentSlide = () => slides.findIndex((slide) => !slide.hasAttribute('inert')) + 1;
  const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  return { carousel, slides, currentSlide, advance, dots: within(carousel).getAllByRole('button', { name: /^Go to slide/ }) };
};

afterEach(() => jest.useRealTimers());

describe.each(CAROUSELS)('the carousel "$name"', ({ rows, name, count, intervalMs }) => {
  it(`${rows} advances every five seconds and wraps after the last slide`, async () => {
    const { currentSlide, advance, slides } = await open(name);
    expect(slides).toHaveLength(count);
    expect(currentSlide()).toBe(1);

    advance(intervalMs - 1);
    expect(currentSlide()).toBe(1);
    advance(1);
    expect(currentSlide()).toBe(2);

    for (let slide = 2; slide <= count; slide++) advance(intervalMs);
    expect(currentSlide()).toBe(1);
  });

  it(`${rows} HOME-17 shows the slide of the pressed dot, and marks that dot`, async () => {
    const { currentSlide, dots } = await open(name);
    expect(dots.map((dot) => dot.getAttribute('aria-label'))).toEqual(Array.from({ length: count }, (_, position) => `Go to slide ${position + 1}`));

    fireEvent.click(dots[2] as HTMLElement);

    expect(currentSlide()).toBe(3);
    expect(dots.map((dot) => dot.getAttribute('aria-current'))).toEqual(dots.map((_, position) => (position === 2 ? 'true' : null)));
  });

  it(`${rows} pauses on hover, while it has the focus and while the tab is hidden`, async () => {
    const { carousel, currentSlide, advance, dots } = await open(name);

    fireEvent.pointerEnter(carousel);
    advance(2 * intervalMs);
    expect(currentSlide()).toBe(1);
    fireEvent.pointerLeave(carousel);

    fireEvent.focusIn(dots[0] as HTMLElement);
    advance(2 * intervalMs);
    expect(currentSlide()).toBe(1);
    fireEvent.focusOut(dots[0] as HTMLElement);

    const hiddenSpy = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    advance(2 * intervalMs);
    expect(currentSlide()).toBe(1);
    hiddenSpy.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));

    advance(intervalMs);
    expect(currentSlide()).toBe(2);
  });

  it(`${rows} stops on "Pause" and continues on "Play"`, async () => {
    const { carousel, currentSlide, advance } = await open(name);

    fireEvent.click(within(carousel).getByRole('button', { name: 'Pause' }));
    advance(2 * intervalMs);
    expect(currentSlide()).toBe(1);

    fireEvent.click(within(carousel).getByRole('button', { name: 'Play' }));
    advance(intervalMs);
    expect(currentSlide()).toBe(2);
  });

  it(`${rows} continues on "Play" under the pointer, and pauses when the pointer returns`, async () => {
    const { carousel, currentSlide, advance } = await open(name);
    fireEvent.pointerEnter(carousel);
    fireEvent.click(within(carousel).getByRole('button', { name: 'Pause' }));
    fireEvent.click(within(carousel).getByRole('button', { name: 'Play' }));
    advance(intervalMs);
    expect(currentSlide()).toBe(2);

    fireEvent.pointerLeave(carousel);
    fireEvent.pointerEnter(carousel);
    advance(2 * intervalMs);
    expect(currentSlide()).toBe(2);
  });

  it(`${rows} does not move for visitors who prefer reduced motion`, async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    const { carousel, currentSlide, advance } = await open(name);

    advance(4 * intervalMs);

    expect(currentSlide()).toBe(1);
    expect(within(carousel).getByRole('button', { name: 'Play' })).toBeInTheDocument();
  });
});

describe('calm mode', () => {
  afterEach(() => document.documentElement.removeAttribute('data-calm'));

  it('HOME-02 stops carousels until it is switched off', async () => {
    const { currentSlide, advance } = await open('Highlights');

    await act(async () => document.documentElement.setAttribute('data-calm', ''));
    advance(2 * 5000);
    expect(currentSlide()).toBe(1);

    await act(async () => document.documentElement.removeAttribute('data-calm'));
    advance(5000);
    expect(currentSlide()).toBe(2);
  });
});

describe('a review', () => {
  it('HOME-15 HOME-18 has an author and one to five stars', async () => {
    const { slides } = await open('Success stories');

    expect(slides).toHaveLength(5);
    for (const slide of slides) {
      expect(slide.textContent).toContain('Google Review');
      const [, rating] = slide.textContent?.match(/([1-5]) out of 5/) ?? [];
      const stars = [...slide.querySelectorAll('svg path')].map((path) => path.getAttribute('d')?.match(/z/g)?.length);
      expect(stars).toEqual([Number(rating), 5 - Number(rating)].filter((count) => count > 0));
    }
  });

  it('HOME-19 replaces a portrait that fails to load with the template', async () => {
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

    expect(slides).toHaveLength(3);
    for (const slide of slides) {
      expect(within(slide as HTMLElement).getByRole('img', { hidden: true })).toHaveAttribute('alt', expect.stringMatching(/^Illustration/));
      expect(within(slide as HTMLElement).getByRole('heading', { hidden: true }).textContent).not.toBe('');
      expect(slide.querySelectorAll('p')).toHaveLength(2);
    }
  });
});
