/** @jest-environment node */
import { claimPaths, getOwners, type PathOwners, requireFreePath, requireOwnPaths, requireOwnSignIn } from './path-ownership.ts';
import { ReleaseError } from './release-error.ts';

const OWNERS: PathOwners = { news: { paths: ['/news', '/events'] }, home: { paths: ['/'] }, shop: { paths: ['/shop/books'] } };

describe('getOwners', () => {
  it('includes released remotes and registered remotes without a release', () => {
    const entry = (paths: string[]) => ({ paths, history: [], bad: [] });
    const registered = { news: { paths: ['/old'], at: '' }, shop: { paths: ['/shop'], at: '' } };
    expect(getOwners({ remotes: { news: entry(['/news']) } })).toEqual({ news: entry(['/news']) });
    expect(getOwners({ remotes: { news: entry(['/news']) }, registered })).toEqual({ news: entry(['/news']), shop: registered.shop });
  });
});

describe('REL-05 requireFreePath', () => {
  const declareOne =
    (path: string, remote = 'stories') =>
    (): void =>
      requireFreePath(OWNERS, path, remote);

  it.each(['/stories', '/stories/one', '/a.b~c-d_e', '/shop/music', '/newsroom', '/apiary'])('accepts %s', (path) => {
    expect(declareOne(path)).not.toThrow();
  });

  it('accepts paths of the remote itself', () => {
    expect(declareOne('/news', 'news')).not.toThrow();
    expect(declareOne('/news/archive', 'news')).not.toThrow();
  });

  it.each(['', 'stories', '/stories/', '//stories', '/stories//one', '/:id', '/a b', '/.well-known', '/a/../b', '/stories?x', 'x/stories'])(
    'rejects "%s", which no remote can own',
    (path) => {
      expect(declareOne(path)).toThrow(ReleaseError);
      expect(declareOne(path)).toThrow(`"${path}" is not a path that a remote can own, such as "/news".`);
    },
  );

  it.each([
    ['/news/archive', 'it overlaps "/news", which belongs to news.'],
    ['/shop', 'it overlaps "/shop/books", which belongs to shop.'],
    ['/shop/books/new', 'it overlaps "/shop/books", which belongs to shop.'],
    ['/api/stories', 'it overlaps "/api", which belongs to the host.'],
    ['/img/a', 'it overlaps "/img", which belongs to the host.'],
    ['/assets/a', 'it overlaps "/assets", which belongs to the host.'],
    ['/_mf/a', 'it overlaps "/_mf", which belongs to the host.'],
    ['/releases/a', 'it overlaps "/releases", which belongs to the host.'],
  ])('rejects %s: %s', (path, reason) => {
    expect(declareOne(path)).toThrow(ReleaseError);
    expect(declareOne(path)).toThrow(new ReleaseError(`stories cannot own "${path}": ${reason}`));
  });

  it.each([
    ['/news', 'news'],
    ['/', 'home'],
    ['/api', 'the host'],
  ])('rejects %s, and says how to move it from %s', (path, owner) => {
    const hint = `To move it, release ${owner} without it first, or: npm run releases -- paths stories move ${path}`;
    expect(declareOne(path)).toThrow(new ReleaseError(`stories cannot own "${path}": it belongs to ${owner}. ${hint}`));
  });
});

describe('REL-05 requireOwnPaths', () => {
  const declareAll =
    (remote: string, ...declared: string[]) =>
    (): void =>
      requireOwnPaths(OWNERS, remote, declared);

  it.each([
    ['news', '/news', '/news/archive', '/press'],
    ['stories', '/stories'],
  ])('lets %s declare its own paths and free ones', (remote, ...declared) => {
    expect(declareAll(remote, ...declared)).not.toThrow();
  });

  it("rejects a release without paths or with another remote's path", () => {
    expect(declareAll('news')).toThrow(new ReleaseError('news declares no paths.'));
    expect(declareAll('news', '/news', '/shop/books')).toThrow('it belongs to shop');
    expect(declareAll('stories', '/news')).toThrow('it belongs to news');
  });
});

describe('REL-05 claimPaths', () => {
  const claim = (declared: readonly string[], declaredBefore: readonly string[] = [], remote = 'news') =>
    claimPaths({ owners: OWNERS, remote, declared, declaredBefore });

  it.each([
    ['keeps paths that it declares', ['/news', '/events'], [], ['/news', '/events']],
    ['adds free paths, each once', ['/news', '/press', '/press'], [], ['/news', '/events', '/press']],
    ['does not add paths below its own', ['/news', '/news/archive'], [], ['/news', '/events']],
    ['does not add paths of other owners', ['/news', '/shop', '/api'], [], ['/news', '/events']],
    ['frees paths that it no longer declares', ['/news'], ['/news', '/events'], ['/news']],
    ['keeps paths that an administrator assigned', ['/press'], ['/news'], ['/events', '/press']],
  ])('%s', (_, declared, declaredBefore, paths) => {
    expect(claim(declared, declaredBefore)).toEqual(paths);
  });

  it('gives a new remote the free paths', () => {
    expect(claim(['/stories', '/news'], [], 'stories')).toEqual(['/stories']);
  });
});

describe('requireOwnSignIn', () => {
  it.each([['/login'], ['/log'], ['/news', '/login']])('SEC-10 rejects a team that claims the sign-in, even if it is free: %j', (...declared) => {
    const takesSignIn = declared.includes('/login');
    const requireSignIn = () => requireOwnSignIn(OWNERS, 'news', declared);
    if (takesSignIn) expect(requireSignIn).toThrow('Only an administrator gives news the sign-in, on the server: npm run releases -- paths news add /login');
    else expect(requireSignIn).not.toThrow();
  });

  it('SEC-10 lets the owner of the sign-in and a remote registered for it release the sign-in', () => {
    expect(() => requireOwnSignIn({ staff: { paths: ['/login'] } }, 'staff', ['/login', '/admin'])).not.toThrow();
  });
});
