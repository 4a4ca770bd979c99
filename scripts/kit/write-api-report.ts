/**
 * `npm run api-report`: accepts the present public surface of the kit. Additions are accepted as they are. Something that was removed or changed needs the next
 * major version of `shared`, or, if every remote that compiled before still compiles, `-- --compatible`. `-- --check` accepts nothing: exit status 1 when the
 * surface is not the accepted one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createApiReport, findRemovals, REPORT_FILE } from './api-report.ts';

const LISTED = 20;
const readMajor = (report: string): string => /Major version (\d+)/.exec(report)?.[1] ?? '';

const reject = (what: string, lines: readonly string[], advice: string): void => {
  const more = lines.length > LISTED ? [`and ${lines.length - LISTED} more lines.`] : [];
  process.stderr.write(`${[what, ...lines.slice(0, LISTED), ...more, advice].join('\n')}\n`);
  process.exitCode = 1;
};

const report = await createApiReport();
const accepted = existsSync(REPORT_FILE) ? readFileSync(REPORT_FILE, 'utf8') : '';
const removals = findRemovals(accepted, report);
if (process.argv.includes('--check')) {
  const changes = [...removals.map((line) => `- ${line}`), ...findRemovals(report, accepted).map((line) => `+ ${line}`)];
  if (report !== accepted) reject("The kit's public surface is not the one in shared/api-report.md:", changes, 'Accept it: npm run api-report');
} else if (removals.length > 0 && readMajor(accepted) === readMajor(report) && !process.argv.includes('--compatible')) {
  reject(
    "The kit's public surface has lost or changed:",
    removals,
    'Remotes in other repositories may no longer compile. Keep the old declaration, or raise the major version in shared/package.json. If every remote that compiled before still does: npm run api-report -- --compatible',
  );
} else {
  writeFileSync(REPORT_FILE, report);
}
