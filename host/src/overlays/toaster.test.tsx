/** Toasts of react-hot-toast live outside React: each test removes what it raised. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { toast } from 'react-hot-toast/headless';
import { toastNotify } from './toast-notify.ts';
import { Toaster } from './toaster.tsx';

const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  act(() => toast.remove());
  jest.useRealTimers();
});

describe('Toaster', () => {
  it('TOAST-01 shows an error for 4 s', () => {
    render(<Toaster />);
    act(() => toastNotify.error('An error occurred'));

    expect(screen.getByRole('alert').textContent).toBe('An error occurred');
    advance(3990);
    expect(screen.queryByRole('alert')).not.toBeNull();
    advance(20);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('TOAST-01 shows a success for 2 s', () => {
    render(<Toaster />);
    act(() => toastNotify.success('Saved'));

    expect(screen.getByRole('status').textContent).toBe('Saved');
    advance(1990);
    expect(screen.queryByRole('status')).not.toBeNull();
    advance(20);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('VOL-11 shows a toast for as long as it asks', () => {
    render(<Toaster />);
    act(() => toastNotify.success('Thank you', { durationMs: 5000 }));

    advance(4990);
    expect(screen.queryByRole('status')).not.toBeNull();
    advance(20);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('TOAST-01 shows 20 at most, the latest ones', () => {
    render(<Toaster />);
    act(() => {
      for (let number = 1; number <= 21; number += 1) toastNotify.error(`Toast ${number}`);
    });

    const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(texts).toHaveLength(20);
    expect(texts).toContain('Toast 21');
    expect(texts).not.toContain('Toast 1');
  });

  it('shows what was raised before it stood, and closes at the button', () => {
    toastNotify.error('Too early');
    render(<Toaster />);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is nothing on the server', () => {
    toastNotify.error('Not here');
    expect(renderToString(<Toaster />)).toBe('');
  });
});
