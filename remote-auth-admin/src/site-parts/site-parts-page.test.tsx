import { getSiteParts, type SitePart } from '@site/shared/contracts/site-part';
import type { Role } from '@site/shared/domain/roles';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const part = (changes: Partial<SitePart>): SitePart => ({
  name: 'gallery',
  paths: ['/gallery'],
  state: 'active',
  version: '2.0.0-b',
  activeSince: null,
  lastGood: '1.0.0-a',
  problem: null,
  bad: [],
  faults: [],
  recent: [],
  ...changes,
});

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const toSiteParts = (...parts: SitePart[]) => ({ version: '1.1.0', set: '0a', countedSince: ago(180), registryProblem: null, parts });

const visit = (response: unknown, role: Role = 'admin') => {
  const stub = hostServicesStub({ responses: [[getSiteParts, response]], session: { token: 't', refreshToken: 'r', user: userFixture({ role }) } });
  return renderRoutes(createRoutes, '/admin/site-parts', stub).then((view) => ({ ...view, stub }));
};

describe('SitePartsPage', () => {
  it('REL-08 shows the versions of each part, its state and its faults by kind', async () => {
    const { user } = await visit(
      toSiteParts(
        part({ name: 'host', paths: [], lastGood: null }),
        part({
          state: 'fallback',
          activeSince: ago(30),
          problem: '3.0.0-c: it throws',
          bad: [{ version: '1.5.0-x', at: ago(60), reason: 'rolled back' }],
          canary: { version: '4.0.0-d', share: 5, since: ago(10), views: 1200, faults: 3, problem: 'it throws at load' },
          faults: [{ version: '2.0.0-b', kind: 'load', lastHour: 2, lastDay: 1234 }],
          recent: [{ version: '2.0.0-b', kind: 'load', message: 'entry.js: 404', path: '/gallery', at: ago(5), count: 3 }],
        }),
      ),
    );

    const galleryRegion = within(await screen.findByRole('region', { name: 'gallery' }));
    for (const text of ['4.0.0-d', 'Staff and 5% of visitors, started 10 minutes ago', '1,200 page views, 3 faults', 'it throws at load'])
      expect(galleryRegion.getByText(text)).toBeInTheDocument();
    for (const text of ['Older version in use', '3.0.0-c: it throws', '1.0.0-a', '1.5.0-x', 'rolled back, 1 hour ago', '30 minutes ago'])
      expect(galleryRegion.getByText(text)).toBeInTheDocument();
    expect(galleryRegion.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'FaultsLast hourLast 24 hours',
      'Files that did not load2.0.0-b21,234',
    ]);
    await user.click(galleryRegion.getByText('Latest messages'));
    expect(galleryRegion.getByText('entry.js: 404')).toBeVisible();
    expect(galleryRegion.getByText('Files that did not load · 2.0.0-b · /gallery · 5 minutes ago · 3 times')).toBeVisible();

    const shellRegion = within(screen.getByRole('region', { name: 'Shell (host)' }));
    expect(shellRegion.getByText('No faults in the last 24 hours.')).toBeInTheDocument();
    expect(shellRegion.getByText('before this server started')).toBeInTheDocument();
    expect(screen.getByText(/Version 1\.1\.0 of the website's software/)).toBeInTheDocument();
  });

  it('REL-08 reports that a part is unavailable, and reloads on request', async () => {
    const { user, stub } = await visit(toSiteParts(part({ state: 'unavailable', version: null, problem: 'its files are gone' })));
    expect(await screen.findByText('Not available')).toBeInTheDocument();

    stub.respond(getSiteParts, toSiteParts(part({})));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));

    expect(await screen.findByText('Newest version')).toBeInTheDocument();
    expect(screen.queryByText('its files are gone')).not.toBeInTheDocument();
  });

  it.each([
    ['forbidden', 'You do not have permission to do this'],
    ['server', 'An error occurred'],
  ] as const)('REL-08 explains why loading failed with the error “%s”', async (kind, message) => {
    await visit(apiError(kind, message));

    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  it.each([
    ['admin', true],
    ['editor', false],
  ] as const)('REL-08 appears in the navigation for the role %s: %s', async (role, isShown) => {
    await visit(toSiteParts(part({})), role);
    await screen.findByRole('heading', { level: 1, name: 'Website health' });

    expect(screen.queryAllByRole('link', { name: 'Website health' }).length > 0).toBe(isShown);
  });
});
