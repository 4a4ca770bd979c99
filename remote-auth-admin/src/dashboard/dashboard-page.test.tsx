import { type Dashboard, getDashboard } from '@site/shared/contracts/dashboard';
import type { Role } from '@site/shared/domain/roles';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const dashboard: Dashboard = {
  posts: { draft: 3, scheduled: 1, published: 20, archived: 0 },
  upcomingEvents: 4,
  images: 148,
  albums: 6,
  newApplications: 5,
  samples: 40,
  reviews: [],
  brokenLinks: 0,
  samplePictures: 12,
  nextEvent: '2026-12-12',
  oldestApplication: '2020-01-01T00:00:00.000Z',
  inProgress: [{ _id: 'p2', title: 'Meet the board', status: 'draft', author: 'Chidi Nwosu', at: '2020-01-01T00:00:00.000Z' }],
  attention: [{ kind: 'old-draft', _id: 'p1', title: 'Exam season' }],
  activity: [
    {
      kind: 'post',
      _id: 'p1',
      title: 'Exam season',
      at: '2020-01-01T00:00:00.000Z',
      by: 'Ngozi Eze',
      act: 'published',
      changed: ['Title', 'Content'],
      image: '/img/upload/v1/0123456789abcdef01234567.jpg',
    },
  ],
  pageViews: [
    { day: '2026-11-19', views: 141 },
    { day: '2026-11-20', views: 59 },
  ],
};

const visit = (response: unknown, role: Role = 'editor') => {
  const stub = hostServicesStub({ responses: [[getDashboard, response]], session: { token: 't', refreshToken: 'r', user: userFixture({ role }) } });
  return renderRoutes(createRoutes, '/admin/dashboard', stub).then((view) => ({ ...view, stub }));
};

const getTileTexts = () =>
  within(screen.getByRole('list', { name: 'Counts' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('DashboardPage', () => {
  it('NS-01 STAFF-21 greets the user and shows the counts', async () => {
    await visit(dashboard);

    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good (morning|afternoon|evening), Ngozi$/);
    expect(getTileTexts()).toEqual([
      'Posts243 drafts, 1 scheduled',
      'Upcoming events4next: Sat, 12/12/2026',
      'Photos148in 6 albums',
      expect.stringMatching(/^New applications5oldest: [\d,]+ days ago$/),
    ]);
    const attention = within(screen.getByRole('region', { name: 'Needs attention' }));
    expect(attention.getByText('1 draft older than 14 days')).toBeInTheDocument();
    expect(attention.getByText('12 sample images left')).toBeInTheDocument();
    expect(within(screen.getByRole('region', { name: 'Posts in progress' })).getByText(/^Chidi Nwosu, edited [\d,]+ days ago$/)).toBeInTheDocument();
    const activity = within(screen.getByRole('region', { name: 'Latest activity' }));
    expect(activity.getByText('Exam season')).toBeInTheDocument();
    expect(activity.getByText(/^published by Ngozi Eze [\d,]+ days ago: Title, Content$/)).toBeInTheDocument();
    expect(activity.getByRole('presentation')).toHaveAttribute('src', expect.stringContaining('w_96,h_96,c_fill'));
  });

  it('NS-01 links the numbers to their screens', async () => {
    await visit({
      ...dashboard,
      attention: [{ kind: 'unread-application', _id: 'a1', title: 'Ṣadé' }],
      activity: [{ kind: 'event', _id: 'e1', title: 'Walk', at: '2020-01-01T00:00:00.000Z' }],
    });
    await screen.findByRole('heading', { level: 1 });

    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(target('Write a post')).toBe('/admin/posts/new');
    expect(target('Plan an event')).toBe('/admin/events/new');
    expect(target('Meet the board')).toBe('/admin/posts/p2');
    expect(target('Posts')).toBe('/admin/posts');
    expect(target('Upcoming events')).toBe('/admin/events?show=upcoming');
    expect(target('New applications')).toBe('/admin/applications?show=new');
    expect(target('Read the new applications')).toBe('/admin/applications?show=new');
    expect(target('Walk')).toBe('/admin/events/e1');
  });

  it('NS-01 shows the page views as a chart and as a table', async () => {
    const { user } = await visit(dashboard);
    expect(await screen.findByRole('img')).toHaveAttribute('aria-label', 'Page views in the last 30 days. 200 views, with a peak of 141 in one day.');
    await user.click(screen.getByRole('button', { name: 'Show as table' }));

    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['DayViews', 'November 19, 2026141', 'November 20, 202659']);
  });

  it('NS-01 shows empty states', async () => {
    const emptyDashboard = {
      ...dashboard,
      posts: { draft: 0, scheduled: 0, published: 0, archived: 0 },
      upcomingEvents: 0,
      attention: [],
      samplePictures: 0,
      inProgress: [],
      activity: [],
      pageViews: [],
    };
    await visit(emptyDashboard);

    expect(await screen.findByText('Nothing needs attention.')).toBeInTheDocument();
    expect(screen.getByText('No activity yet.')).toBeInTheDocument();
    expect(screen.getByText('Counted without cookies. No views yet.')).toBeInTheDocument();
  });

  it('NS-08 hides applications from contributors', async () => {
    await visit(dashboard, 'contributor');
    await screen.findByRole('heading', { level: 1 });
    expect(getTileTexts()).toHaveLength(3);
  });

  it('NS-01 explains why loading failed, and loads again on request', async () => {
    const { user, stub } = await visit(apiError('server'));
    expect(await screen.findByRole('heading', { name: 'Failed to load the dashboard' })).toBeInTheDocument();
    stub.respond(getDashboard, dashboard);
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('list', { name: 'Counts' })).toBeInTheDocument();
  });

  it('NS-08 shows a 403 inline, and keeps the user signed in', async () => {
    const { stub } = await visit(apiError('forbidden'));
    expect(await screen.findByText('You do not have permission to do this')).toBeInTheDocument();
    expect(stub.auth.getState().token).toBe('t');
  });
});
