import { getDashboard } from '@site/shared/contracts/dashboard';
import { listEventsPage } from '@site/shared/contracts/event';
import { listPostsPage } from '@site/shared/contracts/post';
import { listProgramsPage } from '@site/shared/contracts/program';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { render, screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { createScreenRoute, NEXT_SCREEN_DELAY_MS } from './staff-screen.tsx';
import { createStaffSession } from './staff-session.ts';

describe('a screen that preloads the next screen', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const open = async (loadNext: () => Promise<unknown>) => {
    const route = createScreenRoute(createStaffSession(hostServicesStub()));
    const { lazy } = route({ path: 'list', chunk: 'list', title: 'List', load: async () => () => <p>The list</p>, loadNext });
    const { element } = await (lazy as () => Promise<{ readonly element: React.ReactElement }>)();
    return render(element);
  };

  it('STAFF-24 loads the files of the next screen after a delay', async () => {
    const loadNext = jest.fn(async () => undefined);
    await open(loadNext);
    expect(screen.getByText('The list')).toBeInTheDocument();
    jest.advanceTimersByTime(NEXT_SCREEN_DELAY_MS - 1);
    expect(loadNext).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);

    expect(loadNext).toHaveBeenCalledTimes(1);
  });

  it('loads nothing if the user leaves before the delay ends', async () => {
    const loadNext = jest.fn(async () => undefined);
    const { unmount } = await open(loadNext);
    unmount();
    jest.advanceTimersByTime(NEXT_SCREEN_DELAY_MS);

    expect(loadNext).not.toHaveBeenCalled();
  });

  it('ignores a failure, because the next screen loads its files again', async () => {
    const consoleInfo = jest.spyOn(console, 'info').mockImplementation(() => undefined);
    const failure = new Error('offline');
    await open(() => Promise.reject(failure));
    await jest.advanceTimersByTimeAsync(NEXT_SCREEN_DELAY_MS);

    expect(consoleInfo).toHaveBeenCalledWith(failure);
    expect(screen.getByText('The list')).toBeInTheDocument();
  });
});

describe('document lists', () => {
  it.each([
    ['posts', listPostsPage],
    ['events', listEventsPage],
    ['programs', listProgramsPage],
  ])('STAFF-24 the list of %s loads the files of the editor, so that a new document can be started offline', async (path, list) => {
    const setTimeoutSpy = jest.spyOn(globalThis, 'setTimeout');
    const stub = hostServicesStub({
      responses: [
        [list, apiError('server')],
        [getDashboard, apiError('forbidden')],
      ],
      session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
    });
    await renderRoutes(createRoutes, `/admin/${path}`, stub);

    expect(setTimeoutSpy).toHaveBeenCalledWith(expect.any(Function), NEXT_SCREEN_DELAY_MS);
  });
});
