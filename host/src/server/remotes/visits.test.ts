/** @jest-environment node */
import { createHmac } from 'node:crypto';
import { createCanaryNumber, readCanaryNumber } from '@site/releases/canary-number';
import type { Canary, Registry } from '@site/releases/manifest';
import { createPreview } from '@site/releases/preview';
import { createSignedToken } from '@site/releases/signed-token';
import type { ActiveSet, RunningCanary } from './active-set.ts';
import { activeSetFixture, bundleFixture, usableVersionFixture } from './active-set-fixture.ts';
import { createPlaces, type Places } from './places.ts';
import type { UsableVersion } from './usable-version.ts';
import { createVisits, STAFF_PURPOSE, type VisitorCookies } from './visits.ts';

const PLACES = createPlaces({ siteUrl: 'https://site.test' });

const NOW = Date.parse('2026-11-30T09:00:00Z');
const KEY = createHmac('sha256', 'visits').digest();
const CANARY_7 = createCanaryNumber(KEY, 7, NOW);
const REGISTRY: Registry = { generation: 1, removed: {}, remotes: { gallery: { paths: ['/gallery'], history: ['2', '1'], bad: [] } } };
const CANARY = usableVersionFixture(bundleFixture('3'));

const createCanary = (share: number, usableVersion: UsableVersion | undefined = CANARY): RunningCanary => {
  const canary: Canary = { version: '3', share, since: '', limits: { faultRate: 0.02, views: 500, minutes: 10 } };
  return { remote: 'gallery', canary, ...(usableVersion === undefined ? {} : { usableVersion }) };
};
const unusableCanary: RunningCanary = { remote: 'gallery', canary: createCanary(100).canary, problem: 'it throws' };

interface SetUpOptions {
  readonly canaries?: readonly RunningCanary[];
  readonly number?: number;
  readonly registry?: Registry;
  readonly getVersion?: () => Promise<UsableVersion>;
  readonly places?: Places;
}

const setUp = ({ canaries = [], number = 50, registry = REGISTRY, getVersion = async () => CANARY, places = PLACES }: SetUpOptions = {}) => {
  const state = { set: activeSetFixture('set-1'), now: NOW };
  const rememberVariant = jest.fn();
  const warn = jest.fn();
  const chooseNumber = jest.fn(() => number);
  const visits = createVisits({
    places,
    activeSet: { current: () => state.set, released: () => registry, canaries: () => canaries, getVersion: jest.fn(getVersion) },
    knownVersions: { rememberVariant },
    key: KEY,
    log: { warn },
    now: () => state.now,
    chooseNumber,
  });
  return { visits, state, rememberVariant, warn, chooseNumber };
};

/** The versions of the gallery in a set, starting with the one in use. */
const getVersions = ({ remotes }: ActiveSet): string[] | undefined => remotes.get('gallery')?.usableVersions.map(({ release }) => release.version);
const staffCookie = (expiresAt: number, purpose = STAFF_PURPOSE): VisitorCookies => ({ staff: createSignedToken(KEY, purpose, { expiresAt }) });

describe('a visit without a canary', () => {
  it('gets the current set, and no cookie', async () => {
    const { visits, state, chooseNumber } = setUp();
    expect(await visits.getVisit({})).toEqual({ visit: { set: state.set }, isPersonal: false });
    expect(chooseNumber).not.toHaveBeenCalled();
  });

  it('loses the number of an earlier canary', async () => {
    const { visits, state } = setUp();
    expect(await visits.getVisit({ canary: CANARY_7 })).toEqual({ visit: { set: state.set }, isPersonal: true, newNumber: '' });
  });
});

