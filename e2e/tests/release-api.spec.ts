import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLongRun } from '../support/long-drills.ts';
import { createTeamCheckout } from '../support/releases.ts';
import { expect, test } from '../support/site-test.ts';

const LEAD = 'Moments of Impact and Transformation';

test.describe('The release API', { tag: '@drill' }, () => {
  test.skip(!isLongRun, 'A drill of half a minute: own-repository.spec.ts releases a remote in the same way.');
  test.setTimeout(120_000);

  test('RLS-03 RLS-02 RLS-05 a team releases from its machine with a token and a key and rolls back, as the history and the log show', async ({ ownSite }) => {
    const { url, dataFolder, host } = ownSite;
    const administrator = createTeamCheckout(dataFolder);
    // The team's machine has neither the site's data nor other remotes.
    const teamData = mkdtempSync(join(tmpdir(), 'team-data-'));
    const readGallery = async () => (await fetch(`${url}/gallery`)).text();
    try {
      const created = administrator.run('run', 'tokens', '--', 'create', 'gallery', '--name', 'gallery-ci');
      const [token = ''] = /^release_[\w-]{43}$/m.exec(created.output) ?? [];
      expect(token, created.output).not.toBe('');
      const [key = ''] = /^MC4[\w+/]{61}$/m.exec(created.output) ?? [];
      const team = createTeamCheckout(teamData, { RELEASE_TOKEN: token, RELEASE_KEY: key });
      try {
        team.edit('remote-gallery/src/gallery/gallery-content.ts', LEAD, `${LEAD}, from far away`);
        const deployment = team.run('run', 'deploy', '-w', 'remote-gallery', '--', '--to', url, '--skip-browser');
        expect(deployment.output).toContain('is active and served.');
        expect(await readGallery()).toContain('from far away');

        const routesLine = 'export const createRoutes';
        team.edit('remote-gallery/src/routes.tsx', routesLine, `const columns: number = 'three';\nvoid columns;\n${routesLine}`);
        const mistypedDeployment = team.run('run', 'deploy', '-w', 'remote-gallery', '--', '--to', url, '--skip-browser');
        expect([mistypedDeployment.status, mistypedDeployment.output]).toEqual([
          1,
          expect.stringMatching(/types · src\/routes\.tsx[\s\S]*not assignable to type 'number'/),
        ]);
        expect((await (await fetch(`${url}/ready`)).json()).remotes.gallery.version).toBe(/gallery (\S+) is active/.exec(deployment.output)?.[1]);

        const rollback = team.run('run', 'rollback', '--', 'gallery', '--to', url, '--reason', 'too far');
        expect(rollback.output).toContain('gallery is back on ');
        expect(await readGallery()).not.toContain('from far away');

        const verification = administrator.run('run', 'releases', '--', 'verify', 'gallery');
        expect(verification.output).toMatch(/^gallery {2}\S+ {2}signed by the team with [0-9a-f]{16}, .*, SBOM$/m);

        const foreignRollback = team.run('run', 'rollback', '--', 'news-events', '--to', url);
        expect([foreignRollback.status, foreignRollback.output]).toEqual([1, expect.stringContaining('This token is for gallery only.')]);
        expect(team.run('run', 'releases', '--', 'history', '--to', url).output).toMatch(
          /gallery-ci {2}roll-back .*"too far"[\s\S]*gallery-ci {2}activate [\s\S]*gallery-ci {2}publish .*browser check skipped/,
        );
      } finally {
        team.remove();
      }
      // Each of the team's commands blocks this process, which also reads the log.
      for (const [action, outcome, remote] of [
        ['activate', 'done', 'gallery'],
        ['roll-back', 'done', 'gallery'],
        ['roll-back', 'rejected', 'news-events'],
      ])
        await expect
          .poll(() => host.output())
          .toMatch(new RegExp(`"actor":"gallery-ci","action":"${action}","outcome":"${outcome}","remote":"${remote}".*"msg":"release call"`));
    } finally {
      administrator.remove();
      rmSync(teamData, { recursive: true, force: true });
    }
  });
});
