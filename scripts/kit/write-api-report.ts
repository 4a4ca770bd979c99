/**
 * `npm run api-report -w scripts`: accepts the current public surface of the kit. Additions are always accepted. A removal or a change needs the next major
 * version of `shared`, or `-- --compatible` if every remote that compiled before still compiles. `-- --check` accepts nothing, and exits with status 1 if the
 * surface differs from the accepted one. The report in the repository lists only names and hashes. For the exact changes, compare with the surface at the
 * commit that last accepted the report.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApiReport, findRemovals, REPORT_FILE, summarise } from './api-report.ts';
import { root } from './entry-points.ts';

const MAX_LISTED_NAMES = 20;
const readMajor = (report: string): string => /Major version (\d+)/.exec(report)?.[1] ?? '';
const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });

/**
 * Returns the complete surface at the commit that last changed the report, compiled from that commit's sources. Throws an Error if the history is not
 * available.
 */
const createAcceptedSurface = async (): Promise<string> => {
  const commit = git('log', '-1', '--format=%H', '--', REPORT_FILE).toString().trim();
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'accepted-'));
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, 'shared', 'scripts', 'package.json') });
    for (const packages of ['node_modules', 'shared/node_modules'])
      if (existsSync(join(root, packages))) symlinkSync(join(root, packages), join(folder, packages));
    const sources: { readonly createApiReport: typeof createApiReport } = await import(pathToFileURL(join(folder, 'scripts/kit/api-report.ts')).href);
    return await sources.createApiReport();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const reject = (what: string, lines: readonly string[], advice: string): void => {
  const more = lines.length > MAX_LISTED_NAMES ? [`and ${lines.length - MAX_LISTED_NAMES} more lines.`] : [];
  process.stderr.write(`${[what, ...lines.slice(0, MAX_LISTED_NAMES), ...more, advice].join('\n')}\n`);
  process.exitCode = 1;
};

const file = join(root, REPORT_FILE);
const surface = await createApiReport();
const report = summarise(surface);
const acceptedReport = existsSync(file) ? readFileSync(file, 'utf8') : '';
if (report !== acceptedReport) {
  const acceptedSurface = await createAcceptedSurface().catch((error: unknown) => {
    process.stderr.write(`The accepted surface could not be compiled, so only names and hashes are compared. ${String(error)}\n`);
    return undefined;
  });
  const [older, newer] = acceptedSurface === undefined ? [acceptedReport, report] : [acceptedSurface, surface];
  const removals = findRemovals(older, newer);
  if (process.argv.includes('--check')) {
    const changes = [...removals.map((line) => `- ${line}`), ...findRemovals(newer, older).map((line) => `+ ${line}`)];
    reject(`The kit's public surface is not the one in ${REPORT_FILE}:`, changes, 'Accept it: npm run api-report -w scripts');
  } else if (removals.length > 0 && readMajor(acceptedReport) === readMajor(report) && !process.argv.includes('--compatible')) {
    reject(
      "The kit's public surface has lost or changed:",
      removals,
      'Remotes in other repositories may no longer compile. Keep the old declaration, or raise the major version in shared/package.json. If every remote that compiled before still does: npm run api-report -w scripts -- --compatible',
    );
  } else {
    writeFileSync(file, report);
  }
}
