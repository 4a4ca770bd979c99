/** @jest-environment node */
import type { ActiveSet } from './active-set.ts';
import { toLoggablePath } from './loggable-path.ts';

const toActiveRemote = (remote: string, paths: string[], isPrivate: boolean) =>
  [
    remote,
    {
      release: { remote, version: '1', contract: 2, createdAt: '', entry: '', chunks: {}, paths, isPrivate, files: {} },
      bundle: { remote, version: '1', file: '', hash: '', publicPath: '', paths },
      styles: {},
      versions: [],
      usableVersions: [],
    },
  ] as const;

const set: ActiveSet = {
  browserSet: { id: '0a', remotes: {} },
  remotes: new Map([toActiveRemote('news', ['/news'], false), toActiveRemote('auth-admin', ['/login', '/accept-invite'], true)]),
  unavailable: new Map(),
  registry: { state: 'current', generation: 1, since: '' },
};

describe('toLoggablePath', () => {
  it.each([
    ['/news/a-post?page=2', '/news/a-post'],
    ['/accept-invite/a-secret-token', '/accept-invite'],
    ['/login', '/login'],
    ['/elsewhere#x', '/elsewhere'],
  ])('REL-08 turns %s into %s', (path, expected) => {
    expect(toLoggablePath(set, path)).toBe(expected);
  });
});
