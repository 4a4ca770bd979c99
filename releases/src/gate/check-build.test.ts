/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Registry } from '../manifest.ts';
import { type Candidate, readCandidate } from './candidate.ts';
import { checkContract } from './check-contract.ts';
import { checkFiles } from './check-files.ts';
import { checkPaths } from './check-paths.ts';
import { type ActiveRelease, checkSizes } from './check-sizes.ts';
import type { Finding } from './finding.ts';
import { listRoutes } from './route-paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candidate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
const MANIFEST = {
  contract: 2,
  entry: 'remote_sample_0123456789.js',
  runtimeName: 'remote_sample_0123456789',
  chunks: { page: { js: ['page.js'], css: [] } },
  paths: ['/sample'],
  isPrivate: false,
  shared: { react: '19.0.0', '@site/shared/router': '1.0.0' },
  assets: ['remote_sample_0123456789.js', 'remote_sample_0123456789.js.br', 'remote_sample_0123456789.js.gz', 'page.js'],
};
const build = async (changes: object = {}): Promise<Candidate> => {
  write('browser/remote_sample_0123456789.js', 'entry');
  write('browser/remote_sample_0123456789.js.br', brotliCompressSync('entry'));
  write('browser/remote_sample_0123456789.js.gz', gzipSync('entry'));
  write('browser/page.js', 'page');
  write('browser/build.json', JSON.stringify({ ...MANIFEST, ...changes }));
  write('server/routes.cjs', '');
  return readCandidate('sample', folder);
};
const readBuiltCandidate = () => readCandidate('sample', folder);
const listReasons = (findings: readonly Finding[]) => findings.map(({ where, what }) => `${where} ${what}`);

describe('REL-04 files of a release', () => {
  it('accepts the files that build.json names', async () => {
    expect(await checkFiles(await build())).toEqual([]);
  });

  it('rejects a link, an unlisted file, an unknown type, a compressed copy with other content and a missing file', async () => {
    await build();
    symlinkSync('/etc/hostname', join(folder, 'browser/link.js'));
    write('browser/extra.js', '');
    write('browser/index.html', '<script>1</script>');
    write('browser/remote_sample_0123456789.js.br', brotliCompressSync('something else'));
    write('server/more.cjs', '');
    rmSync(join(folder, 'browser/page.js'));
    const found = listReasons(await checkFiles(await readBuiltCandidate()));
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^browser\/link\.js is a link/),
        expect.stringMatching(/^browser\/extra\.js is not a file of the build/),
        expect.stringMatching(/^browser\/index\.html is of a type that no release contains/),
        expect.stringMatching(/^browser\/remote_sample_0123456789\.js\.br is not the compressed copy/),
        expect.stringMatching(/^server\/more\.cjs is of a type/),
        expect.stringMatching(/^browser\/page\.js is named by build\.json and missing/),
      ]),
    );
  });

  it('rejects a page style that is not a stylesheet and would not be checked', async () => {
    write('browser/theme.json', 'header { display: none }');
    const changes = { assets: [...MANIFEST.assets, 'theme.json'], chunks: { page: { js: ['page.js'], css: ['theme.json'] } } };
    expect(listReasons(await checkFiles(await build(changes)))).toEqual([expect.stringMatching(/^browser\/theme\.json is listed as a style/)]);
  });

  it('rejects a folder that is a link', async () => {
    await build();
    symlinkSync('/etc', join(folder, 'browser/etc'));
    expect(listReasons(await checkFiles(await readBuiltCandidate()))).toContainEqual(expect.stringMatching(/^browser\/etc is a link/));
  });
});

describe('REL-04 contract of a release', () => {
  it('accepts the contract of the host with compatible shared modules', async () => {
    expect(checkContract(await build())).toEqual([]);
  });

  it.each([2, 3])('RLS-09 accepts contract %i while the host serves two versions', async (contract) => {
    expect(checkContract(await build({ contract }), [2, 3])).toEqual([]);
  });

  it('RLS-09 rejects the oldest contract once the host has ended it', async () => {
    const found = listReasons(checkContract(await build({ contract: 2 }), [3, 4]));
    expect(found).toEqual([expect.stringContaining('is built for version 2 of the remote contract; the host serves 3 and 4')]);
  });

  it.each([
    [{ contract: 3 }, 'is built for version 3 of the remote contract; the host serves 2'],
    [{ shared: { react: '18.3.1' } }, 'is built against react 18.3.1'],
    [{ shared: { '@site/shared/router': '1.1.0' } }, 'is built against @site/shared/router 1.1.0; the host provides 1.0.0'],
    [{ shared: { lodash: '4.0.0' } }, 'needs lodash from the host'],
    [{ shared: undefined }, 'does not name the versions of the shared modules'],
    [{ paths: '/sample' }, 'cannot be read: paths'],
    [{ runtimeName: 'host' }, 'has the runtime name host'],
    [{ runtimeName: 'remote_sample_ffff' }, 'has the runtime name remote_sample_ffff'],
    [{ entry: 'remote_sample_extra_0123456789.js', runtimeName: 'remote_sample_extra_0123456789' }, 'has the runtime name remote_sample_extra_0123456789'],
    [{ runtimeName: undefined }, 'has no runtime name'],
    [{ isPrivate: undefined }, 'cannot be read: isPrivate'],
  ])('rejects %j', async (changes, reason) => {
    expect(listReasons(checkContract(await build(changes)))).toEqual([expect.stringContaining(reason)]);
  });
});

