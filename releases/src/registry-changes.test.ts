/** @jest-environment node */
import type { RegistryEntry } from './manifest.ts';
import {
  activateVersion,
  changeLinks,
  changePaths,
  freezeRemote,
  markBadVersion,
  type RegistryContent,
  registerRemote,
  removeRemote,
  requireActivatable,
  rollBackVersion,
  toActivateCommand,
  unfreezeRemote,
} from './registry-changes.ts';

const AT = '2026-11-22T10:00:00.000Z';

const entry = (paths: string[], history: string[], bad: string[] = []): RegistryEntry => ({
  paths,
  history,
  bad: bad.map((version) => ({ version, at: AT, reason: 'rolled back' })),
});
const content: RegistryContent = {
  remotes: { news: entry(['/news', '/events'], ['n2', 'n1'], ['n0']), home: entry(['/', '/about'], ['h1']), staff: entry(['/login', '/admin'], ['s1']) },
  removed: {},
};

interface Release {
  readonly version?: string;
  readonly declared: string[];
  readonly declaredBefore?: string[];
  readonly isExplicit?: boolean;
  readonly takesBack?: boolean;
}
const release = (remote: string, { version = 'new', declared, declaredBefore = [], isExplicit = false, takesBack = false }: Release) =>
  activateVersion({ remote, version, declared, declaredBefore, isExplicit, takesBack });

describe('RLS-02 links of a remote', () => {
  it('stay allowed when it is released, rolled back, or released for the first time', () => {
    const withLinks = changeLinks('stories', 'allow')(changeLinks('news', 'allow')(content));
    expect(withLinks.linked).toEqual(['news', 'stories']);

    const released = release('stories', { declared: ['/stories'] })(withLinks);
    expect(changePaths('news', 'add', '/press')(released).linked).toEqual(['news', 'stories']);
    expect(removeRemote('home', AT)(released).linked).toEqual(['news', 'stories']);
    expect(changeLinks('news', 'hide')(released).linked).toEqual(['stories']);
  });
});

describe('REL-05 ownership of paths', () => {
  it('gives the first release of a remote the free paths that it declares', () => {
    expect(release('stories', { declared: ['/stories', '/tales'] })(content).remotes.stories).toEqual(entry(['/stories', '/tales'], ['new']));
  });

  it.each([
    ['another remote owns', '/login', 'it belongs to staff', 'npm run releases -- paths stories move /login'],
    ['lies below a path of another remote', '/news/archive', 'it overlaps "/news", which belongs to news', ''],
    ['is the root of another remote', '/', 'it belongs to home', ''],
    ['the host serves', '/api/stories', 'it overlaps "/api", which belongs to the host', ''],
    ['has a parameter', '/stories/:id', 'is not a path that a remote can own', ''],
    ['ends with a slash', '/stories/', 'is not a path that a remote can own', ''],
    ['is not normalised', '/stories/../login', 'is not a path that a remote can own', ''],
  ])('rejects a release that declares a path that %s: %s', (_name, path, reason, command) => {
    const change = release('stories', { declared: ['/stories', path] });
    expect(() => change(content)).toThrow(`"${path}"`);
    expect(() => change(content)).toThrow(reason);
    expect(() => change(content)).toThrow(command);
  });

  it('rejects a path above a path of another remote', () => {
    const withDeepPath: RegistryContent = { remotes: { archive: entry(['/files/old'], ['a1']) }, removed: {} };
    expect(() => release('files', { declared: ['/files'] })(withDeepPath)).toThrow('it overlaps "/files/old", which belongs to archive');
    expect(release('home', { declared: ['/'] })(withDeepPath).remotes.home?.paths).toEqual(['/']);
  });

  it('rejects a release that declares nothing', () => {
    expect(() => release('stories', { declared: [] })(content)).toThrow('stories declares no paths');
  });

  it('adds free paths that a release declares, and accepts those below its own', () => {
    expect(release('news', { declared: ['/news/archive', '/news', '/events', '/press'] })(content).remotes.news?.paths).toEqual(['/news', '/events', '/press']);
  });

  it('moves a path in two releases: the first no longer declares it', () => {
    const declaredBefore = ['/news', '/events'];
    const afterRelease = release('news', { declared: ['/news'], declaredBefore })(content);
    expect(afterRelease.remotes.news?.paths).toEqual(['/news']);
    const afterClaim = release('calendar', { declared: ['/events'] })(afterRelease);
    expect(afterClaim.remotes.calendar?.paths).toEqual(['/events']);

    expect(() => release('news', { declared: declaredBefore })(afterClaim)).toThrow('it belongs to calendar');
    // A rollback does not return the path to its earlier owner.
    expect(release('news', { version: 'n2', declared: declaredBefore, isExplicit: true })(afterClaim).remotes.news?.paths).toEqual(['/news']);
  });

  it('moves, adds and removes a path by command', () => {
    const afterMove = changePaths('home', 'move', '/events')(content);
    expect([afterMove.remotes.news?.paths, afterMove.remotes.home?.paths]).toEqual([['/news'], ['/', '/about', '/events']]);
    // Assigned paths stay, regardless of what the remote's releases declare.
    expect(release('home', { declared: ['/', '/about'], declaredBefore: ['/', '/about'] })(afterMove).remotes.home?.paths).toContain('/events');

    expect(changePaths('news', 'add', '/press')(content).remotes.news?.paths).toEqual(['/news', '/events', '/press']);
    expect(changePaths('news', 'remove', '/events')(content).remotes.news?.paths).toEqual(['/news']);
    expect(() => changePaths('news', 'add', '/login')(content)).toThrow('it belongs to staff');
    expect(() => changePaths('news', 'move', '/admin/posts')(content)).toThrow('it overlaps "/admin"');
    expect(() => changePaths('news', 'remove', '/login')(content)).toThrow('news does not own "/login". It owns: /news /events');
    expect(() => changePaths('nobody', 'add', '/x')(content)).toThrow('There is no remote "nobody".');
  });
});

