import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type BuildManifest, buildManifestSchema } from '@site/shared/build/build-manifest';
import * as v from 'valibot';
import { SIGN_IN_PATH } from '../manifest.ts';

/** An entry in the build's folder that is not itself a folder. */
interface CandidateFile {
  /** Relative to `dist`: `browser/…` or `server/…`. */
  readonly path: string;
  readonly bytes: number;
  readonly kind: 'file' | 'link' | 'other';
}

/** The build that the release checks examine, with the files that would be published. */
export interface Candidate {
  readonly remote: string;
  /** Folder that contains `browser` and `server`. */
  readonly folder: string;
  readonly files: readonly CandidateFile[];
  /** The parsed `browser/build.json`, or the reason why it is invalid. */
  readonly build: BuildManifest | { readonly invalid: string };
}

const listEntries = async (root: string, folder = root): Promise<CandidateFile[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const lists = await Promise.all(
    entries.map(async (entry): Promise<CandidateFile[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listEntries(root, path);
      const { size } = await lstat(path);
      return [{ path: relative(root, path), bytes: size, kind: entry.isSymbolicLink() ? 'link' : entry.isFile() ? 'file' : 'other' }];
    }),
  );
  return lists.flat().sort((one, other) => one.path.localeCompare(other.path));
};

/** Describes all issues in one line. */
const describeIssues = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`).join('; ');

const readBuild = async (folder: string): Promise<Candidate['build']> => {
  try {
    const parsed = v.safeParse(buildManifestSchema, JSON.parse(await readFile(join(folder, 'browser/build.json'), 'utf8')));
    return parsed.success ? parsed.output : { invalid: describeIssues(parsed.issues) };
  } catch (error) {
    return { invalid: error instanceof Error ? error.message : String(error) };
  }
};

export const isValid = (build: Candidate['build']): build is BuildManifest => !('invalid' in build);

/**
 * Whether the build declares the sign-in page. Only the remote that owns this page may ask for passwords; `check-paths.ts` rejects the path in any other build.
 */
export const ownsSignIn = (build: Candidate['build']): boolean => isValid(build) && build.paths.includes(SIGN_IN_PATH);

const getBuildName = (remote: string): string => `remote_${remote.replaceAll('-', '_')}`;

/** Returns the prefix of the build's class names and globals. */
export const getRuntimeName = ({ remote, build }: Candidate): string => (isValid(build) ? build.runtimeName : undefined) ?? getBuildName(remote);

/**
 * Whether the runtime name matches the entry's file name, by which the host recognises the remote's styles. The host would treat styles with any other prefix
 * as its own or as those of another remote.
 */
export const isOwnRuntimeName = (remote: string, { runtimeName, entry }: BuildManifest): boolean => {
  const buildName = getBuildName(remote);
  if (runtimeName === undefined) return false;
  return entry === `${runtimeName}.js` && runtimeName.startsWith(`${buildName}_`) && /^[0-9a-f]+$/.test(runtimeName.slice(buildName.length + 1));
};

/** Reads a `dist` folder. Only `browser` and `server` are published; other files are ignored. */
export const readCandidate = async (remote: string, folder: string): Promise<Candidate> => {
  const files = (await listEntries(folder)).filter(({ path }) => /^(?:browser|server)(?:\/|$)/.test(path));
  return { remote, folder, files, build: await readBuild(folder) };
};

/** Returns a function that reads a file in the build by its path. */
export const createFileReader =
  ({ folder }: Pick<Candidate, 'folder'>) =>
  (path: string): Promise<Buffer> =>
    readFile(join(folder, path));

/** Reads a text file in the build. */
export const readText = ({ folder }: Pick<Candidate, 'folder'>, path: string): Promise<string> => readFile(join(folder, path), 'utf8');
