import { randomInt } from 'node:crypto';
import { CANARY_NUMBERS, createCanaryNumber, readCanaryNumber } from '@site/releases/canary-number';
import { getOwners } from '@site/releases/path-ownership';
import { type Preview, readPreview } from '@site/releases/preview';
import { createSignedToken, readSignedToken } from '@site/releases/signed-token';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { OriginName } from '../../federation/page-data.ts';
import type { ActiveSet, ActiveSetSource } from './active-set.ts';
import { deriveSet } from './derived-sets.ts';
import type { KnownVersions } from './known-versions.ts';
import { isServedAt, type Place, type Places } from './places.ts';
import type { UsableVersion } from './usable-version.ts';
import { createVariantSet } from './variant-set.ts';

/** The release set for a request. */
export interface Visit {
  readonly set: ActiveSet;
  /** The origin that the visitor requested; absent if staff sign in at the site itself. */
  readonly place?: OriginName;
  /** The preview that the visitor is viewing, if any. */
  readonly preview?: Preview;
  /** Whether the visitor gets pages that need little data (docs/decisions/048-data-saver.md). */
  readonly savesData?: boolean;
}

/** The values of the host's cookies. */
export interface VisitorCookies {
  readonly preview?: string | undefined;
  /** The visitor's signed number, while a canary runs. */
  readonly canary?: string | undefined;
  readonly staff?: string | undefined;
}

interface CookieVisit {
  readonly visit: Visit;
  /** True if other visitors may get another set at the same URL, or this visitor may once the canary has ended. */
  readonly isPersonal: boolean;
  /** The new value of the `canary` cookie: empty to delete it, undefined to keep it. */
  readonly newNumber?: string;
}

export const STAFF_PURPOSE = 'staff';
/**
 * The link that gives staff access to canaries at an origin where they do not sign in: its purpose, its lifetime, and the lifetime of the cookie that it sets.
 */
const CANARY_LINK_PURPOSE = 'canary-link';
const CANARY_LINK_MS = 60_000;
const STAFF_COOKIE_LIFETIME_MS = 12 * 60 * 60 * 1000;
/** The staff cookie's payload, with a Unix time in milliseconds. */
const staffSchema = v.object({ expiresAt: v.number() });

interface VisitsOptions {
  readonly activeSet: Pick<ActiveSetSource, 'current' | 'released' | 'canaries' | 'getVersion'>;
  readonly knownVersions: Pick<KnownVersions, 'rememberVariant'>;
  readonly places: Pick<Places, 'toSet' | 'site'>;
  /** See `readHmacKey`. */
  readonly key: Buffer;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
  readonly chooseNumber?: () => number;
}

/** The release sets of places, and their variants with other versions. */
const createSets = ({ activeSet, knownVersions, places }: Pick<VisitsOptions, 'activeSet' | 'knownVersions' | 'places'>) => {
  const getSet = (place: Place): ActiveSet => {
    const set = places.toSet(activeSet.current(), place);
    if (set !== activeSet.current()) knownVersions.rememberVariant(set.browserSet);
    return set;
  };

  const createVariant = (base: ActiveSet, versions: readonly UsableVersion[], hasFallback: boolean): ActiveSet => {
    const set = createVariantSet({ base, owners: getOwners(activeSet.released()), versions, hasFallback });
    knownVersions.rememberVariant(set.browserSet);
    return set;
  };

  return {
    get: getSet,
    createForPreview: (place: Place, version: UsableVersion): ActiveSet => createVariant(getSet(place), [version], false),
    getWithCanaries: (place: Place, versions: readonly UsableVersion[]): ActiveSet => {
      const base = getSet(place);
      if (versions.length === 0) return base;
      const names = versions.map(({ release }) => `${release.remote}/${release.version}`).join(' ');
      return deriveSet(base, `canaries ${names}`, () => createVariant(base, versions, true));
    },
  };
};