describe('REL-05 paths of a release', () => {
  const remotes: Registry['remotes'] = {
    sample: { paths: ['/sample', '/samples'], history: ['1'], bad: [] },
    staff: { paths: ['/login'], history: ['1'], bad: [] },
  };
  const routes = listRoutes([{ children: [{ path: '/sample', children: [{ index: true }, { path: ':id' }] }, { path: '/samples' }] }]);
  const check = async (paths: readonly string[], given = routes) => listReasons(checkPaths(await build({ paths }), given, remotes));

  it('RLS-02 rejects a link to a page of another remote', async () => {
    const links = [
      { label: 'Sample', to: '/sample?page=2' },
      { label: 'Staff', to: '/login' },
    ];
    expect(listReasons(checkPaths(await build({ links }), undefined, remotes))).toEqual([
      'the link "Staff" leads to /login, which is outside the declared paths.',
    ]);
  });

  it('accepts routes below declared paths that the remote owns or that are still free', async () => {
    expect(await check(['/sample', '/samples'])).toEqual([]);
    const candidate = await build({ paths: ['/stories'] });
    expect(checkPaths({ ...candidate, remote: 'stories' }, listRoutes([{ path: '/stories/:id' }]), remotes)).toEqual([]);
  });

  it.each([
    [['/sample', '/samples', '/login'], undefined, 'sample cannot own "/login": it belongs to staff'],
    [['/sample', '/samples', '/login/help'], undefined, 'it overlaps "/login", which belongs to staff'],
    [['/sample', '/samples', '/api'], undefined, 'it belongs to the host'],
    [['/sample', '/samples', '/ news'], undefined, 'is not a path that a remote can own'],
    [['/sample'], undefined, 'the route /samples is outside the declared paths'],
    [['/sample', '/samples'], [...routes, ...listRoutes([{ path: '/login' }])], 'the route /login belongs to staff'],
    [['/sample', '/samples'], [...routes, ...listRoutes([{ path: '*' }])], 'the route /* is outside the declared paths'],
    [['/sample', '/samples'], [...routes, ...listRoutes([{ path: '/sample' }])], 'the route /sample exists twice'],
    [['/sample', '/samples'], routes.slice(0, 2), 'declares /samples, which has no route'],
    [[], undefined, 'declares no paths'],
  ])('rejects %j', async (paths, given, reason) => {
    expect(await check(paths, given)).toContainEqual(expect.stringContaining(reason));
  });
});

describe('REL-04 sizes of a release', () => {
  /** Returns text that hardly compresses and is the same in every run. */
  const noise = (bytes: number): string =>
    Array.from({ length: Math.ceil(bytes / 44) }, (_, index) => createHash('sha256').update(String(index)).digest('base64')).join('');
  const withPage = async (bytes: number, changes: object = {}): Promise<Candidate> => {
    await build(changes);
    write('browser/page.js', noise(bytes));
    return readBuiltCandidate();
  };
  const active: ActiveRelease = {
    read: async (path) => {
      if (path.endsWith('.br')) throw new Error(`${path} is missing`);
      return Buffer.from(path === 'browser/page.js' ? noise(3000) : 'entry');
    },
    manifest: { entry: 'remote_sample_0123456789.js', chunks: MANIFEST.chunks, files: { 'browser/remote_sample_0123456789.js': '', 'browser/page.js': '' } },
  };

  it('accepts a page within its budget that grows a little', async () => {
    expect(await checkSizes(await withPage(4000), { active })).toEqual([]);
  });

  it('RLS-03 measures each file once, even if several pages name it', async () => {
    const chunks = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`page-${index}`, { js: ['page.js'], css: [] }]));
    const read = jest.fn(active.read);
    expect(await checkSizes(await withPage(4000), { active: { ...active, read, manifest: { ...active.manifest, chunks } } })).toEqual([]);
    expect(read.mock.calls).toEqual([
      ['browser/remote_sample_0123456789.js.br'],
      ['browser/remote_sample_0123456789.js'],
      ['browser/page.js.br'],
      ['browser/page.js'],
    ]);
  });

  it('RLS-03 measures the compressed copy that visitors get', async () => {
    const candidate = await withPage(600_000);
    expect(await checkSizes(candidate, {})).toHaveLength(1);
    write('browser/page.js.br', brotliCompressSync('page'));
    expect(await checkSizes(await readBuiltCandidate(), {})).toEqual([]);
    expect(listReasons(await checkFiles(await readBuiltCandidate()))).toContainEqual(
      expect.stringMatching(/^browser\/page\.js\.br is not the compressed copy/),
    );
  });

  it('rejects a page above its budget, an entry above the limit, and unannounced growth', async () => {
    expect(listReasons(await checkSizes(await withPage(4000, { budgets: { entry: 2, pages: { page: 100 } } }), {}))).toEqual([
      expect.stringMatching(/the entry is \d[^;]* \(brotli\); its budget is /),
      expect.stringMatching(/the script of the page "page" is \d[^;]* \(brotli\); its budget is /),
    ]);
    const grownCandidate = await withPage(600_000);
    const found = listReasons(await checkSizes(grownCandidate, { active }));
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/the script of the page "page" grows from .* to /)]));
    expect((await checkSizes(grownCandidate, { active, allowGrowth: true })).length).toBe(found.length - 1);
  });
});