describe('REL-03 blocked versions', () => {
  const mark = { remote: 'news', version: 'n2', reason: 'rolled back', at: AT };
  const target = { remote: 'news', version: 'n1', declared: ['/news', '/events'], declaredBefore: ['/news', '/events'] };

  it('include each version that a rollback replaces, and are no longer in the history', () => {
    expect(rollBackVersion(target, mark)(content).remotes.news).toEqual(entry(['/news', '/events'], ['n1'], ['n2', 'n0']));
  });

  it('are rolled back once: a second rollback of the same version changes nothing', () => {
    const rolledBack = rollBackVersion(target, mark)(content);
    expect(() => rollBackVersion(target, mark)(rolledBack)).toThrow('news n2 is no longer active');
  });

  it('never result from a rollback of an unknown remote', () => {
    expect(() => rollBackVersion({ ...target, remote: 'other' }, { ...mark, remote: 'other' })(content)).toThrow('other n2 is no longer active');
  });

  it('can be replaced by a version that declares a path of another remote, which keeps it', () => {
    const rolledBack = rollBackVersion({ ...target, declared: ['/news', '/login'] }, mark)(content);
    expect([rolledBack.remotes.news?.history, rolledBack.remotes.staff?.paths]).toEqual([['n1'], ['/login', '/admin']]);
  });

  it('are listed once each, the last hundred of them, and the newest first', () => {
    const blockedVersions = markBadVersion({ ...mark, version: 'n0', reason: 'faults' })(content).remotes.news?.bad;
    expect(blockedVersions).toEqual([{ version: 'n0', reason: 'faults', at: AT }]);
    const versions = Array.from({ length: 101 }, (_, index) => `bad${index}`);
    const all = versions.reduce((before, version) => markBadVersion({ ...mark, version })(before), content).remotes.news?.bad;
    expect(all?.map(({ version }) => version)).toEqual(versions.slice(1).reverse());
  });

  it('end only their own canary', () => {
    const canary = { version: 'n3', share: 5, views: 500, minutes: 10, startedAt: AT };
    const withCanary = { ...content, remotes: { ...content.remotes, news: { ...entry(['/news'], ['n2', 'n1']), canary } } } as unknown as RegistryContent;
    expect(markBadVersion(mark)(withCanary).remotes.news?.canary).toEqual(canary);
    expect(markBadVersion({ ...mark, version: 'n3' })(withCanary).remotes.news?.canary).toBeUndefined();
  });

  it('name the command that activates them, on the server or at a site', () => {
    expect(toActivateCommand('news', 'n0')).toBe('npm run releases -- activate news n0');
    expect(toActivateCommand('news', 'n0', 'https://site.example')).toBe('npm run releases -- activate news n0 --to https://site.example');
  });

  it('are activated by an explicit command only', () => {
    expect(() => activateVersion({ remote: 'news', version: 'n0', declared: ['/news'], declaredBefore: [] })(content)).toThrow('news n0 is blocked since');
    expect(() => release('news', { version: 'n0', declared: ['/news'] })(content)).toThrow('npm run releases -- activate news n0');
    expect(release('news', { version: 'n0', declared: ['/news'], isExplicit: true })(content).remotes.news).toMatchObject({
      history: ['n0', 'n2', 'n1'],
      bad: [],
    });
  });

  it('RLS-03 can be taken back, by name, by the team that rolled them back, but not if an administrator or a host blocked them', () => {
    const rolledBack = rollBackVersion(target, { ...mark, by: 'news-ci' })(content);
    const sameVersion = { remote: 'news', version: 'n2', paths: ['/news'] };
    expect(() => activateVersion({ ...sameVersion, declared: sameVersion.paths, declaredBefore: [] })(rolledBack)).toThrow('news n2 is blocked since');
    expect(() => requireActivatable(rolledBack, sameVersion)).toThrow('news n2 is blocked since');
    expect(rolledBack.remotes.news?.bad[0]).toEqual({ version: 'n2', reason: 'rolled back', at: AT, by: 'news-ci' });
    expect(() => release('news', { version: 'n2', declared: ['/news'] })(rolledBack)).toThrow('news n2 is blocked since');
    expect(release('news', { version: 'n2', declared: ['/news'], takesBack: true })(rolledBack).remotes.news).toMatchObject({ history: ['n2', 'n1'] });
    expect(() => release('news', { version: 'n0', declared: ['/news'], takesBack: true })(rolledBack)).toThrow('news n0 is blocked since');
    expect(() => release('news', { version: 'n2', declared: ['/news'], takesBack: true })(rollBackVersion(target, mark)(content))).toThrow('is blocked since');
  });

  it('can be marked, except the only version', () => {
    expect(markBadVersion({ ...mark, version: 'n1' })(content).remotes.news).toMatchObject({ history: ['n2'], bad: [{ version: 'n1' }, { version: 'n0' }] });
    expect(() => markBadVersion({ ...mark, remote: 'home', version: 'h1' })(content)).toThrow('There is no version of home to go back to.');
  });

  it('stay known when their remote is removed and released again; its paths are free in between', () => {
    const removed = removeRemote('news', AT)(content);
    expect(removed).toMatchObject({ removed: { news: { at: AT, paths: ['/news', '/events'] } } });
    expect(removed.remotes.news).toBeUndefined();
    expect(release('calendar', { declared: ['/events'] })(removed).remotes.calendar?.paths).toEqual(['/events']);

    expect(() => release('news', { version: 'n0', declared: ['/news'] })(removed)).toThrow('is blocked since');
    const taken = release('calendar', { declared: ['/events', '/news'] })(removed);
    const takeBack = release('news', { declared: ['/news', '/events'], isExplicit: true });
    expect(() => takeBack(taken)).toThrow('Every path of news belongs to another remote by now: /news /events');
    const afterReturn = release('news', { declared: ['/news'] })(removed);
    expect(afterReturn.remotes.news).toEqual(entry(['/news'], ['new'], ['n0']));
    expect(afterReturn.removed).toEqual({});
  });

  it('RLS-05 lose the keys of their team with their remote, because another team may get its name', () => {
    const teamKeys = { news: [{ id: 'one', publicKey: '', at: '' }], home: [{ id: 'two', publicKey: '', at: '' }] };
    expect(removeRemote('news', AT)({ ...content, teamKeys }).teamKeys).toEqual({ ...teamKeys, news: [{ id: 'one', publicKey: '', at: '', retiredAt: AT }] });
    expect(removeRemote('staff', AT)({ ...content, teamKeys }).teamKeys).toStrictEqual(teamKeys);
    expect(removeRemote('news', AT)(content)).not.toHaveProperty('teamKeys');
  });
});

