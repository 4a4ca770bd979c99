/** @jest-environment node */
import { listPosts } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

describe('/stories on the server', () => {
  it('renders with its data and head', async () => {
    const page = await renderRoutesToString(
      createRoutes,
      '/stories',
      hostServicesStub({ responses: [[listPosts, [postFixture({ title: 'A first story' })]]] }),
    );
    expect([page.status, page.errors]).toEqual([200, []]);
    expect(page.html).toContain('A first story');
    expect(page.head?.title).toBe('Stories');
  });
});
