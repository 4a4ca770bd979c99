import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as v from 'valibot';
import { requireFreePath } from '../path-ownership.ts';
import { ReleaseError } from '../release-error.ts';

const PACKAGE = '@site/shared';

/** Whether a folder is the installed kit rather than this repository. */
export const isInstalledKit = (folder: string): boolean => basename(resolve(folder, '../..')) === 'node_modules';

const kitSchema = v.object({ version: v.string(), peerDependencies: v.record(v.string(), v.string()) });
const installerSchema = v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) });

/** Returns the tarball from which the kit was installed, if any. `npx` records the tarball's path in a package.json outside the kit. */
const findTarball = (kit: string): string | undefined => {
  const folder = resolve(kit, '../../..');
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const specifier = v.parse(installerSchema, JSON.parse(readFileSync(file, 'utf8'))).dependencies[PACKAGE] ?? '';
  const tarball = specifier.startsWith('file:') ? resolve(folder, specifier.slice('file:'.length)) : '';
  return tarball.endsWith('.tgz') && existsSync(tarball) ? tarball : undefined;
};

/** Files that npm would change or omit under their real names. */
const NAMES: Readonly<Record<string, string>> = { gitignore: '.gitignore', github: '.github' };

interface NewRemote {
  /** Folder of the installed kit. */
  readonly kit: string;
  /** Name of the remote in the registry, in kebab case. */
  readonly name: string;
  /** Path that the remote owns. */
  readonly path: string;
  /** Folder for the repository. It must be empty or not exist yet. */
  readonly folder: string;
  /** Receives one line of output per step. */
  readonly say: (line: string) => void;
}

/** Converts `our-stories` to `OurStories`, for identifiers and titles. */
const toPascalCase = (name: string): string => name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const toCamelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const PATH_MARK = '\0';

/** Replaces the name and path of the template's remote, "stories" at "/stories". */
const rename = (text: string, { name, path }: Pick<NewRemote, 'name' | 'path'>): string =>
  text
    .replace(/(?<=['`])\/stories(?=['` ])/g, PATH_MARK)
    .replace(/\bStories(?=[A-Z])/g, toPascalCase(name))
    .replace(/\bstories(?=[A-Z])/g, toCamelCase(name))
    .replace(/(?<=['"/])stories(?=['"/-])|(?<=^# )stories$/gm, name)
    .replace(/\bStories\b/g, toPascalCase(name).replace(/(?!^)([A-Z])/g, ' $1'))
    .replaceAll(PATH_MARK, path);

const copyTemplate = (from: string, to: string, remote: Pick<NewRemote, 'name' | 'path'>): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = join(to, NAMES[entry.name] ?? entry.name.replace(/^stories(?=$|-)/, remote.name));
    if (entry.isDirectory()) copyTemplate(join(from, entry.name), target, remote);
    else writeFileSync(target, rename(readFileSync(join(from, entry.name), 'utf8'), remote));
  }
};

const createScripts = (name: string): Readonly<Record<string, string>> => ({
  dev: 'site-kit dev',
  build: 'rspack build',
  test: 'jest',
  types: 'tsc -p tsconfig.json',
  'check:release': `site-kit check ${name}`,
  deploy: `site-kit deploy ${name}`,
  rollback: `site-kit rollback ${name}`,
  releases: 'site-kit',
});

const createPackage = (name: string, specifier: string, peers: Readonly<Record<string, string>>) => ({
  name: `remote-${name}`,
  version: '1.0.0',
  private: true,
  type: 'module',
  scripts: createScripts(name),
  dependencies: { [PACKAGE]: specifier, ...peers },
});

/** Writes the repository of a new remote: one page with its loader and tests. Throws a ReleaseError if the name, the path or the folder cannot be used. */
export const createRemote = ({ kit, name, path, folder, say }: NewRemote): void => {
  if (!isInstalledKit(kit)) throw new ReleaseError('Only the packed kit creates repositories: npm run pack:kit');
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) throw new ReleaseError(`"${name}" is not a valid remote name. Use the letters a to z and hyphens.`);
  requireFreePath({}, path, name);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new ReleaseError(`The folder ${folder} is not empty.`);

  const { version, peerDependencies } = v.parse(kitSchema, JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')));
  copyTemplate(join(kit, 'releases/template'), folder, { name, path });
  const tarball = findTarball(kit);
  if (tarball !== undefined) {
    mkdirSync(join(folder, 'kit'));
    copyFileSync(tarball, join(folder, 'kit', basename(tarball)));
  }
  const specifier = tarball === undefined ? version : `file:kit/${basename(tarball)}`;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(createPackage(name, specifier, peerDependencies), null, 2)}\n`);
  say(`Created ${folder}. Next: cd ${basename(folder)} && npm install && npm run dev`);
};

const packageSchema = v.looseObject({ scripts: v.optional(v.record(v.string(), v.string()), {}) });

/** Template files that a remote in this repository shares with the root, but needs itself after moving to its own repository. */
const ADOPTED_FILES = ['gitignore', 'github/workflows/release.yml'] as const;

/**
 * Adds the files that a remote needs after it has moved to its own repository: scripts, `.gitignore` and the workflow. Existing files stay unchanged. Throws a
 * ReleaseError if package.json is missing.
 */
export const adoptRemote = ({ kit, name, folder, say }: Omit<NewRemote, 'path'>): void => {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new ReleaseError('There is no package.json here: run this in the folder of the remote.');
  const described = v.parse(packageSchema, JSON.parse(readFileSync(file, 'utf8')));
  const missing = Object.entries(createScripts(name)).filter(([script]) => described.scripts[script] === undefined);
  if (missing.length > 0) {
    writeFileSync(file, `${JSON.stringify({ ...described, scripts: { ...described.scripts, ...Object.fromEntries(missing) } }, null, 2)}\n`);
    say(`Added to package.json: ${missing.map(([script]) => script).join(', ')}`);
  }
  for (const path of ADOPTED_FILES) {
    const [first = '', ...rest] = path.split('/');
    const target = join(folder, NAMES[first] ?? first, ...rest);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(kit, 'releases/template', path), target);
    say(`Added ${relative(folder, target)}`);
  }
  say('It has all that a new remote has.');
};
