/**
 * `npm run pack:kit`: packs everything that a remote in its own repository needs as one npm package, `dist/site-kit-<version>.tgz` (docs/own-repository.md). It
 * contains `shared` and the release command, compiled and with their types, CSS Modules as source, and the built host, in which the release checks open a
 * release's pages.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { buildWorkspace } from '@site/releases/release-client';
import { buildPart } from '../parts.ts';
import { compileSources, SHARED_SOURCES } from './compile.ts';
import { kitVersion, publicEntryPoints, resolveEntryPoint, root } from './entry-points.ts';
import { addGuides } from './guides.ts';
import { kitDependencies, kitPeers } from './kit-package.ts';

const COMPILED_SOURCE = /(?<!\.d)\.tsx?$/;
const COMMAND = 'releases/src/command/cli.js';

const createExports = (): Record<string, string | { readonly types: string; readonly default?: string }> =>
  Object.fromEntries(
    publicEntryPoints.map((entryPoint) => {
      const file = resolveEntryPoint(entryPoint);
      if (file.endsWith('.d.ts')) return [`./${entryPoint}`, { types: `./${file}` }];
      const script = `./${file.replace(COMPILED_SOURCE, '.js')}`;
      return [`./${entryPoint}`, COMPILED_SOURCE.test(file) ? { types: `./${file.replace(COMPILED_SOURCE, '.d.ts')}`, default: script } : script];
    }),
  );

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));

/** Replaces imports between workspaces with relative imports, because the package exports only its public surface. */
const replaceWorkspaceImports = (folder: string): void => {
  for (const file of listFiles(folder).filter((each) => /\.(?:js|d\.ts)$/.test(each))) {
    const source = readFileSync(file, 'utf8');
    const replaced = source.replace(/((?:\bfrom |\bimport\()["'])@site\/shared\/([^"']+)(?=["'])/g, (found, start: string, entryPoint: string) => {
      // Every importer must use this name, because the router is a federation singleton.
      if (entryPoint === 'router') return found;
      const target = join(folder, resolveEntryPoint(entryPoint)).replace(COMPILED_SOURCE, '.js');
      const path = relative(dirname(file), target);
      return `${start}${path.startsWith('.') ? path : `./${path}`}`;
    });
    if (replaced !== source) writeFileSync(file, replaced);
  }
};

const copySources = (folder: string): void => {
  for (const file of ['shared/src', 'shared/build'].flatMap((each) => listFiles(join(root, each)))) {
    if (!/\.(?:css|[cm]js|json|d\.ts|woff2)$|\/OFL\.md$/.test(file)) continue;
    const target = join(folder, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  for (const file of ['shared/assets.d.ts', 'releases/template', 'LICENSE']) cpSync(join(root, file), join(folder, file), { recursive: true });
};

const addHost = async (folder: string): Promise<void> => {
  await buildPart('host');
  await buildWorkspace(join(root, 'host'), ['--config', 'rspack.kit.config.ts']);
  // Remove the standalone probe of server bundles, which could not load any modules once the globals are closed. The remotes' program contains the probe.
  rmSync(join(folder, 'releases/src/gate/server-probe.js'));
  // Development uses the site's own build, not one from the kit.
  for (const file of ['host/dist/browser', 'host/dist/remote-process', 'host/public', 'host/site.config.json'])
    cpSync(join(root, file), join(folder, file), { recursive: true, filter: (source) => !basename(source).startsWith('development.') });
  cpSync(join(root, 'host/dist/kit'), join(folder, 'host/dist/server'), { recursive: true });
};

const pack = async (): Promise<string> => {
  const folder = await compileSources([
    { folders: ['releases/src'], emit: 'scripts' },
    { folders: SHARED_SOURCES, emit: 'scripts and types' },
  ]);
  try {
    rmSync(join(folder, 'tsconfig.json'));
    replaceWorkspaceImports(folder);
    copySources(folder);
    await addHost(folder);
    const manifest = {
      name: '@site/shared',
      version: kitVersion,
      description: 'What a remote of the site is built, tested and released with',
      license: 'MIT',
      type: 'module',
      sideEffects: ['*.css'],
      engines: { node: '^20.19.0 || >=22.12.0' },
      bin: { 'site-kit': COMMAND },
      exports: { ...createExports(), './package.json': './package.json' },
      dependencies: kitDependencies,
      peerDependencies: kitPeers,
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    addGuides(join(root, 'docs'), folder);
    chmodSync(join(folder, COMMAND), 0o755);
    const output = join(root, 'dist');
    mkdirSync(output, { recursive: true });
    const [packed = ''] = execFileSync('npm', ['pack', folder, '--pack-destination', output, '--silent'], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(-1);
    const tarball = join(output, `site-kit-${kitVersion}.tgz`);
    renameSync(join(output, packed), tarball);
    return tarball;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const tarball = await pack();
process.stdout.write(`${relative(root, tarball)} (${(statSync(tarball).size / 1024).toFixed(0)} KB)\n`);
