import { runDrills } from './drills.ts';

/** 60 seeded faults on a server and in a browser: whether staff see them within five seconds with the right remote and version. */
export const measure = (): Promise<boolean> =>
  runDrills([['60 faults of six kinds in four remotes', ['test', '-w', 'e2e', '--', 'fault-reports', '--workers=1']]]);
