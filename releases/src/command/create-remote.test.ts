/** @jest-environment node */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { adoptRemote, createRemote } from './create-remote.ts';

let folder: string;
let kit: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-'));
  kit = join(folder, 'cache/node_modules/@site/shared');
  mkdirSync(kit, { recursive: true });
  cpSync(resolve(__dirname, '../../template'), join(kit, 'releases/template'), { recursive: true });
  writeFileSync(join(kit, 'package.json'), JSON.stringify({ version: '1.2.0', peerDependencies: { react: '19.3.1' } }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (name: string, path: string): string => {
  const target = join(folder, name);
  createRemote({ kit, name, path, folder: target, say: () => undefined });
  return target;
};
const read = (...parts: string[]): string => readFileSync(join(...parts), 'utf8');

describe('site-kit new', () => {
  it('RLS-02 writes a repository that uses the given name and path throughout', () => {
    const target = create('life-tales', '/stories/tales');

    expect(readdirSync(target).sort()).toEqual([
      '.github',
      '.gitignore',
      'README.md',
      'jest.config.cjs',
      'package.json',
      'rspack.config.ts',
      'src',
      'tsconfig.json',
    ]);
    expect(readdirSync(join(target, 'src')).sort()).toEqual(['life-tales', 'main.tsx', 'routes.ssr.test.tsx', 'routes.test.tsx', 'routes.tsx']);
    const routes = read(target, 'src/routes.tsx');
    expect(routes).toContain("import { lifeTalesLoader } from './life-tales/life-tales-data.ts';");
    expect(routes).toContain("path: '/stories/tales',");
    expect(routes).toContain("chunk: 'life-tales',");
    expect(read(target, 'src/life-tales/life-tales-page.tsx')).toContain('title="Life Tales"');
    expect(read(target, 'rspack.config.ts')).toContain("links: [{ label: 'Life Tales', to: '/stories/tales' }]");
    expect(JSON.parse(read(target, 'package.json'))).toMatchObject({
      name: 'remote-life-tales',
      scripts: { deploy: 'site-kit deploy life-tales' },
      dependencies: { '@site/shared': '1.2.0', react: '19.3.1' },
    });
  });

  it('RLS-02 copies the tarball that the kit was installed from', () => {
    writeFileSync(join(folder, 'site-kit-1.2.0.tgz'), 'kit');
    writeFileSync(join(folder, 'cache/package.json'), JSON.stringify({ dependencies: { '@site/shared': 'file:../site-kit-1.2.0.tgz' } }));

    const target = create('tales', '/tales');

    expect(JSON.parse(read(target, 'package.json')).dependencies['@site/shared']).toBe('file:kit/site-kit-1.2.0.tgz');
    expect(read(target, 'kit/site-kit-1.2.0.tgz')).toBe('kit');
  });

  it('RLS-02 rejects invalid names, paths and folders, and writes nothing', () => {
    expect(() => create('../tales', '/tales')).toThrow('is not a valid remote name');
    expect(() => create('tales', 'tales')).toThrow('is not a path');
    expect(() => create('tales', '/api/tales')).toThrow('belongs to the host');
    expect(existsSync(join(folder, 'tales'))).toBe(false);
    mkdirSync(join(folder, 'tales/src'), { recursive: true });
    expect(() => create('tales', '/tales')).toThrow('is not empty');
  });
});

describe('site-kit adopt', () => {
  const adopt = (packageJson: object): { readonly target: string; readonly lines: readonly string[] } => {
    const target = join(folder, 'remote-gallery');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'package.json'), JSON.stringify(packageJson));
    const lines: string[] = [];
    adoptRemote({ kit, name: 'gallery', folder: target, say: (line) => void lines.push(line) });
    return { target, lines };
  };
  const packageJson = { name: '@site/remote-gallery', scripts: { deploy: 'our own', test: 'jest' }, dependencies: { react: '19.3.1' } };

  it('RLS-02 adds what a moved remote lacks, including the command that a deployment prints', () => {
    const { target, lines } = adopt(packageJson);
    expect(JSON.parse(read(target, 'package.json'))).toMatchObject({
      ...packageJson,
      scripts: { ...packageJson.scripts, rollback: 'site-kit rollback gallery', releases: 'site-kit', 'check:release': 'site-kit check gallery' },
    });
    expect(read(target, '.gitignore')).toContain('node_modules/');
    expect(read(target, '.github/workflows/release.yml')).toContain('RELEASE_SITE');
    expect(lines).toEqual([
      'Added to package.json: dev, build, types, check:release, rollback, releases',
      'Added .gitignore',
      'Added .github/workflows/release.yml',
      'It has all that a new remote has.',
    ]);
  });

  it('RLS-02 changes no existing file', () => {
    const { target } = adopt(packageJson);
    writeFileSync(join(target, '.gitignore'), 'ours');
    const before = read(target, 'package.json');
    expect(adopt(JSON.parse(before)).lines).toEqual(['It has all that a new remote has.']);
    expect([read(target, '.gitignore'), JSON.parse(read(target, 'package.json'))]).toEqual(['ours', JSON.parse(before)]);
  });

  it('RLS-02 says where to run the command', () => {
    expect(() => adoptRemote({ kit, name: 'gallery', folder: join(folder, 'nowhere'), say: () => undefined })).toThrow('run this in the folder of the remote');
  });
});
