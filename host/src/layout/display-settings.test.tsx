import { scrollCalls } from '@site/shared/testing/browser-stubs';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BackToTop } from './back-to-top.tsx';
import { DisplaySettings } from './display-settings.tsx';

describe('the display settings', () => {
  afterEach(() => {
    delete document.documentElement.dataset.theme;
    delete document.documentElement.dataset.calm;
    // biome-ignore lint/suspicious/noDocumentCookie: the settings write cookies this way too.
    for (const name of ['theme', 'calm']) document.cookie = `${name}=; Path=/; Max-Age=0`;
  });

  it('remembers the chosen theme', async () => {
    const user = userEvent.setup();
    render(
      <>
        <DisplaySettings />
        <BackToTop />
      </>,
    );
    expect(screen.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true');

    await user.click(screen.getByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(document.cookie).toBe('theme=dark');
    expect(screen.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true');

    await user.click(screen.getByRole('button', { name: 'System' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(document.cookie).toBe('');
  });

  it('SHELL-14 stops motion in calm mode', async () => {
    const user = userEvent.setup();
    render(
      <>
        <DisplaySettings />
        <BackToTop />
      </>,
    );

    await user.click(screen.getByRole('button', { name: 'Calm mode' }));
    await user.click(screen.getByRole('link', { name: 'Back to top' }));

    expect(document.cookie).toBe('calm=on');
    expect(scrollCalls.at(-1)?.behavior).toBe('auto');
  });
});
