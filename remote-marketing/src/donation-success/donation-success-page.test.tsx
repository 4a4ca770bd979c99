import { scrollCalls, setMediaQuery } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

describe('the thank-you page', () => {
  it('DON-01 CONF-04 celebrates once and scrolls smoothly to the top', async () => {
    const stub = hostServicesStub();

    await renderRoutes(createRoutes, '/donation-success', stub);

    expect(stub.celebrations()).toBe(1);
    expect(scrollCalls).toEqual([{ top: 0, behavior: 'smooth' }]);
  });

  it('DON-01 scrolls instantly with reduced motion', async () => {
    setMediaQuery('(prefers-reduced-motion: reduce)', true);

    await renderRoutes(createRoutes, '/donation-success', hostServicesStub());

    expect(scrollCalls).toEqual([{ top: 0, behavior: 'auto' }]);
  });

  it('DON-02 DON-03 DON-04 DON-05 shows the specified texts and links to the home page', async () => {
    const { container } = await renderRoutes(createRoutes, '/donation-success', hostServicesStub());

    expect(screen.getByRole('heading', { level: 1, name: 'Thank You for Your Generous Donation!' })).toBeInTheDocument();
    expect(
      screen.getByText(
        'Your support makes a real difference in our mission to empower young people and create drug-free communities. We are incredibly grateful for your contribution.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('You are helping us build a brighter future. Thank you!')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(container.querySelector('svg')).toBeInTheDocument();
  });

  it('explains the next steps, and shares the donation page without an amount', async () => {
    const stub = hostServicesStub();

    await renderRoutes(createRoutes, '/donation-success', stub);

    expect(screen.getByRole('heading', { level: 2, name: 'Your gift is on its way' })).toBeInTheDocument();
    const share = new URL(screen.getByRole('link', { name: /^Share on WhatsApp/ }).getAttribute('href') ?? '');
    expect(share.searchParams.get('text')).toContain(new URL('/donate', stub.site.siteUrl).href);
    expect(share.searchParams.get('text')).not.toContain('₦');
  });
});
