import { WAYS_IN } from '@site/shared/domain/ways-in';
import { scrollCalls, scrollPageTo, setMediaQuery } from '@site/shared/testing/browser-stubs';
import { siteFixture } from '@site/shared/testing/fixtures';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { Shell } from './shell.tsx';
import { createShellParts } from './shell-parts.tsx';
import { RenderedParts } from './static-part.tsx';

const site = siteFixture();
const DONATE = 'Donate (opens in a new tab)';

const renderShell = (options: { path?: string; closingCall?: boolean; siteConfig?: typeof site } = {}) => {
  const { path = '/', closingCall = true, siteConfig = site } = options;
  const element = (
    <RenderedParts value={createShellParts(siteConfig)}>
      <Shell site={siteConfig} currentPath={path} closingCall={closingCall}>
        <h1>A page</h1>
        <Outlet />
      </Shell>
    </RenderedParts>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })} />);
};

const menu = () => screen.getByText('Menu').closest('details') as HTMLDetailsElement;
const barLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .filter((link) => link.closest('details') === null)
    .slice(1);

describe('the header', () => {
  it('SHELL-01 shows the telephone number and the email address as links', () => {
    renderShell();

    const banner = screen.getByRole('banner');
    expect(banner.querySelector(`a[href="tel:+2348000000000"]`)?.textContent).toBe(site.telephone);
    expect(banner.querySelector(`a[href="mailto:${site.email}"]`)?.textContent).toContain(site.email);
  });

  it('SHELL-02 lists the seven links in order', () => {
    renderShell();

    expect(barLinks().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['About Us', '/about'],
      ['What We Do', '/what-we-do'],
      ['Our Impact', '/impact'],
      ['Ebook', '/ebook'],
      ['Volunteer', '/volunteer'],
      [DONATE, site.donateUrl],
    ]);
  });

  it('SHELL-03 opens every Donate in a new tab', () => {
    renderShell();

    const links = screen.getAllByRole('link', { name: DONATE });
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      expect(link).toHaveAttribute('href', site.donateUrl);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    }
  });

  it('SHELL-04 X-05 opens the Volunteer button in a new tab and the Volunteer link in the same tab', () => {
    renderShell();

    const button = within(screen.getByRole('main')).getByRole('link', { name: 'Volunteer (opens in a new tab)' });
    expect(button).toHaveAttribute('target', '_blank');
    expect(button).toHaveAttribute('href', '/volunteer');
    expect(barLinks()[5]).not.toHaveAttribute('target');
  });

  it('SHELL-01 says that the number belongs to the office', () => {
    renderShell();

    expect(screen.getByRole('banner').querySelector('a[href="tel:+2348000000000"]')?.parentElement?.textContent).toBe(`Office${site.telephone}`);
  });

  it('SHELL-10 begins the menu with the helpline and the emergency number, followed by the starting points for visitors', () => {
    renderShell({ siteConfig: { ...site, emergencyTelephone: '112' } });

    const links = within(menu()).getAllByRole('link', { hidden: true });
    expect(links.slice(1, 3 + WAYS_IN.length).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Call 0800 000 0000', 'tel:08000000000'],
      ['Emergency: call 112', 'tel:112'],
      ...WAYS_IN.map(({ label, to }) => [label, to]),
    ]);
  });

  it('SHELL-10 closes the menu after a link to the current page', async () => {
    const user = userEvent.setup();
    renderShell({ path: '/about' });
    await user.click(screen.getByText('Menu'));

    await user.click(within(menu()).getByRole('link', { name: 'About Us' }));

    expect(menu().open).toBe(false);
  });

  it('marks the current page', () => {
    renderShell({ path: '/impact' });

    expect(
      barLinks()
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.textContent),
    ).toEqual(['Our Impact']);
  });

  it('SHELL-10 X-04 opens and closes the menu, which contains the other pages', async () => {
    const user = userEvent.setup();
    renderShell();
    expect(menu().open).toBe(false);

    await user.click(screen.getByText('Menu'));
    expect(menu().open).toBe(true);
    const exploreList = within(menu()).getByRole('list', { name: 'Explore' });
    expect(
      within(exploreList)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['News', 'Events', 'Gallery', 'Team']);
    await waitFor(() => expect(screen.getByRole('main', { hidden: true }).hasAttribute('inert')).toBe(true));

    await user.click(screen.getByText('Menu'));
    expect(menu().open).toBe(false);
    await waitFor(() => expect(screen.getByRole('main').hasAttribute('inert')).toBe(false));
  });

  it('closes the menu when the window grows wide', async () => {
    renderShell();
    await userEvent.setup().click(screen.getByText('Menu'));

    act(() => setMediaQuery('(min-width: 1024px)', true));

    expect(menu().open).toBe(false);
  });

  it('SHELL-11 marks the navigation once the page is scrolled', () => {
    renderShell();
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(nav.hasAttribute('data-stuck')).toBe(false);

    act(() => scrollPageTo(1));
    expect(nav.hasAttribute('data-stuck')).toBe(true);

    act(() => scrollPageTo(0));
    expect(nav.hasAttribute('data-stuck')).toBe(false);
  });
});