describe('a visit while a canary runs', () => {
  it.each([
    [0, 5, ['3', '2', '1']],
    [4, 5, ['3', '2', '1']],
    [5, 5, ['2', '1']],
    [99, 100, ['3', '2', '1']],
  ])('RLS-06 gets versions by number: %i with a share of %i percent', async (number, share, versions) => {
    const { visits, chooseNumber } = setUp({ canaries: [createCanary(share)] });
    const { visit, ...outcome } = await visits.getVisit({ canary: createCanaryNumber(KEY, number, NOW) });
    expect(getVersions(visit.set)).toEqual(versions);
    expect(outcome).toEqual({ isPersonal: true });
    expect(chooseNumber).not.toHaveBeenCalled();
  });

  it.each([undefined, '', '100', '-1', 'x7', '7x'])('RLS-06 draws a new number instead of %s', async (canary) => {
    const { visits } = setUp({ canaries: [createCanary(60)], number: 59 });
    const { visit, ...outcome } = await visits.getVisit({ canary });
    expect(getVersions(visit.set)).toEqual(['3', '2', '1']);
    expect(outcome).toEqual({ isPersonal: true, newNumber: createCanaryNumber(KEY, 59, NOW) });
  });

  it('RLS-06 draws numbers from 0 to 99', async () => {
    const activeSet = { current: () => activeSetFixture('set-1'), released: () => REGISTRY, canaries: () => [createCanary(50)], getVersion: jest.fn() };
    const visits = createVisits({ activeSet, places: PLACES, knownVersions: { rememberVariant: jest.fn() }, key: KEY, log: { warn: jest.fn() } });
    const draw = async () => readCanaryNumber(KEY, (await visits.getVisit({})).newNumber ?? '', Date.now()) ?? -1;
    const numbers = await Promise.all(Array.from({ length: 300 }, draw));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(100);
    expect(new Set(numbers).size).toBeGreaterThan(50);
  });

  it('RLS-06 gets the current set when this host cannot load the canary', async () => {
    const { visits, state } = setUp({ canaries: [unusableCanary] });
    expect((await visits.getVisit({ canary: CANARY_7 })).visit.set).toBe(state.set);
  });

  it('RLS-06 shares its set with other visits until the current set changes', async () => {
    const { visits, state, rememberVariant } = setUp({ canaries: [createCanary(50)] });
    const visit = async () => (await visits.getVisit({ canary: CANARY_7 })).visit.set;
    const set = await visit();
    expect(await visit()).toBe(set);
    expect(rememberVariant.mock.calls).toEqual([[set.browserSet]]);

    state.set = activeSetFixture('set-2');
    expect((await visit()).browserSet.id).not.toBe(set.browserSet.id);
  });

  it('RLS-06 gets another set when the canary has another version', async () => {
    const canaries = [createCanary(50)];
    const { visits } = setUp({ canaries });
    const visit = async () => getVersions((await visits.getVisit({ canary: CANARY_7 })).visit.set);
    expect(await visit()).toEqual(['3', '2', '1']);
    canaries[0] = createCanary(50, usableVersionFixture(bundleFixture('4')));
    expect(await visit()).toEqual(['4', '2', '1']);
  });
});

describe('a visit of staff', () => {
  it('RLS-06 gets every canary, even one without a share, and a number so that its faults count', async () => {
    const { visits } = setUp({ canaries: [createCanary(0)] });
    const { visit, ...outcome } = await visits.getVisit(staffCookie(NOW + 1));
    expect(getVersions(visit.set)).toEqual(['3', '2', '1']);
    expect(outcome).toEqual({ isPersonal: true, newNumber: createCanaryNumber(KEY, 50, NOW) });
  });

  it('RLS-06 gets a number for the time after the sign-in has expired', async () => {
    const { visits } = setUp({ canaries: [createCanary(5)] });
    const { visit, ...outcome } = await visits.getVisit(staffCookie(NOW + 1));
    expect(getVersions(visit.set)).toEqual(['3', '2', '1']);
    expect(outcome).toEqual({ isPersonal: true, newNumber: createCanaryNumber(KEY, 50, NOW) });
  });

  it.each([
    ['expired', staffCookie(NOW)],
    ['for another purpose', staffCookie(NOW + 1, 'preview')],
    ['forged', { staff: 'x.y' }],
    ['missing', {}],
  ])("RLS-06 is treated like a visitor's if the cookie is %s", async (_, cookies) => {
    const { visits, state } = setUp({ canaries: [createCanary(0)] });
    expect(await visits.getVisit(cookies)).toEqual({ visit: { set: state.set }, isPersonal: false });
  });
});

