import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const renderHome = () => renderRoutes(createRoutes, '/', hostServicesStub());

const getSection = (heading: string): HTMLElement => {
  const section = screen.getByRole('heading', { name: heading }).closest('section');
  if (!section) throw new Error(`No section around "${heading}"`);
  return section;
};

describe('the home page', () => {
  it('GEN-01 states the purpose of the organisation in its first heading', async () => {
    await renderHome();

    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('preventing drug abuse among young people in Nigeria and across Africa');
  });

  it('SHELL-15 has its sections in the specified order', async () => {
    const { container } = await renderHome();

    const headings = [...container.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings.slice(-5)).toEqual([
      'Our Commitment',
      'One Saturday in Yaba',
      'Counted one young person at a time',
      'Six ways to get involved',
      'In their words',
    ]);
  });

  it('GEN-07 SHELL-03 SHELL-04 opens the donation and volunteer pages in new tabs', async () => {
    await renderHome();

    const donateLink = screen.getByRole('link', { name: 'Donate (opens in a new tab)' });
    const volunteerLink = screen.getByRole('link', { name: 'Volunteer (opens in a new tab)' });
    expect([donateLink.getAttribute('href'), donateLink.getAttribute('target'), donateLink.getAttribute('rel')]).toEqual([
      'https://pay.example/better-tomorrow',
      '_blank',
      'noopener',
    ]);
    expect([volunteerLink.getAttribute('href'), volunteerLink.getAttribute('target')]).toEqual(['/volunteer', '_blank']);
  });

  it('HOME-05 shows three commitments', async () => {
    await renderHome();

    const cards = within(getSection('Our Commitment')).getAllByRole('heading', { level: 3 });
    expect(cards.map(({ textContent }) => textContent)).toEqual(['Discourage Substance Abuse', 'Facilitate Protective Factors', 'Empower Young Adults']);
  });

  it('HOME-09 X-01 shows its own set of statistics', async () => {
    await renderHome();

    const statistics = within(getSection('Counted one young person at a time')).getAllByRole('listitem');
    expect(statistics.map(({ textContent }) => textContent)).toEqual([
      '1000+ young adults reached through NAVIGATE across Africa',
      '4000+ pupils through the school project',
      '30+ schools engaged from Lagos to Rivers State',
      '250+ NAVIGATE graduates who now mentor others',
    ]);
  });

  it('HOME-10 HOME-11 HOME-14 X-06 shows six programs without links, and a link to all of them', async () => {
    await renderHome();

    const section = getSection('Six ways to get involved');
    expect(
      within(section)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['NAVIGATE', 'Project Enable', 'Internship Program', 'Drug Prevention Champions', 'School Drug Sensitization', 'Xpression']);
    expect(within(section).getAllByRole('link')).toHaveLength(1);
    expect(within(section).getByRole('link', { name: 'See all programs' })).toHaveAttribute('href', '/what-we-do');
    expect(section.textContent).toContain('eight-week online mentorship program');
    expect(screen.queryByText('No Programs Available')).not.toBeInTheDocument();
  });

  it('HOME-13 IMG-01 IMG-04 requests program images as 500 by 300 WebP, and falls back to a drawing', async () => {
    await renderHome();
    const image = getSection('Six ways to get involved').querySelector('img');
    if (!image) throw new Error('No image');

    expect(image).toHaveAttribute('src', expect.stringMatching(/\/img\/upload\/f_webp,q_auto,w_500,h_300,c_fill\//));

    fireEvent.error(image);
    const fallbackSrc = image.getAttribute('src');
    fireEvent.error(image);
    expect(fallbackSrc).not.toContain('/img/upload');
    expect(image).toHaveAttribute('src', fallbackSrc);
  });

  it('tells people who need help, young people, parents, schools and donors where to start, and links to news and events', async () => {
    await renderHome();

    const links = within(screen.getByRole('navigation', { name: 'Where to start' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Get help', '/help'],
      ['Young people', '/what-we-do#programs'],
      ['Parents', '/help#parents'],
      ['Schools', '/school-visit'],
      ['Give', '/donate'],
    ]);
    expect(within(getSection('One Saturday in Yaba')).getByRole('link', { name: 'See our events' })).toHaveAttribute('href', '/events');
    expect(within(getSection('Counted one young person at a time')).getByRole('link', { name: 'Read our news' })).toHaveAttribute('href', '/news');
  });

  it('HOME-15 says that the reviews are samples', async () => {
    await renderHome();

    expect(within(getSection('In their words')).getByText('Sample reviews')).toBeInTheDocument();
  });

  it('HOME-20 links to more reviews in a new tab', async () => {
    await renderHome();

    const link = screen.getByRole('link', { name: 'Read more reviews (opens in a new tab)' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://search.example/reviews', '_blank']);
  });
});