describe('the footer', () => {
  const footer = () => within(screen.getByRole('contentinfo'));

  it('SHELL-05 links to about, volunteer, donation and email', () => {
    renderShell();

    const links = within(footer().getByRole('navigation', { name: 'Join in' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['About Us', '/about'],
      ['Get Involved', '/volunteer'],
      [DONATE, site.donateUrl],
      ['Contact Us', `mailto:${site.email}`],
    ]);
  });

  it('X-04 links to the pages that are not in the navigation', () => {
    renderShell();

    const links = within(footer().getByRole('navigation', { name: 'Explore' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['News', '/news'],
      ['Events', '/events'],
      ['Gallery', '/gallery'],
      ['Team', '/team'],
    ]);
  });

  it('RLS-02 adds links of remotes to the Explore group of footer and menu, and not to the navigation', () => {
    renderShell({ siteConfig: { ...site, exploreLinks: [{ label: 'Stories', to: '/stories' }] } });

    const links = screen.getAllByRole('link', { name: 'Stories', hidden: true });
    expect(links.map((link) => [link.closest('footer') !== null, link.closest('details') !== null, link.getAttribute('href')])).toEqual([
      [false, true, '/stories'],
      [true, false, '/stories'],
    ]);
    expect(barLinks().map((link) => link.textContent)).not.toContain('Stories');
  });

  it('links to the starting points for people who need help, young people, parents, schools and donors', () => {
    renderShell();

    const links = within(footer().getByRole('navigation', { name: 'For you' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(WAYS_IN.map(({ label, to }) => [label, to]));
    expect(links.at(-1)).toHaveAttribute('href', '/donate');
  });

  it('SHELL-06 X-02 lists the four hubs', () => {
    renderShell();

    const hubs = within(footer().getByRole('list', { name: 'Hubs' })).getAllByRole('listitem');
    expect(hubs.map((hub) => hub.textContent)).toEqual(site.hubs.map(({ name, location }) => `${name} ${location}`));
  });

  it('SHELL-07 links to the four networks by name', () => {
    renderShell();

    for (const { network, url } of site.socialLinks) {
      const link = footer().getByRole('link', { name: `${network} (opens in a new tab)` });
      expect(link).toHaveAttribute('href', url);
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('SHELL-08 SHELL-09 repeats the telephone number and email address of the header, and shows the office', () => {
    renderShell();

    expect(footer().getByRole('link', { name: site.telephone })).toHaveAttribute('href', 'tel:+2348000000000');
    expect(footer().getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`);
    expect(footer().getByText(`Address: ${site.office}`)).toBeInTheDocument();
    expect(footer().getByRole('link', { name: site.telephone }).parentElement?.textContent).toBe(`Office:${site.telephone}`);
  });
});

describe('the page layout', () => {
  it('ROUTE-19 has one banner, one main, one contentinfo, and the skip link first', () => {
    renderShell();

    expect(screen.getAllByRole('banner')).toHaveLength(1);
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(screen.getAllByRole('contentinfo')).toHaveLength(1);
    const [first] = screen.getAllByRole('link');
    expect(first?.textContent).toBe('Skip to main content');
    expect(document.querySelector(first?.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  });

  it('NS-03 ends the content with the call to action: donate, volunteer, partner', () => {
    renderShell();

    const call = screen.getByRole('region', { name: 'Stand beside one young person' });
    expect(screen.getByRole('main').lastElementChild).toBe(call);
    expect(
      within(call)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([site.donateUrl, '/volunteer', `mailto:${site.partnerEmail}`, '/donate#bank-transfer']);
  });

  it('NS-03 NS-02 omits the call to action on a page that excludes it, and shows help on every page', () => {
    renderShell({ closingCall: false });

    expect(screen.queryByText('Stand beside one young person')).not.toBeInTheDocument();
    // Only the first word is visible on phones, so the accessible name must start with it.
    expect(screen.getByRole('button', { name: 'Help Need to talk?' })).toHaveAttribute('href', '#help');
    expect(screen.getByText('Exit this page')).toBeInTheDocument();
  });

  it('SHELL-13 shows the back-to-top button past 300 pixels', () => {
    renderShell();
    const link = screen.getByRole('link', { name: 'Back to top' });

    act(() => scrollPageTo(300));
    expect(link.hasAttribute('data-shown')).toBe(false);

    act(() => scrollPageTo(301));
    expect(link.hasAttribute('data-shown')).toBe(true);
  });

  it('SHELL-14 scrolls smoothly to the top, and immediately with reduced motion', async () => {
    const user = userEvent.setup();
    renderShell();
    act(() => scrollPageTo(900));

    await user.click(screen.getByRole('link', { name: 'Back to top' }));
    expect(scrollCalls.at(-1)).toEqual({ top: 0, behavior: 'smooth' });

    setMediaQuery('(prefers-reduced-motion: reduce)', true);
    await user.click(screen.getByRole('link', { name: 'Back to top' }));
    expect(scrollCalls.at(-1)).toEqual({ top: 0, behavior: 'auto' });
  });
});
