import { setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const INTERVAL_MS = 3000;
const TRANSITION_MS = 350;

const STEP_MS = 50;

const open = async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  await renderRoutes(createRoutes, '/ebook', hostServicesStub());
  const carousel = await screen.findByRole('region', { name: 'Pages of the ebook' });
  /** Advances time in short steps, because react-slick sets its next timer only after React has rendered the previous change. */
  const advance = (ms: number) => {
    for (let left = ms; left > 0; left -= STEP_MS) act(() => jest.advanceTimersByTime(Math.min(left, STEP_MS)));
  };
  const shown = () =>
    within(carousel)
      .getAllByRole('button', { name: /^Go to slide/ })
      .findIndex((dot) => dot.getAttribute('aria-current') === 'true') + 1;
  return { carousel, advance, shown };
};

afterEach(() => jest.useRealTimers());

describe('the ebook page', () => {
  it('EBOOK-01 EBOOK-05 EBOOK-06 shows title and description, and links to the store in a new tab', async () => {
    await open();

    expect(screen.getByRole('heading', { level: 1, name: 'Navigating Adolescence' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'Discover the essential guide to navigating the challenges of adolescence. This ebook provides insights and strategies to help young people thrive.',
      ),
    ).toBeInTheDocument();
    const link = screen.getByRole('link', { name: 'Buy Now (opens in a new tab)' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://store.example/navigating-adolescence', '_blank']);
  });

  it('EBOOK-02 IMG-03 shows three images, requested at 1080 by 1080 pixels', async () => {
    const { carousel } = await open();

    const images = [...carousel.querySelectorAll('.slick-slide:not(.slick-cloned) img')];
    expect(images.map((image) => image.getAttribute('alt'))).toEqual(['Navigating Adolescence 1', 'Navigating Adolescence 2', 'Navigating Adolescence 3']);
    for (const image of images) expect(image).toHaveAttribute('src', expect.stringMatching(/w_1080,h_1080/));
  });

  it('EBOOK-03 advances every three seconds, infinitely', async () => {
    const { advance, shown } = await open();
    expect(shown()).toBe(1);

    advance(INTERVAL_MS - 1);
    expect(shown()).toBe(1);
    advance(1);
    expect(shown()).toBe(2);

    advance(2 * INTERVAL_MS);
    expect(shown()).toBe(1);
  });

  it('EBOOK-03 handles arrow keys and wraps at both ends', async () => {
    const { carousel, shown, advance } = await open();
    const press = (key: string) => {
      fireEvent.keyDown(carousel, { key });
      advance(2 * TRANSITION_MS);
    };

    press('ArrowLeft');
    expect(shown()).toBe(3);
    press('ArrowRight');
    expect(shown()).toBe(1);
    press('ArrowRight');
    expect(shown()).toBe(2);
  });

  it('EBOOK-04 pauses on hover', async () => {
    const { carousel, shown, advance } = await open();

    fireEvent.pointerEnter(carousel);
    advance(10_000);

    expect(shown()).toBe(1);
  });

  it('EBOOK-03 has Previous, Next and Pause, and hidden slides are not focusable', async () => {
    const { carousel, shown, advance } = await open();

    fireEvent.click(within(carousel).getByRole('button', { name: 'Next' }));
    advance(2 * TRANSITION_MS);
    fireEvent.click(within(carousel).getByRole('button', { name: 'Pause' }));
    advance(10_000);

    expect(shown()).toBe(2);
    const slides = [...carousel.querySelectorAll('.slick-slide:not(.slick-cloned) > div > div')];
    expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([true, false, true]);
  });

  it('EBOOK-03 continues on "Play" after "Pause", even under the pointer', async () => {
    const { carousel, shown, advance } = await open();
    fireEvent.pointerEnter(carousel);
    fireEvent.mouseEnter(carousel.querySelector('.slick-list') as Element);
    fireEvent.click(within(carousel).getByRole('button', { name: 'Pause' }));
    advance(2 * INTERVAL_MS);
    expect(shown()).toBe(1);

    fireEvent.click(within(carousel).getByRole('button', { name: 'Play' }));
    advance(INTERVAL_MS + TRANSITION_MS);

    expect(shown()).toBe(2);
  });

  it('EBOOK-03 does not move with reduced motion', async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    const { shown, advance } = await open();

    advance(10_000);

    expect(shown()).toBe(1);
  });
});
