import { listPosts } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from './routes.tsx';

const open = (posts: unknown) => renderRoutes(createRoutes, '/stories', hostServicesStub({ responses: [[listPosts, posts]] }));

describe('/stories', () => {
  it('shows the stories', async () => {
    await open([postFixture({ title: 'A first story' })]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Stories' })).toBeVisible();
    expect(screen.getByText('A first story')).toBeVisible();
  });

  it('shows a message when there are no stories', async () => {
    await open([]);
    expect(await screen.findByText('No Content Found')).toBeVisible();
  });

  it('offers a retry when the stories cannot be loaded', async () => {
    await open(apiError('server'));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