/** Creates and checks the signed values of cookies and links. */
const createTokens = (key: Buffer, now: () => number) => {
  const isValid = (purpose: string, token: string | undefined): boolean => {
    const { success, output } = v.safeParse(staffSchema, token === undefined ? undefined : readSignedToken(key, purpose, token));
    return success && now() < output.expiresAt;
  };
  const isStaff = (token: string | undefined): boolean => isValid(STAFF_PURPOSE, token);
  return {
    isStaff,
    readNumber: (cookie: string | undefined): number | undefined => (cookie === undefined ? undefined : readCanaryNumber(key, cookie, now())),
    createNumber: (number: number): string => createCanaryNumber(key, number, now()),
    /** Issues the token of a canary link to a browser with the staff cookie. */
    issueCanaryLink: (staff: string | undefined): string | undefined =>
      isStaff(staff) ? createSignedToken(key, CANARY_LINK_PURPOSE, { expiresAt: now() + CANARY_LINK_MS }) : undefined,
    /** The cookie that a canary link sets; undefined if the link is not valid. */
    openCanaryLink: (token: string): string | undefined =>
      isValid(CANARY_LINK_PURPOSE, token) ? createSignedToken(key, STAFF_PURPOSE, { expiresAt: now() + STAFF_COOKIE_LIFETIME_MS }) : undefined,
  };
};

/** Chooses the release set for each request. */
export const createVisits = (options: VisitsOptions) => {
  const { activeSet, places, key, log, now = Date.now, chooseNumber = () => randomInt(CANARY_NUMBERS) } = options;
  const sets = createSets(options);
  const { isStaff, readNumber, createNumber, issueCanaryLink, openCanaryLink } = createTokens(key, now);

  /** The visit of a browser with this preview token; undefined if the token is not valid or its version cannot be used. */
  const findPreview = async (token: string, place: Place): Promise<Visit | undefined> => {
    const preview = readPreview(key, token, activeSet.released(), now());
    if (preview === undefined) return undefined;
    const { remote, version } = preview;
    try {
      const usableVersion = await activeSet.getVersion(remote, version);
      return { set: sets.createForPreview(place, usableVersion), preview };
    } catch (error) {
      log.warn({ remote, version, reason: getErrorMessage(error) }, 'version cannot be previewed');
      return undefined;
    }
  };

  /** Staff get every canary. Visitors get those whose share exceeds their number, which is drawn when a canary first needs it. */
  const getCanaryVisit = (cookies: VisitorCookies, place: Place): CookieVisit => {
    const canaries = activeSet.canaries().filter(({ remote }) => isServedAt(place, activeSet.current(), remote));
    const staff = canaries.length > 0 && isStaff(cookies.staff);
    const hasShare = canaries.some(({ canary }) => canary.share > 0);
    if (!staff && !hasShare) {
      const isStale = cookies.canary !== undefined;
      return { visit: { set: sets.get(place) }, isPersonal: isStale, ...(isStale ? { newNumber: '' } : {}) };
    }
    const knownNumber = readNumber(cookies.canary);
    const number = knownNumber ?? chooseNumber();
    const versions = canaries.flatMap(({ canary, usableVersion }) => (usableVersion !== undefined && (staff || number < canary.share) ? [usableVersion] : []));
    return {
      visit: { set: sets.getWithCanaries(place, versions) },
      isPersonal: true,
      ...(knownNumber === undefined ? { newNumber: createNumber(number) } : {}),
    };
  };

  return {
    findPreview,
    /** Whether this host, or another one with the same key, issued this `canary` cookie. */
    hasNumber: (cookie: string | undefined): boolean => readNumber(cookie) !== undefined,
    issueCanaryLink,
    openCanaryLink,
    /**
     * The visit of a request with these cookies. The preview cookie counts only where previews are served, and the staff cookie only there and where staff
     * sign in.
     */
    getVisit: async ({ canary, ...cookies }: VisitorCookies, place = places.site): Promise<CookieVisit> => {
      const preview = cookies.preview === undefined || !place.hasPreviews ? undefined : await findPreview(cookies.preview, place);
      const staff = place.hasSessions || place.hasPreviews ? cookies.staff : undefined;
      const chosen = preview === undefined ? getCanaryVisit({ canary, staff }, place) : { visit: preview, isPersonal: true };
      return place.name === undefined ? chosen : { ...chosen, visit: { ...chosen.visit, place: place.name } };
    },
  };
};
export type Visits = ReturnType<typeof createVisits>;
