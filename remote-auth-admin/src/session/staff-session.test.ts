import { updateMe } from '@site/shared/contracts/auth';
import { listPosts } from '@site/shared/contracts/post';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { createStaffSession } from './staff-session.ts';

describe('createStaffSession', () => {
  it('counts changes that wait for a response, but not reads', async () => {
    const user = userFixture();
    const stub = hostServicesStub({
      session: { token: 't', refreshToken: 'r', user },
      responses: [
        [listPosts, []],
        [updateMe, { user }],
      ],
    });
    const { services, pendingChanges } = createStaffSession(stub);

    const readRequest = services.http.call(listPosts);
    expect(pendingChanges.getState()).toBe(0);
    const saveRequest = services.http.call(updateMe, { body: { name: 'Ngozi Eze' } });
    expect(pendingChanges.getState()).toBe(1);

    await Promise.all([readRequest, saveRequest]);
    expect(pendingChanges.getState()).toBe(0);
  });
});
