import { randomInt } from 'node:crypto';
import { getOwners } from '@site/releases/path-ownership';
import { type Preview, readPreview } from '@site/releases/preview';
import { readSignedToken } from '@site/releases/signed-token';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { ActiveSet, ActiveSetSource, UsableVersion } from './active-set.ts';
import type { KnownVersions } from './known-versions.ts';
import { createVariantSet } from './variant-set.ts';

/** Which release set responds to a request. */
export interface Visit {
  readonly set: ActiveSet;
  /** The preview that the visitor looks at, if any. */
  readonly preview?: Preview;
  /** The visitor gets pages that need little data (docs/decisions/048-data-saver.md). */
  readonly savesData?: boolean;
}

/** The values of the host's cookies. */
export interface VisitorCookies {
  readonly preview?: string | undefined;
  /** The visitor's number from 0 to 99, as long as a canary runs. */
  readonly canary?: string | undefined;
  readonly staff?: string | undefined;
}

interface CookieVisit {
  readonly visit: Visit;
  /** True when other visitors may get another set at the same URL, and this one may get another after the canary. */
  readonly isPersonal: boolean;
  /** The value that the cookie `canary` should have instead, null for none; undefined when it is right. */
  readonly newBucket?: number | null;
}

const BUCKETS = 100;
const BUCKET = /^\d{1,2}$/;
export const STAFF_PURPOSE = 'staff';
/** The cookie of staff: until a Unix time in milliseconds. */
const staffSchema = v.object({ expiresAt: v.number() });

interface VisitsOptions {
  readonly activeSet: Pick<ActiveSetSource, 'current' | 'released' | 'canaries' | 'getVersion'>;
  readonly knownVersions: Pick<KnownVersions, 'rememberVariant'>;
  /** See `readHmacKey`. */
  readonly key: Buffer;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
  readonly chooseBucket?: () => number;
}

/** Chooses the release set of each request. */
export const createVisits = ({ activeSet, knownVersions, key, log, now = Date.now, chooseBucket = () => randomInt(BUCKETS) }: VisitsOptions) => {
  const createSet = (base: ActiveSet, versions: readonly UsableVersion[], hasFallback: boolean): ActiveSet => {
    const set = createVariantSet({ base, owners: getOwners(activeSet.released()), versions, hasFallback });
    knownVersions.rememberVariant(set.browserSet);
    return set;
  };

  /** The sets with canaries, by the set that they are made from. */
  const canarySets = new WeakMap<ActiveSet, Map<string, ActiveSet>>();

  const getCanarySet = (versions: readonly UsableVersion[]): ActiveSet => {
    const base = activeSet.current();
    if (versions.length === 0) return base;
    const sets = canarySets.get(base) ?? new Map<string, ActiveSet>();
    canarySets.set(base, sets);
    const id = versions.map(({ release }) => `${release.remote}/${release.version}`).join(' ');
    const set = sets.get(id) ?? createSet(base, versions, true);
    sets.set(id, set);
    return set;
  };

  const isStaff = (token: string | undefined): boolean => {
    const { success, output } = v.safeParse(staffSchema, token === undefined ? undefined : readSignedToken(key, STAFF_PURPOSE, token));
    return success && now() < output.expiresAt;
  };

  /** The visit of a browser that has this token; undefined when it is not valid, or its version cannot be used. */
  const findPreview = async (token: string): Promise<Visit | undefined> => {
    const preview = readPreview(key, token, activeSet.released(), now());
    if (preview === undefined) return undefined;
    const { remote, version } = preview;
    try {
      const usable = await activeSet.getVersion(remote, version);
      return { set: createSet(activeSet.current(), [usable], false), preview };
    } catch (error) {
      log.warn({ remote, version, reason: getErrorMessage(error) }, 'version cannot be previewed');
      return undefined;
    }
  };

  /** Staff get every canary; visitors those whose share exceeds their number, which is drawn when a canary needs one. */
  const getCanaryVisit = (cookies: VisitorCookies): CookieVisit => {
    const canaries = activeSet.canaries();
    const staff = canaries.length > 0 && isStaff(cookies.staff);
    const hasShare = canaries.some(({ canary }) => canary.share > 0);
    const known = BUCKET.test(cookies.canary ?? '') ? Number(cookies.canary) : undefined;
    if (!staff && !hasShare) {
      const isStale = cookies.canary !== undefined;
      return { visit: { set: activeSet.current() }, isPersonal: isStale, ...(isStale ? { newBucket: null } : {}) };
    }
    const bucket = known ?? chooseBucket();
    const versions = canaries.flatMap(({ canary, usable }) => (usable !== undefined && (staff || bucket < canary.share) ? [usable] : []));
    return { visit: { set: getCanarySet(versions) }, isPersonal: true, ...(known === undefined && hasShare ? { newBucket: bucket } : {}) };
  };

  return {
    findPreview,
    /** The visit of a request with these cookies. */
    getVisit: async (cookies: VisitorCookies): Promise<CookieVisit> => {
      const preview = cookies.preview === undefined ? undefined : await findPreview(cookies.preview);
      return preview === undefined ? getCanaryVisit(cookies) : { visit: preview, isPersonal: true };
    },
  };
};
export type Visits = ReturnType<typeof createVisits>;
