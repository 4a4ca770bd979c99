import { setMediaQuery } from '@site/shared/testing/browser-stubs';
import { act, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ConfettiOverlay, confettiStore, createConfettiStore } from './confetti.tsx';

const celebrate = () => act(async () => confettiStore.getState().celebrate());
const canvasSize = (container: HTMLElement) => {
  const canvas = container.querySelector('canvas');
  return canvas === null ? null : { width: canvas.width, height: canvas.height };
};

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  act(() => jest.runOnlyPendingTimers());
  jest.useRealTimers();
});

describe('createConfettiStore', () => {
  it('CONF-01 resets itself after 5000 ms', () => {
    const store = createConfettiStore();
    store.getState().celebrate();
    jest.advanceTimersByTime(5000 - 1);
    expect(store.getState().isActive).toBe(true);
    jest.advanceTimersByTime(1);
    expect(store.getState().isActive).toBe(false);
  });

  it('CONF-01 restarts the 5 s when celebrated again', () => {
    const store = createConfettiStore();
    store.getState().celebrate();
    jest.advanceTimersByTime(3000);
    store.getState().celebrate();
    jest.advanceTimersByTime(4999);
    expect(store.getState().isActive).toBe(true);
    jest.advanceTimersByTime(1);
    expect(store.getState().isActive).toBe(false);
  });
});

describe('ConfettiOverlay', () => {
  it("CONF-02 CONF-03 is one canvas of the window's size while the flag is set, and resizes with the window", async () => {
    const { container } = render(<ConfettiOverlay />);
    expect(container.innerHTML).toBe('');

    await celebrate();
    await act(async () => {});
    expect(canvasSize(container)).toEqual({ width: window.innerWidth, height: window.innerHeight });
    act(() => {
      window.innerWidth = 360;
      window.innerHeight = 640;
      window.dispatchEvent(new Event('resize'));
    });
    expect(canvasSize(container)).toEqual({ width: 360, height: 640 });

    act(() => jest.advanceTimersByTime(5000));
    expect(container.innerHTML).toBe('');
  });

  it('CONF-02 does not move for visitors who prefer reduced motion', async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    const { container } = render(<ConfettiOverlay />);
    await celebrate();
    await act(async () => {});

    expect(container.querySelector('canvas')).not.toBeInTheDocument();
    expect(container.querySelector('svg')).toBeInTheDocument();
  });

  it('renders nothing on the server', () => {
    expect(renderToString(<ConfettiOverlay />)).toBe('');
  });
});
