/** @jest-environment node */
import { AsyncLocalStorage } from 'node:async_hooks';
import { SHELL_IDS } from '@site/releases/area-html';
import { siteFixture } from '@site/shared/testing/fixtures';
import { LATER_STYLES_ID } from '../../features/data-saver/later-styles.ts';
import { PAGE_DATA_ID, PAGE_STYLES_ID } from '../../federation/page-data.ts';
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

  it('REL-01 has only ids that the release checks know, in every variant', async () => {
    const getShell = createShellSource(siteFixture());
    const ids = new Set([PAGE_DATA_ID, PAGE_STYLES_ID, LATER_STYLES_ID]);
    for (const area of ['slot', 'fallback', 'browser', 'unavailable', 'not-found'] as const)
      for (const closingCall of [true, false])
        for (const hasShell of [true, false]) {
          const { before, after } = await getShell({ path: '/news', closingCall, hasShell, area });
          for (const [, id = ''] of (before + after).matchAll(/ id="([^"]*)"/g)) ids.add(id);
        }

    expect([...ids].filter((id) => !SHELL_IDS.has(id))).toEqual([]);
    expect(ids.size).toBeGreaterThan(8);
  });

  it('records no reads for the parts that the browser only keeps', async () => {
    const { after, siteReads } = await createShellSource(siteFixture())({ path: '/', closingCall: true, hasShell: true, area: 'slot' });

    expect(after).toContain('Akoka, Lagos');
    expect(siteReads).toContain('donateUrl');
    for (const member of ['hubs', 'socialLinks', 'office', 'registration', 'emergencyTelephone']) expect(siteReads).not.toContain(member);
  });
});
