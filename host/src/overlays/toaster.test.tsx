/** react-hot-toast keeps toasts outside React, so each test removes the toasts that it raised. */
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { toast } from 'react-hot-toast/headless';
import { OverlayLayer, toastNotifier } from './toasts.tsx';

const services = hostServicesStub();

const raise = (notify: () => void) =>
  act(async () => {
    notify();
    await import('./page-overlays.tsx');
  });
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  act(() => toast.remove());
  jest.useRealTimers();
});

describe('OverlayLayer', () => {
  it('TOAST-01 shows an error for 4 s', async () => {
    render(<OverlayLayer {...services} />);
    await raise(() => toastNotifier.error('An error occurred'));

    expect(screen.getByRole('alert').textContent).toBe('An error occurred');
    advance(3990);
    expect(screen.queryByRole('alert')).toBeInTheDocument();
    advance(20);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('TOAST-01 shows a success for 2 s', async () => {
    render(<OverlayLayer {...services} />);
    await raise(() => toastNotifier.success('Saved'));

    expect(screen.getByRole('status').textContent).toBe('Saved');
    advance(1990);
    expect(screen.queryByRole('status')).toBeInTheDocument();
    advance(20);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('VOL-11 shows a toast for the duration that it specifies', async () => {
    render(<OverlayLayer {...services} />);
    await raise(() => toastNotifier.success('Thank you', { durationMs: 5000 }));

    advance(4990);
    expect(screen.queryByRole('status')).toBeInTheDocument();
    advance(20);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('TOAST-01 shows at most the 20 latest toasts', async () => {
    render(<OverlayLayer {...services} />);
    await raise(() => {
      for (let number = 1; number <= 21; number += 1) toastNotifier.error(`Toast ${number}`);
    });

    const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(texts).toHaveLength(20);
    expect(texts).toContain('Toast 21');
    expect(texts).not.toContain('Toast 1');
  });

  it('shows toasts that were raised before it loaded, and closes them with the button', async () => {
    await raise(() => toastNotifier.error('Too early'));
    render(<OverlayLayer {...services} />);
    await raise(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('renders nothing on the server', () => {
    expect(renderToString(<OverlayLayer {...services} />)).toBe('');
  });
});