describe('RLS-11 history', () => {
  it('has the active version and the twenty before it, and each allows a rollback', () => {
    const versions = Array.from({ length: 22 }, (_, index) => `v${index}`);
    const activate = (before: RegistryContent, version: string) => release('stories', { version, declared: ['/stories'] })(before);
    const fullHistory = versions.reduce(activate, content);
    expect(fullHistory.remotes.stories?.history).toEqual(versions.slice(1).reverse());

    const afterRollbacks = versions.slice(2).reduceRight((before, version) => {
      const target = { remote: 'stories', version: before.remotes.stories?.history[1] ?? '', declared: ['/stories'], declaredBefore: ['/stories'] };
      return rollBackVersion(target, { remote: 'stories', version, reason: 'rolled back', at: AT })(before);
    }, fullHistory);
    expect(afterRollbacks.remotes.stories?.history).toEqual(['v1']);
  });

  it('omits a version whose removal is announced, and no other change ends the announcement', () => {
    const sweep = { startedAt: AT, versions: ['stories/old'] };
    const sweeping = { ...content, sweep };
    expect(() => release('stories', { version: 'old', declared: ['/stories'], isExplicit: true })(sweeping)).toThrow('stories old are being removed');
    expect(release('stories', { declared: ['/stories'] })(sweeping).sweep).toEqual(sweep);
    expect(removeRemote('news', AT)(sweeping).sweep).toEqual(sweep);
  });
});

