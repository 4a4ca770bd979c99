import { success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { type PageHead, page, type RemoteRoute } from '@site/shared/remote/remote-contract';
import { getBreadcrumbData, getOrganisationData } from './head/structured-data.ts';
import { LEGAL_PAGES } from './legal/legal-pages.ts';
import aboutPreview from './link-previews/about.jpg';
import ebookPreview from './link-previews/ebook.jpg';
import impactPreview from './link-previews/impact.jpg';
import teamPreview from './link-previews/team.jpg';
import volunteerPreview from './link-previews/volunteer.jpg';
import whatWeDoPreview from './link-previews/what-we-do.jpg';
import { SEARCH_LEAD, SEARCH_TITLE } from './search/search-head.ts';

const GIVING_TITLE = 'What your gift does';

/**
 * Creates the routes of the pages with fixed texts, which need no API request (GEN-13), and of the program pages. Each page is a chunk; the phone input and the
 * ebook carousel are separate chunks.
 */
export const createRoutes = (services: HostServices): RemoteRoute[] => {
  const { site } = services;
  const withBreadcrumbs = (path: string, head: PageHead): PageHead => ({ ...head, structuredData: getBreadcrumbData(site, [{ name: head.title, path }]) });
  const routes: RemoteRoute[] = [
    page({
      path: '/',
      chunk: 'home',
      render: 'static',
      head: () => ({
        title: 'Youth against drug harm',
        description: 'We work on drug-abuse prevention and healthy alternatives for adolescents and young adults in Nigeria and across Africa.',
        structuredData: getOrganisationData(site),
      }),
      loader: async () => (await import(/* webpackChunkName: "home-content" */ './home/home-content.ts')).HOME_CONTENT,
      lazy: async () => {
        const { HomePage } = await import(/* webpackChunkName: "home" */ './home/home-page.tsx');
        return { element: <HomePage site={site} /> };
      },
    }),
    page({
      path: '/about',
      chunk: 'about',
      render: 'static',
      head: () =>
        withBreadcrumbs('/about', {
          title: 'About Us',
          description: 'Our vision, mission, story and values, the goals we support, our four hubs and the people behind them.',
          image: aboutPreview,
        }),
      lazy: async () => {
        const { AboutPage } = await import(/* webpackChunkName: "about" */ './about/about-page.tsx');
        return { element: <AboutPage site={site} /> };
      },
    }),
    page({
      path: '/team',
      chunk: 'team',
      render: 'static',
      head: () =>
        withBreadcrumbs('/team', {
          title: 'Our Team',
          description: 'The people who lead our work: the executive team and the advisory board.',
          image: teamPreview,
        }),
      lazy: async () => {
        const { TeamPage } = await import(/* webpackChunkName: "team" */ './team/team-page.tsx');
        return { element: <TeamPage /> };
      },
    }),
    page({
      path: '/what-we-do',
      chunk: 'what-we-do',
      render: 'static',
      head: () =>
        withBreadcrumbs('/what-we-do', {
          title: 'What We Do',
          description: 'Six programs that help prevent drug abuse: mentors, school visits, campus training, internships, a second chance and an open stage.',
          image: whatWeDoPreview,
        }),
      lazy: async () => {
        const { WhatWeDoPage } = await import(/* webpackChunkName: "what-we-do" */ './what-we-do/what-we-do-page.tsx');
        return { element: <WhatWeDoPage /> };
      },
    }),
    page({
      path: '/impact',
      chunk: 'impact',
      render: 'static',
      head: () =>
        withBreadcrumbs('/impact', {
          title: 'Our Impact',
          description: 'What our work has achieved so far: the figures and the story behind them.',
          image: impactPreview,
        }),
      loader: async () => (await import(/* webpackChunkName: "texts" */ './impact/impact-facts.ts')).getImpactFacts(),
      lazy: async () => {
        const { ImpactPage } = await import(/* webpackChunkName: "impact" */ './impact/impact-page.tsx');
        return { element: <ImpactPage site={site} /> };
      },
    }),
    page({
      path: '/programs/:slug',
      chunk: 'program',
      editPath: '/admin/programs/:slug',
      render: 'content',
      // A separate chunk, because pages rendered on the server already have their data.
      loader: async (args) => {
        const { loadProgram } = await import(/* webpackChunkName: "program-loader" */ './programs/program-loader.ts');
        return loadProgram(services, args);
      },
      head: (data) => data?.head ?? { title: 'Program', description: 'One of our programs for young people.' },
      addresses: async (signal) =>
        (await import(/* webpackChunkName: "program-loader" */ './programs/program-loader.ts')).getProgramAddresses(services, signal),
      lazy: async () => {
        const { ProgramPage } = await import(/* webpackChunkName: "program" */ './programs/program-page.tsx');
        return { element: <ProgramPage services={services} /> };
      },
    }),
    page({
      path: '/programs/preview/:slug',
      chunk: 'program-draft',
      render: 'browser',
      head: () => ({ title: 'Preview', description: 'A program that is not published yet.' }),
      loader: async (args) => {
        const { loadProgramPreview } = await import(/* webpackChunkName: "program-draft" */ './programs/program-preview-page.tsx');
        return loadProgramPreview(services, args);
      },
      lazy: async () => {
        const { ProgramPreviewPage } = await import(/* webpackChunkName: "program-draft" */ './programs/program-preview-page.tsx');
        return { element: <ProgramPreviewPage services={services} /> };
      },
    }),
    page({
      path: '/programs/review/:token',
      chunk: 'program-draft',
      render: 'browser',
      head: () => ({ title: 'Draft', description: 'A program that is not published yet.' }),
      loader: async (args) => {
        const { loadReviewed } = await import(/* webpackChunkName: "program-draft" */ './programs/program-review-page.tsx');
        return loadReviewed(services, args);
      },
      lazy: async () => {
        const { ProgramReviewPage } = await import(/* webpackChunkName: "program-draft" */ './programs/program-review-page.tsx');
        return { element: <ProgramReviewPage services={services} /> };
      },
    }),
    page({
      path: '/volunteer',
      chunk: 'volunteer',
      render: 'static',
      closingCall: false,
      head: () =>
        withBreadcrumbs('/volunteer', {
          title: 'Volunteer with Us',
          description: 'With two free Saturdays a month and a listening ear, you can teach, mentor, cook or film, and make a difference in young lives.',
          image: volunteerPreview,
        }),
      // Runs only on the server. In the browser, the page sends the form.
      action: async (args) => {
        const [{ postForm }, { VOLUNTEER_FORM }] = await Promise.all([
          import(/* webpackChunkName: "post-form" */ './visitor-form/post-form.ts'),
          import(/* webpackChunkName: "volunteer" */ './volunteer/volunteer-definition.ts'),
        ]);
        return postForm(services, VOLUNTEER_FORM, args);
      },
      lazy: async () => {
        const { VolunteerPage } = await import(/* webpackChunkName: "volunteer" */ './volunteer/volunteer-page.tsx');
        return { element: <VolunteerPage services={services} /> };
      },
    }),
    page({
      path: '/school-visit',
      chunk: 'school-visit',
      render: 'static',
      closingCall: false,
      head: () =>
        withBreadcrumbs('/school-visit', {
          title: 'Book a School Visit',
          description: 'Ask for a free drug-prevention visit to your school: facts, games and honest answers for your pupils, and an hour for your teachers.',
        }),
      // Runs only on the server. In the browser, the page sends the form.
      action: async (args) => {
        const [{ postForm }, { SCHOOL_VISIT_FORM }] = await Promise.all([
          import(/* webpackChunkName: "post-form" */ './visitor-form/post-form.ts'),
          import(/* webpackChunkName: "school-visit" */ './school-visit/school-visit-definition.ts'),
        ]);
        return postForm(services, SCHOOL_VISIT_FORM, args);
      },
      lazy: async () => {
        const { SchoolVisitPage } = await import(/* webpackChunkName: "school-visit" */ './school-visit/school-visit-page.tsx');
        return { element: <SchoolVisitPage services={services} /> };
      },
    }),
    page({
      path: '/ebook',
      chunk: 'ebook',
      render: 'static',
      head: () =>
        withBreadcrumbs('/ebook', {
          title: 'Navigating Adolescence',
          description: 'The essential guide to navigating the challenges of adolescence, with insights and strategies to help young people thrive.',
          image: ebookPreview,
        }),
      lazy: async () => {
        const { EbookPage } = await import(/* webpackChunkName: "ebook" */ './ebook/ebook-page.tsx');
        return { element: <EbookPage site={site} /> };
      },
    }),
    ...LEGAL_PAGES.map(({ name, path, title }) =>
      page({
        path,
        chunk: 'legal',
        render: 'static',
        closingCall: false,
        loader: async () => (await import(/* webpackChunkName: "texts" */ './legal/legal-text.ts')).getLegalText(name, site),
        head: (data) => withBreadcrumbs(path, { title, description: data?.description ?? title }),
        lazy: async () => {
          const { LegalPage } = await import(/* webpackChunkName: "legal" */ './legal/legal-page.tsx');
          return { element: <LegalPage name={name} site={site} /> };
        },
      }),
    ),
    page({
      path: '/help',
      chunk: 'get-help',
      render: 'static',
      closingCall: false,
      head: () =>
        withBreadcrumbs('/help', {
          title: 'Get Help',
          description:
            'What to do now if someone has taken too much, wants to die or is not safe. How to stop, what drugs do, and advice for friends, parents and schools.',
        }),
      lazy: async () => {
        const { HelpPage } = await import(/* webpackChunkName: "get-help" */ './get-help/help-page.tsx');
        return { element: <HelpPage site={site} /> };
      },
    }),
    page({
      path: '/search',
      chunk: 'search',
      // Do not cache the page: there would be an entry for every query, and the provider already caches the results.
      render: 'never',
      addresses: async () => success([]),
      closingCall: false,
      loader: async (args) => {
        const { loadSearch } = await import(/* webpackChunkName: "search-loader" */ './search/search-loader.ts');
        return loadSearch(services, routes, args);
      },
      head: (data) => ({ title: data === undefined || data.query === '' ? SEARCH_TITLE : `“${data.query}”: ${SEARCH_TITLE}`, description: SEARCH_LEAD }),
      lazy: async () => {
        const { SearchPage } = await import(/* webpackChunkName: "search" */ './search/search-page.tsx');
        return { element: <SearchPage site={site} /> };
      },
    }),
    page({
      path: '/donate',
      chunk: 'giving',
      render: 'static',
      // The page needs no closing call to action, because its text already links to the payment page.
      closingCall: false,
      head: (data) => withBreadcrumbs('/donate', { title: GIVING_TITLE, description: data?.description ?? GIVING_TITLE }),
      loader: async () => (await import(/* webpackChunkName: "texts" */ './giving/giving-text.ts')).getGiving(site),
      lazy: async () => {
        const { DonatePage } = await import(/* webpackChunkName: "giving" */ './giving/donate-page.tsx');
        return { element: <DonatePage site={site} notify={services.notify} /> };
      },
    }),
    page({
      path: '/donation-success',
      chunk: 'giving',
      render: 'static',
      // The page is not in the sitemap, because visitors reach it only after a payment.
      addresses: async () => success([]),
      closingCall: false,
      head: () => ({
        title: 'Thank You for Your Generous Donation!',
        description: 'Your support makes a real difference in our mission to empower young people.',
        noindex: true,
      }),
      lazy: async () => {
        const { DonationSuccessPage } = await import(/* webpackChunkName: "giving" */ './donation-success/donation-success-page.tsx');
        return {
          element: <DonationSuccessPage celebrate={services.celebrate} siteUrl={site.siteUrl} />,
        };
      },
    }),
  ];
  return routes;
};
