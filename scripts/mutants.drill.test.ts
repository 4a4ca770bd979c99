/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const tsx = require.resolve('tsx/esm').replace(/\.cjs$/, '.mjs');
const run = (name: string) => spawnSync(process.execPath, ['--import', tsx, join(__dirname, 'mutants.ts'), name], { encoding: 'utf8' });

describe('npm run mutants', () => {
  it.each(['bench', 'shared/src/ui/button.tsx', 'shared/src/domain/no-such-rule.ts', 'shared/src/domain/slug.test.ts', 'host/src/server/pages/csp.ts'])(
    'rejects %s, which is not a rule',
    (name) => {
      const { status, stderr } = run(name);

      expect(status).toBe(1);
      expect(stderr).toBe(`${name} is neither a workspace with rules (shared, provider, releases, host) nor the file of a rule.\n`);
    },
  );
});