describe('RLS-02 a registered remote', () => {
  const registered = registerRemote('stories', ['/stories', '/tales'], AT)(content);

  it('owns its paths before and after its first release', () => {
    expect(() => release('other', { declared: ['/other', '/tales'] })(registered)).toThrow('it belongs to stories');
    expect(() => changePaths('home', 'add', '/stories')(registered)).toThrow('it belongs to stories');
    const released = release('stories', { declared: ['/stories'] })(registered);
    expect([released.remotes.stories?.paths, released.registered]).toEqual([['/stories', '/tales'], {}]);
  });

  it('gets further paths, loses a moved one, and can be removed', () => {
    const more = registerRemote('stories', ['/stories', '/books'], AT)(registered);
    expect(more.registered).toEqual({ stories: { paths: ['/stories', '/tales', '/books'], at: AT } });
    expect(changePaths('home', 'move', '/tales')(more).registered).toEqual({ stories: { paths: ['/stories', '/books'], at: AT } });
    expect(removeRemote('stories', AT)(more).registered).toEqual({});
    expect(() => removeRemote('other', AT)(more)).toThrow('There is no remote "other".');
    expect(removeRemote('news', AT)(more)).toMatchObject({ registered: more.registered, removed: { news: { at: AT } } });
    expect(registerRemote('news', ['/press'], AT)(content).remotes.news?.paths).toEqual(['/news', '/events', '/press']);
    expect(registerRemote('news', ['/events'], AT)(content)).toBe(content);
  });

  it("cannot get another remote's path", () => {
    expect(() => registerRemote('stories', ['/news/stories'], AT)(content)).toThrow('it overlaps "/news", which belongs to news');
  });
});

describe('RLS-03 a frozen remote', () => {
  const freeze = { by: 'news-ci', isAdministrator: false, reason: 'an investigation', at: AT };
  const frozen = freezeRemote('news', freeze)(content);
  const target = { remote: 'news', version: 'n1', declared: ['/news'], declaredBefore: [] };

  it.each([
    ['a release', () => release('news', { declared: ['/news'] })(frozen)],
    ['an explicit activation', () => release('news', { declared: ['/news'], isExplicit: true })(frozen)],
    ['a rollback', () => rollBackVersion(target, { remote: 'news', version: 'n2', reason: '', at: AT })(frozen)],
    ['another freeze', () => freezeRemote('news', freeze)(frozen)],
  ])('rejects %s', (_name, change) => {
    expect(change).toThrow('news is frozen since 2026-11-22T10:00:00.000Z by news-ci: an investigation');
  });

  it('is unfrozen by any permitted user, or only by an administrator if an administrator froze it', () => {
    expect(unfreezeRemote('news', { isAdministrator: false })(frozen)).toEqual(content);
    const frozenByAdministrator = freezeRemote('news', { ...freeze, isAdministrator: true })(content);
    expect(() => unfreezeRemote('news', { isAdministrator: false })(frozenByAdministrator)).toThrow('was frozen by an administrator');
    expect(unfreezeRemote('news', { isAdministrator: true })(frozenByAdministrator)).toEqual(content);
    expect(() => unfreezeRemote('news', { isAdministrator: true })(content)).toThrow('news is not frozen.');
  });
});
