import { getEvent } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token', refreshToken: 'refresh', user: userFixture() };

const open = (event: unknown, draft?: unknown) =>
  renderRoutes(createRoutes, { pathname: '/events/preview/event-1', state: { draft } }, hostServicesStub({ responses: [[getEvent, event]], session }));

describe('EventPreviewPage', () => {
  it('shows a draft, with unsaved values instead of the stored ones', async () => {
    await open(eventFixture({ status: 'draft' }), { title: 'Not saved yet', description: 'Plain words.', date: '2999-01-01' });
    expect(screen.getByRole('complementary', { name: 'Preview' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not saved yet');
    expect(screen.getByText('Plain words.').tagName).toBe('P');
    expect(screen.getByText('Tue, 01/01/2999')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Register Now/ })).toBeInTheDocument();
  });

  it("uses the server's flag for the stored date, and the clock for an unsaved date", async () => {
    const { unmount } = await open(eventFixture({ date: '2020-01-01', isUpcoming: true }));
    expect(screen.queryByText('This event is over.')).not.toBeInTheDocument();
    unmount();
    await open(eventFixture(), { date: '2020-01-01' });
    expect(screen.getByText('This event is over.')).toBeInTheDocument();
  });

  it('EVD-04 reports a missing event', async () => {
    await open(apiError('not-found'));
    expect(screen.getByText('Event not found')).toBeInTheDocument();
  });
});
