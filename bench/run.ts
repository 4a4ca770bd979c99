/** `npm run bench -- <name>`: runs one of the measurements in this folder. */
export {};

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
  provider: async () => (await import('./provider.ts')).measure,
  composition: async () => (await import('./composition.ts')).measure,
  kit: async () => (await import('./drills.ts')).measureKit,
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
const load = MEASUREMENTS[process.argv[2] ?? ''];

if (load === undefined) {
  process.stderr.write(`Say what to measure: npm run bench -- ${Object.keys(MEASUREMENTS).join(' | ')}\n`);
  process.exit(1);
}
const measure = await load();
process.exitCode = (await measure()) ? 0 : 1;
