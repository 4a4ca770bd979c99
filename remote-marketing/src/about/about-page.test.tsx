import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { HUB_DETAILS } from './about-content.ts';

const open = (path: string) => renderRoutes(createRoutes, path, hostServicesStub());

const getSection = (heading: string): HTMLElement => {
  const section = screen.getByRole('heading', { name: heading }).closest('section');
  if (!section) throw new Error(`No section around "${heading}"`);
  return section;
};

const getTitles = (section: HTMLElement) =>
  within(section)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

const SDG_TITLES = ['SDG 3 Good Health and Well-being', 'SDG 4 Quality Education', 'SDG 8 Decent Work and Economic Growth'];

describe('the about page', () => {
  it('ABOUT-01 ABOUT-02 has its headings in the specified order', async () => {
    const { container } = await open('/about');

    expect([...container.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)).toEqual([
      'Empowering Youth for a Better Tomorrow',
      'About Us',
      'Our Vision',
      'Our Mission',
      'Our Story',
      'Our Philosophy and Why We Exist',
      'Our Activities on SDG',
      'Our Values',
      'Our Hubs',
      'Meet Our Team',
    ]);
  });

  it('links to the registration, reports and accounts', async () => {
    await open('/about');

    expect(within(getSection('About Us')).getByRole('link', { name: 'Registration, reports and accounts' })).toHaveAttribute('href', '/impact#trust');
  });

  it('ABOUT-03 links to the full team', async () => {
    const { user, router } = await open('/about');

    await user.click(screen.getByRole('link', { name: 'See Full Team' }));

    expect(router.state.location.pathname).toBe('/team');
  });

  it('ABOUT-04 ABOUT-05 lists three goals and five values', async () => {
    await open('/about');

    expect(getTitles(getSection('Our Activities on SDG'))).toEqual(SDG_TITLES);
    expect(getTitles(getSection('Our Values'))).toEqual(['Empowerment', 'Compassion', 'Innovation', 'Community', 'Integrity']);
  });

  it('ABOUT-06 ABOUT-07 ABOUT-08 shows four hubs with location, image and email address, but not their programs', async () => {
    await open('/about');

    const section = getSection('Our Hubs');
    expect(getTitles(section)).toHaveLength(4);
    expect(within(section).getByText('Ile-Ife, Osun State')).toBeInTheDocument();
    expect(within(section).getAllByRole('img')).toHaveLength(4);
    expect(
      within(section)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      'mailto:lagos@bettertomorrow.example',
      'mailto:ife@bettertomorrow.example',
      'mailto:yaba@bettertomorrow.example',
      'mailto:port-harcourt@bettertomorrow.example',
    ]);
    for (const program of HUB_DETAILS.flatMap(({ programs }) => programs)) expect(section.textContent).not.toContain(program);
  });
});

describe('the page about what we do', () => {
  it('WHAT-01 WHAT-02 WHAT-04 shows the mission, the vision and the three goals', async () => {
    await open('/what-we-do');

    expect(screen.getByRole('heading', { level: 1, name: 'What We Do' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Our Mission' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Our Vision' })).toBeInTheDocument();
    expect(getTitles(getSection('Our Activities on SDG'))).toEqual(SDG_TITLES);
  });

  it('WHAT-03 NS-04 links six programs with duration and audience', async () => {
    await open('/what-we-do');

    const section = getSection('Our Programs');
    expect(
      within(section)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/school-visit',
      '/programs/navigate',
      '/programs/enable',
      '/programs/internship',
      '/programs/champions',
      '/programs/school-program',
      '/programs/xpression',
    ]);
    expect(within(section).getAllByRole('list', { name: 'At a glance' })).toHaveLength(6);
    expect(section.textContent).toContain('eight-week');
  });
});

describe('the impact page', () => {
  it('IMPACT-01 IMPACT-02 X-01 shows its own set of statistics', async () => {
    await open('/impact');

    expect(screen.getByRole('heading', { level: 1, name: 'Our Impact' })).toBeInTheDocument();
    const statistics = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(statistics).toHaveLength(4);
    for (const [position, text] of [
      '1000+ young adults',
      '4000+ pupils through the School Drug Sensitization Project',
      '20+ schools engaged through multiple programs',
      '200+ Navigate Academy graduates',
    ].entries())
      expect(statistics[position]).toContain(text);
  });

  it('IMPACT-03 shows the story with an image', async () => {
    await open('/impact');

    const section = getSection('Our Impact Story');
    expect(within(section).getByRole('img')).toHaveAttribute('alt', expect.stringMatching(/^Illustration: .{20}/));
    expect(section.querySelectorAll('p').length).toBeGreaterThan(2);
  });

  it('X-01 explains why its figures differ from those of the home page, year by year', async () => {
    await open('/impact');

    expect(screen.getByText(/31 December 2025, as in the annual report$/)).toBeInTheDocument();
    const section = getSection('How we count');
    expect(section.textContent).toMatch(/This page.*31 December 2025.*20\+ schools.*The home page.*October 2026.*30\+ schools/s);
    expect(
      within(section)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Up toSchoolsGraduates', '2023980', '202415140', '202520+200+', 'October 202630+250+']);
  });

  it("shows the organisation's registration, reports and pages, and marks them as samples", async () => {
    await open('/impact');

    const section = getSection('Who is responsible');
    expect(section.textContent).toMatch(/^.*Sample facts.*CAC\/IT\/000000.*Where the money goes.*₦100.*Complaints/s);
    expect(
      within(section)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/team',
      'mailto:partners@bettertomorrow.example',
      'https://reports.bettertomorrow.example/annual-report-2025.pdf',
      'https://reports.bettertomorrow.example/annual-report-2024.pdf',
      'mailto:hello@bettertomorrow.example',
      'mailto:hello@bettertomorrow.example',
      '/privacy',
      '/accessibility',
      '/safeguarding',
    ]);
  });

  it('explains how to complain anonymously and to someone other than the staff', async () => {
    await open('/impact');

    const complaints = document.getElementById('complaints');
    expect(complaints).toHaveTextContent(/without your name/);
    expect(complaints).toHaveTextContent('write a letter to the chair of the board: Better Tomorrow Initiative, Lagos, Nigeria');
  });

  it('shows the effect of a gift, and links to the ways to give', async () => {
    await open('/impact');

    const section = getSection('What your gift does');
    expect(section.textContent).toMatch(/Sample amounts.*₦2,500.*₦10,000.*₦50,000/s);
    expect(within(section).getByRole('link', { name: 'Ways to give' })).toHaveAttribute('href', '/donate');
  });
});
