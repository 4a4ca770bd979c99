/**
 * Runs one of the benchmarks in this folder: `npm run bench -- <name>`. `npm run bench -- short` runs all short forms in sequence, as `npm run test:all` does;
 * `npm run bench -- short backup start` runs only the named ones.
 */
import { spawnSync } from 'node:child_process';
import { buildPart } from '@site/scripts/parts';

const MEASUREMENTS: Readonly<Record<string, () => Promise<() => Promise<boolean>>>> = {
  pages: async () => (await import('./pages.ts')).measureHome,
  areas: async () => (await import('./pages.ts')).measureAreas,
  content: async () => (await import('./content.ts')).measure,
  lists: async () => (await import('./large-content.ts')).measureSearchAndLists,
  transfer: async () => (await import('./transfer.ts')).measure,
  versions: async () => (await import('./versions.ts')).measure,
  library: async () => (await import('./library.ts')).measure,
  'full-disk': async () => (await import('./full-disk.ts')).measure,
  backup: async () => (await import('./backup.ts')).measure,
  moves: async () => (await import('./moves.ts')).measure,
  provider: async () => (await import('./provider.ts')).measure,
  composition: async () => (await import('./composition.ts')).measure,
  kit: async () => (await import('./drills.ts')).runKitDrills,
  releases: async () => (await import('./releases.ts')).measure,
  reports: async () => (await import('./reports.ts')).measure,
  'object-store': async () => (await import('./object-store.ts')).measure,
  attacks: async () => (await import('./attacks.ts')).measure,
  'bad-builds': async () => (await import('./bad-builds.ts')).measure,
  drills: async () => (await import('./drills.ts')).measure,
  canary: async () => (await import('./canary.ts')).measure,
  restarts: async () => (await import('./restarts.ts')).measure,
  chaos: async () => (await import('./chaos.ts')).measure,
  start: async () => (await import('./start.ts')).measure,
  outage: async () => (await import('./outage.ts')).measure,
  upgrade: async () => (await import('./upgrade.ts')).measure,
  capacity: async () => (await import('./capacity.ts')).measure,
  alerts: async () => (await import('./alerts.ts')).measure,
  browsers: async () => (await import('./browsers.ts')).measure,
  faults: async () => (await import('./drills.ts')).measureFaults,
};

/**
 * Settings that let a benchmark finish within minutes. Benchmarks that run the long form of tests from `npm test` (drills, faults, kit, browsers) have no short
 * form.
 */
const SHORT_FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pages: { BENCH_RUNS: '3' },
  areas: { BENCH_RUNS: '3' },
  composition: { BENCH_ROUNDS: '1' },
  lists: {},
  versions: {},
  library: {},
  transfer: { BENCH_IMAGES: '500' },
  attacks: { BENCH_PARTS: 'slow bodies,uncached images' },
  'bad-builds': { BENCH_VARIATIONS: '3', BENCH_EVERY: '4', BENCH_PARTS: 'gate healthy' },
  releases: { BENCH_SECONDS: '20', BENCH_PARTS: 'speed traffic' },
  reports: {},
  canary: {},
  restarts: { RESTARTS: '1' },
  chaos: { CHAOS_MINUTES: '1' },
  outage: {},
  upgrade: { BENCH_SECONDS: '20' },
  capacity: { BENCH_ROUNDS: '3' },
  backup: { BENCH_IMAGES: '5000', BENCH_HISTORY: '5000' },
  moves: { BENCH_IMAGES: '1000', BENCH_HISTORY: '2000' },
  start: { BENCH_ROUNDS: '1' },
  provider: {},
};

const runShortForm = (name: string): boolean => {
  const began = performance.now();
  process.stdout.write(`\n== ${name}, short form\n`);
  const { status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1] ?? '', name], {
    stdio: 'inherit',
    env: { ...process.env, ...SHORT_FORMS[name] },
  });
  process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'}  ${name}, ${Math.round((performance.now() - began) / 1000)} s\n`);
  return status === 0;
};

const [name = '', ...selected] = process.argv.slice(2);
if (name === 'short') {
  const failed = Object.keys(SHORT_FORMS).filter((each) => (selected.length === 0 || selected.includes(each)) && !runShortForm(each));
  process.stdout.write(failed.length === 0 ? 'All limits held.\n' : `Limits did not hold: ${failed.join(', ')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} else {
  const load = MEASUREMENTS[name];
  if (load === undefined) {
    process.stderr.write(`Say what to measure: npm run bench -- short | ${Object.keys(MEASUREMENTS).join(' | ')}\n`);
    process.exit(1);
  }
  const measure = await load();
  // Some benchmarks do not need every workspace, but none may measure an outdated build.
  await buildPart('provider');
  process.exitCode = (await measure()) ? 0 : 1;
}
