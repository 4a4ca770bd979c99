/** `npm run bench -- <name>`: runs one of the measurements beside this file. */
const wanted = process.argv[2] ?? '';
const MEASUREMENTS: Readonly<Record<string, () => Promise<{ measure(): Promise<boolean> }>>> = {
  pages: () => import('./pages.ts'),
  areas: () => import('./areas.ts'),
  content: () => import('./content.ts'),
  provider: () => import('./provider.ts'),
  drills: () => import('./drills.ts'),
};
const load = MEASUREMENTS[wanted];

export {};

if (load === undefined) {
  process.stderr.write(`Say what to measure: npm run bench -- ${Object.keys(MEASUREMENTS).join(' | ')}\n`);
  process.exit(1);
}
const { measure } = await load();
process.exitCode = (await measure()) ? 0 : 1;
