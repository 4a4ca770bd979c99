/** @jest-environment node */
import { AsyncLocalStorage } from 'node:async_hooks';
import { siteFixture } from '@site/shared/testing/fixtures';
import { createShellSource } from './shell-source.tsx';

describe('createShellSource', () => {
  it('OPS-04 renders every shell without AsyncLocalStorage, which would slow down all promises of the host', async () => {
    const run = jest.spyOn(AsyncLocalStorage.prototype, 'run');
    const getShell = createShellSource(siteFixture());
    for (const area of ['slot', 'fallback', 'browser', 'unavailable', 'not-found'] as const) {
      const { before, after } = await getShell({ path: '/news', closingCall: true, hasShell: true, area });
      expect(before + after).toContain('</footer>');
    }

    expect(run).not.toHaveBeenCalled();
  });

  it('reads nothing for the parts that the browser only keeps', async () => {
    const { after, siteReads } = await createShellSource(siteFixture())({ path: '/', closingCall: true, hasShell: true, area: 'slot' });

    expect(after).toContain('Akoka, Lagos');
    expect(siteReads).toContain('donateUrl');
    for (const member of ['hubs', 'socialLinks', 'office', 'registration', 'emergencyTelephone']) expect(siteReads).not.toContain(member);
  });
});
