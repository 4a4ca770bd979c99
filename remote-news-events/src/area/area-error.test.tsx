import { listPosts } from '@site/shared/contracts/post';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

describe('AreaError', () => {
  it('says that a page broke, reports the cause and loads the same address again', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const cause = new Error('a bug');
    const services = hostServicesStub({
      answers: [
        [
          listPosts,
          () => {
            throw cause;
          },
        ],
      ],
    });

    const { container } = await renderRoutes(createRoutes, '/news?page=2', services);

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page is taking a break');
    expect(report.mock.calls.flat()).toContain(cause);
    expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('type')).toBe('submit');
    const form = container.querySelector('form');
    expect(form?.method).toBe('get');
    expect([...new FormData(form ?? undefined)]).toEqual([['page', '2']]);
  });
});
