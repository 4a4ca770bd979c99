import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Button, ButtonLink } from './button.tsx';
import { ExternalLink, MoreLink } from './text-link.tsx';

const renderInRouter = (element: ReactNode) => render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);

describe('Button', () => {
  it('LOGIN-02 changes its label while busy, ignores clicks and keeps the focus', async () => {
    const user = userEvent.setup();
    const send = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={send}>
        <Button type="submit" busy={busy} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(send).toHaveBeenCalledTimes(1);

    rerender(form(true));
    const button = screen.getByRole('button', { name: 'Signing in...' });
    await user.click(button);

    expect(send).toHaveBeenCalledTimes(1);
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
  });
});

describe('links', () => {
  it('X-05 announce that they open a new tab', () => {
    renderInRouter(
      <ButtonLink to="/volunteer" newTab>
        Volunteer
      </ButtonLink>,
    );

    const link = screen.getByRole('link', { name: 'Volunteer (opens in a new tab)' });
    expect(link).toHaveAttribute('href', '/volunteer');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it.each(['https://pay.example/', 'http://127.0.0.1/', 'mailto:a@b.example', 'tel:+2348000000000', '/about', '#main'])('point to %s', (href) => {
    renderInRouter(<MoreLink href={href}>On</MoreLink>);

    expect(screen.getByRole('link', { name: 'On' })).toHaveAttribute('href', href);
  });

  it.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])('are not rendered for %j', (href) => {
    renderInRouter(
      <>
        <ButtonLink href={href}>Button</ButtonLink>
        <MoreLink href={href}>More</MoreLink>
        <ExternalLink href={href}>only text</ExternalLink>
      </>,
    );

    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByText('Button')).not.toBeInTheDocument();
    expect(screen.getByText('only text')).toBeInTheDocument();
  });
});