describe('a visit with a preview', () => {
  const { token, preview } = createPreview({ key: KEY, remote: 'gallery', version: '3', hours: 1, now: NOW });

  it('RLS-07 gets only the previewed version, whatever canary runs', async () => {
    const { visits, rememberVariant } = setUp({ canaries: [createCanary(100)] });
    const { visit, ...outcome } = await visits.getVisit({ preview: token });
    expect(getVersions(visit.set)).toEqual(['3']);
    expect(visit.preview).toEqual(preview);
    expect(outcome).toEqual({ isPersonal: true });
    expect(rememberVariant.mock.calls).toEqual([[visit.set.browserSet]]);
  });

  it.each([
    ['forged', 'x.y', REGISTRY],
    ['expired', createPreview({ key: KEY, remote: 'gallery', version: '3', hours: 1, now: NOW - 3_600_000 }).token, REGISTRY],
    ['revoked', token, { ...REGISTRY, previews: { revoked: [{ id: preview.id, at: '' }] } }],
  ])('RLS-07 gets the current set if the token is %s', async (_, given, registry) => {
    const { visits, state, warn } = setUp({ registry });
    expect(await visits.getVisit({ preview: given })).toEqual({ visit: { set: state.set }, isPersonal: false });
    expect(await visits.findPreview(given, PLACES.site)).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  it('RLS-07 gets the current set, and logs the reason, if the version cannot be used', async () => {
    const { visits, state, warn } = setUp({ getVersion: () => Promise.reject(new Error('its files are gone')) });
    expect(await visits.getVisit({ preview: token })).toEqual({ visit: { set: state.set }, isPersonal: false });
    expect(warn.mock.calls).toEqual([[{ remote: 'gallery', version: '3', reason: 'its files are gone' }, 'version cannot be previewed']]);
  });
});

describe('a visit at one of several origins', () => {
  const places = createPlaces({ siteUrl: 'https://site.test', staffUrl: 'https://staff.test', previewUrl: 'https://preview.test' });
  const { token } = createPreview({ key: KEY, remote: 'gallery', version: '3', hours: 1, now: NOW });

  it('names its origin and gets only the code of that origin', async () => {
    const { visits, rememberVariant } = setUp({ places });
    const siteVisit = (await visits.getVisit({}, places.site)).visit;
    const staffVisit = (await visits.getVisit({}, places.staff)).visit;
    expect([siteVisit.place, getVersions(siteVisit.set)]).toEqual(['site', ['2', '1']]);
    expect([staffVisit.place, getVersions(staffVisit.set)]).toEqual(['staff', undefined]);
    expect(rememberVariant).toHaveBeenCalledWith(staffVisit.set.browserSet);
  });

  it('RLS-07 gets a preview only where previews are served', async () => {
    const { visits } = setUp({ places });
    const preview = await visits.getVisit({ preview: token }, places.preview);
    const site = await visits.getVisit({ preview: token }, places.site);
    expect([preview.visit.place, getVersions(preview.visit.set)]).toEqual(['preview', ['3']]);
    expect(getVersions(site.visit.set)).toEqual(['2', '1']);
  });

  it('RLS-06 gets canaries as staff where previews are served or staff sign in, but not at the public site', async () => {
    const { visits } = setUp({ canaries: [createCanary(0)], places });
    const staff = staffCookie(NOW + 1);
    const getVersionsAt = async (place: Places['site']) => getVersions((await visits.getVisit(staff, place)).visit.set);
    expect([await getVersionsAt(places.preview), await getVersionsAt(places.site)]).toEqual([
      ['3', '2', '1'],
      ['2', '1'],
    ]);
  });

  it('RLS-06 takes no part in the canary of a remote that is not served there', async () => {
    const { visits } = setUp({ canaries: [createCanary(50)], places });
    expect(await visits.getVisit({}, places.staff)).toMatchObject({ isPersonal: false });
  });
});

describe('RLS-06 a canary link', () => {
  it('lets staff see canaries at an origin without a sign-in, within a minute and for twelve hours', async () => {
    const { visits, state } = setUp({ canaries: [createCanary(0)] });
    const link = visits.issueCanaryLink(staffCookie(NOW + 1).staff) ?? '';
    state.now = NOW + 59_999;
    const staff = visits.openCanaryLink(link);
    const seesCanary = async () => getVersions((await visits.getVisit({ staff })).visit.set)?.[0] === '3';

    state.now += 12 * 3_600_000 - 1;
    expect(await seesCanary()).toBe(true);
    state.now += 1;
    expect(await seesCanary()).toBe(false);
    state.now = NOW + 60_000;
    expect(visits.openCanaryLink(link)).toBeUndefined();
  });

  it('is neither issued to visitors nor replaced by another token', () => {
    const { visits } = setUp();
    expect(visits.issueCanaryLink(undefined)).toBeUndefined();
    expect(visits.issueCanaryLink(staffCookie(NOW).staff)).toBeUndefined();
    expect(visits.openCanaryLink(staffCookie(NOW + 1).staff ?? '')).toBeUndefined();
    expect(visits.issueCanaryLink(visits.issueCanaryLink(staffCookie(NOW + 1).staff))).toBeUndefined();
  });
});

describe('hasNumber', () => {
  it.each([
    [CANARY_7, true],
    ['7', false],
    [undefined, false],
  ])('recognises the cookie %s', (cookie, isKnown) => {
    expect(setUp().visits.hasNumber(cookie)).toBe(isKnown);
  });
});
