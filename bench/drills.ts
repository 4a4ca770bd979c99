import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReport } from './measuring.ts';

type Drill = readonly [name: string, command: readonly string[]];

/** Specs for pages, the staff area and the export that have both a short and a long form. */
const PAGE_SPECS = [
  'staff-writing',
  'staff-media',
  'staff-versions',
  'staff-workflow',
  'accessibility',
  'staff-gallery',
  'static-export',
  'page-audit',
  'keyboard',
  'artwork',
  'reading',
  'help',
  'offline-form',
];

const DRILLS: readonly Drill[] = [
  ['20,000 random requests to the provider, 3,000 more on PostgreSQL', ['exec', '--', 'jest', 'random-requests']],
  ['every test of the provider that reaches the database, on PostgreSQL', ['exec', '--', 'jest', '--selectProjects', 'provider on postgres']],
  [
    '20 kills of a page while an editor writes; axe on every page, the exported ones and the staff area included, in every theme and width; Tab through every page in each width',
    ['test', '-w', 'e2e', '--', ...PAGE_SPECS, '--grep-invert', '@time'],
  ],
  ['30 quick exits at random moments', ['test', '-w', 'e2e', '--', ...PAGE_SPECS, '--grep', '@time', '--workers=1']],
  [
    'two hosts and two providers from the packages: 500 writes and 5,000 views; a team releases from its own machine',
    ['test', '-w', 'e2e', '--', 'topology', 'release-api', '--workers=1'],
  ],
  ...['marketing', 'news-events', 'gallery', 'auth-admin'].map(
    (remote): Drill => [`all release checks accept the built ${remote}`, ['run', 'check:release', '-w', `remote-${remote}`, '--', '--allow-growth']],
  ),
  ['the packages of one build have the same bytes; every invalid setting stops the start', ['test', '-w', 'e2e', '--', 'packages', '--workers=1']],
  ['every sample article and event on one sheet of paper', ['test', '-w', 'e2e', '--', 'printing']],
  ['a release with faults that only a browser shows is rejected', ['test', '-w', 'e2e', '--', 'release-gate', '--workers=1']],
];
const FAULT_DRILLS: readonly Drill[] = [
  [
    '264 faults of a version: the last good version within 2.5 s, no mixed chunks; 20 stuck tabs; 50 healthy loads on a slow line',
    ['test', '-w', 'e2e', '--', 'release-faults', '--workers=1'],
  ],
];
const KIT_DRILLS: readonly Drill[] = [
  [
    'a new remote and the gallery in their own repositories, installed from the packed kit: at most 90 s each, served within 1 s',
    ['test', '-w', 'e2e', '--', 'own-repository', '--workers=1'],
  ],
];

/** Runs the long form of tests from `npm test` and returns whether all of them passed. Requires the builds that `npm test` creates. */
export const runDrills = async (drills: readonly Drill[], env: Readonly<Record<string, string>> = {}): Promise<boolean> => {
  const { report, allHeld } = createReport();
  for (const [name, command] of drills) {
    const child = spawn('npm', command, { stdio: 'inherit', env: { ...process.env, LONG_DRILLS: '1', ...env } });
    const [status] = await once(child, 'exit');
    report(name, status === 0 ? 'passed' : `ended with status ${status}`, status === 0);
  }
  return allHeld();
};

export const measure = (): Promise<boolean> => runDrills(DRILLS);

export const measureFaults = (): Promise<boolean> => runDrills(FAULT_DRILLS);

export const runKitDrills = (): Promise<boolean> => runDrills(KIT_DRILLS);
