/** @jest-environment node */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@site/shared/testing/wait-until';
import { spawnTool } from './spawn-tool.ts';

const LIMIT_MS = 20_000;

/** A killed process is listed as `Z` until its parent has read its exit status. */
const isRunning = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const spawnChildArgs = (script: string): readonly string[] => [
  '-e',
  `const { spawn } = require('node:child_process');
   const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
   process.stdout.write(\`\${pid}\\n\`, () => { ${script} });`,
];

describe('a tool', () => {
  it('ends with all processes that it has started, even if it exits first', async () => {
    const { process: tool, ended } = spawnTool('tsx', spawnChildArgs('process.exit(0)'), { stdio: ['ignore', 'pipe', 'inherit'], limitMs: LIMIT_MS });
    let output = '';
    tool.stdout?.on('data', (data) => {
      output += String(data);
    });

    expect(await ended).toEqual({ isOk: true, isLate: false });
    expect(Number(output)).toBeGreaterThan(0);
    await waitUntil(() => !isRunning(Number(output)));
  });

  it('ends before other exit handlers of this program', () => {
    const program = `
      import { spawnTool } from ${JSON.stringify(join(__dirname, 'spawn-tool.ts'))};
      import { readFileSync } from 'node:fs';
      let pid = 0;
      process.once('exit', () => {
        const isRunning = () => /^\\d+ \\(.*\\) [^Z]/.test(readFileSync(\`/proc/\${pid}/stat\`, 'utf8'));
        for (const began = Date.now(); isRunning() && Date.now() < began + 3000; );
        process.stdout.write(isRunning() ? 'running' : 'ended');
      });
      ({ process: { pid } } = spawnTool('tsx', ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', limitMs: ${LIMIT_MS} }));
      process.exit(0);`;

    const tsx = require.resolve('tsx/esm').replace(/\.cjs$/, '.mjs');
    expect(execFileSync(process.execPath, ['--import', tsx, '--input-type=module', '-e', program], { encoding: 'utf8' })).toBe('ended');
  });
});
