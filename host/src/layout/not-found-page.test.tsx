import type { SiteConfig } from '@site/shared/contracts/site';
import { siteFixture } from '@site/shared/testing/fixtures';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { AreaLoading, AreaUnavailable, UNAVAILABLE_TITLE } from './area-states.tsx';
import { NotFoundPage } from './not-found-page.tsx';

describe('NotFoundPage', () => {
  beforeEach(() => {
    render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <NotFoundPage site={siteFixture()} /> }])} />);
  });

  it('NF-01 says that the page was not found', () => {
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('404 Page Not Found');
    expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeInTheDocument();
  });

  it('nests no block element in a span', () => {
    expect(document.querySelector('span div')).toBeNull();
  });

  it('NF-02 links to the home page', () => {
    expect(screen.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
  });
});

describe('AreaUnavailable', () => {
  it('NS-10 shows the message and retries', async () => {
    const retry = jest.fn();
    render(<AreaUnavailable site={siteFixture()} onRetry={retry} />);

    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));

    expect(screen.getByRole('alert').textContent).toContain(UNAVAILABLE_TITLE);
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('NS-02 NS-10 shows the configured numbers to call once the configuration has loaded', () => {
    const { rerender } = render(<AreaUnavailable site={siteFixture({ emergencyTelephone: '112' })} />);
    const calls = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(calls()).toEqual([
      ['Emergency: call 112', 'tel:112'],
      ['To talk: call 0800 000 0000', 'tel:08000000000'],
    ]);

    rerender(<AreaUnavailable site={siteFixture({ helplines: [] })} />);
    expect(calls()).toEqual([]);

    const { helplines: _, ...incomplete } = siteFixture();
    rerender(<AreaUnavailable site={incomplete as SiteConfig} />);
    expect(calls()).toEqual([]);
  });
});

describe('AreaLoading', () => {
  it('is announced to screen readers', () => {
    render(<AreaLoading />);

    expect(screen.getByRole('status').textContent).toBe('Loading the page');
  });
});
