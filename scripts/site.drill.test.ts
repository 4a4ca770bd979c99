import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitUntil } from '@site/shared/testing/wait-until';
import { runSite, type Site, stopOnSignal } from './site.ts';

/** A server that records its process id at each start, and the signal that ended it. */
const createProgram = (name: string): string => `
  require(${JSON.stringify(require.resolve('tsx/cjs'))});
  const { appendFileSync } = require('node:fs');
  const { deferToLauncher } = require(${JSON.stringify(resolve(__dirname, '../shared/src/domain/launcher.ts'))});
  const closeWithGrace = require(${JSON.stringify(resolve(__dirname, '../node_modules/close-with-grace'))});
  const write = (line) => appendFileSync(__filename + '.log', line + '\\n');
  closeWithGrace({ skip: deferToLauncher(), logger: { error: write } }, async ({ signal }) => write('closed by ' + signal));
  setInterval(() => undefined, 1000);
  write('started ' + process.pid);
  if (process.env.ACCOUNT && '${name}' === 'PROVIDER') console.log(JSON.stringify({ msg: 'STAFF-SIGN-IN', email: 'admin@site.example', password: 'secret' }));
  console.log(JSON.stringify({ msg: '${name}-READY', url: 'http://127.0.0.1:1' }));
`;

let checkout: string;
let site: Site;
let output: string;
const getLog = (program: string): string[] =>
  readFileSync(join(checkout, program, 'dist/server/server.cjs.log'), 'utf8')
    .trim()
    .split('\n');
const getPids = (program: string): number[] => getLog(program).flatMap((line) => (line.startsWith('started ') ? [Number(line.slice(8))] : []));

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'site-'));
  for (const program of ['host', 'provider']) {
    const folder = join(checkout, program, 'dist/server');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'server.cjs'), createProgram(program.toUpperCase()));
  }
  output = '';
  setTerminal(true);
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
});
afterEach(async () => {
  await site.stop();
  setTerminal(false);
  jest.restoreAllMocks();
  process.exitCode = 0;
  rmSync(checkout, { recursive: true, force: true });
});

const setTerminal = (value: boolean): void => {
  for (const stream of [process.stdout, process.stderr]) Object.defineProperty(stream, 'isTTY', { value, configurable: true });
};

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  site = runSite({ checkout, restartMs: 1, env });
  await site.started;
};
const waitForOutput = (text: string): Promise<void> => waitUntil(() => output.includes(text));

describe('the servers of npm start', () => {
  it('get one signal at Ctrl+C, which both the terminal and npm send', async () => {
    await start();
    const exit = jest.spyOn(process, 'exit').mockImplementation((): never => undefined as never);
    const exited = new Promise((done) => exit.mockImplementation(done as () => never));
    stopOnSignal(site.stop);

    for (const program of ['host', 'provider']) for (const pid of getPids(program)) process.kill(pid, 'SIGINT');
    process.emit('SIGINT');
    process.emit('SIGINT');

    expect(await exited).toBe(0);
    for (const program of ['host', 'provider']) expect(getLog(program)).toEqual([expect.stringMatching(/^started/), 'closed by SIGTERM']);
    expect(output.split('Stop with Ctrl+C.\n')[1]).toBe('Stopping the servers …\n');
  });

  it('keep serving without the provider, which is restarted', async () => {
    await start();
    const [pid = 0] = getPids('provider');
    process.kill(pid, 'SIGKILL');
    await waitForOutput('The provider is running again.');

    expect(getPids('provider')).toHaveLength(2);
    expect(getPids('host')).toHaveLength(1);
    expect(output.match(/^The provider stopped.*$/gm)).toEqual([
      'The provider stopped. The site stays up, and its pages show what could not be loaded. Restarting the provider in 0.001 s.',
    ]);
    await site.stop();
    expect(getLog('host')).toContain('closed by SIGTERM');
  });

  it('OPS-06 write only JSON lines without a terminal', async () => {
    setTerminal(false);
    await start({ ACCOUNT: '1' });
    const lines = output
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));

    expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringMatching(/^First staff account: admin@site.example {2}secret/) }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringMatching(/^The site: +http:\/\/localhost/) }));
  });

  it('print the password of the first account once', async () => {
    await start({ ACCOUNT: '1' });
    expect(output.match(/secret/g)).toHaveLength(1);
    expect(output).toContain('with the account above');
  });
});
