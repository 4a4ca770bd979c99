import { runDrills } from './drills.ts';

/** Seeds 60 faults on a server and in a browser. Checks that staff see them within five seconds with the right remote and version. */
export const measure = (): Promise<boolean> =>
  runDrills([['60 faults of six kinds in four remotes', ['test', '-w', 'e2e', '--', 'fault-reports', '--workers=1']]]);
