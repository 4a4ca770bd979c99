import { createHash } from 'node:crypto';
import { SIGN_IN_PATH } from '@site/releases/manifest';
import { SettingError } from '@site/shared/domain/environment';
import type { OriginName } from '../../federation/page-data.ts';
import { findRemote } from '../../federation/release-set.ts';
import type { ActiveSet } from './active-set.ts';
import { deriveSet } from './derived-sets.ts';

/**
 * One of the site's origins, and what it serves (docs/decisions/083-staff-have-an-origin.md). A script can read everything that its origin stores, so other
 * teams' code can reach staff sessions only if one origin serves both.
 */
export interface Place {
  /** Absent if staff sign in at the site itself. */
  readonly name?: OriginName;
  readonly origin: string;
  /** Staff sign in here, and the staff area's code runs here. */
  readonly hasSessions: boolean;
  /** Pages of all other remotes are served here. */
  readonly hasPublicPages: boolean;
  /** Versions that are not released to everyone are served here. */
  readonly hasPreviews: boolean;
}

export interface PlaceOptions {
  readonly siteUrl: string;
  readonly staffUrl?: string | undefined;
  readonly previewUrl?: string | undefined;
}

/** Reads the host name of a Host header or an origin. Drops the port, because cookies do not distinguish ports. */
const readHostname = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

const findStaffRemote = ({ browserSet }: ActiveSet): string | undefined => findRemote(browserSet, SIGN_IN_PATH);

/** Whether a remote's code may run at a place. */
export const isServedAt = ({ hasSessions, hasPublicPages }: Place, set: ActiveSet, remote: string): boolean =>
  remote === findStaffRemote(set) ? hasSessions : hasPublicPages;

/** Creates the site's origins. Throws a SettingError if two of them share a host name. */
export const createPlaces = ({ siteUrl, staffUrl, previewUrl }: PlaceOptions) => {
  const site: Place = {
    ...(staffUrl === undefined ? {} : { name: 'site' as const }),
    origin: new URL(siteUrl).origin,
    hasSessions: staffUrl === undefined,
    hasPublicPages: true,
    hasPreviews: previewUrl === undefined,
  };
  const staff: Place = staffUrl === undefined ? site : { name: 'staff', origin: staffUrl, hasSessions: true, hasPublicPages: false, hasPreviews: false };
  const preview: Place = previewUrl === undefined ? site : { name: 'preview', origin: previewUrl, hasSessions: false, hasPublicPages: true, hasPreviews: true };
  const places = new Map([...new Set([site, staff, preview])].map((place) => [readHostname(new URL(place.origin).host), place]));
  if (places.size < new Set([site, staff, preview]).size)
    throw new SettingError('STAFF_URL and PREVIEW_URL must have their own host names, different from each other and from that of the site.');

  const createSet = (base: ActiveSet, place: Place): ActiveSet => {
    const keep = <T>(entries: Iterable<readonly [string, T]>) => [...entries].filter(([remote]) => isServedAt(place, base, remote));
    const { browserSet, remotes, unavailable } = base;
    const id = createHash('sha256').update(`${browserSet.id} ${place.name}`).digest('hex').slice(0, browserSet.id.length);
    return {
      ...base,
      browserSet: { ...browserSet, id, remotes: Object.fromEntries(keep(Object.entries(browserSet.remotes))) },
      remotes: new Map(keep(remotes)),
      unavailable: new Map(keep(unavailable)),
    };
  };

  return {
    /** False if one origin serves everything. */
    areSeparate: places.size > 1,
    site,
    staff,
    preview,
    /** The place that a Host header names. Unknown names, such as a machine's IP address, belong to the site. */
    find: (host = ''): Place => (places.size > 1 ? places.get(readHostname(host)) : undefined) ?? site,
    /** Keeps the part of a set whose code runs at a place. */
    toSet: (base: ActiveSet, place: Place): ActiveSet => {
      if (place.hasSessions && place.hasPublicPages) return base;
      return deriveSet(base, `origin ${place.origin} ${place.name}`, () => createSet(base, place));
    },
    /** The URL of a page that this place does not serve; undefined if no place serves the page, or if this one does. `set` is the complete set. */
    findPage: (set: ActiveSet, place: Place, path: string): string | undefined => {
      // The staff origin has no home page, so its root redirects to the sign-in.
      if (place === staff && !place.hasPublicPages && path === '/') return `${place.origin}${SIGN_IN_PATH}`;
      const remote = findRemote(set.browserSet, path);
      if (remote === undefined || isServedAt(place, set, remote)) return undefined;
      return `${(remote === findStaffRemote(set) ? staff : site).origin}${path}`;
    },
  };
};
export type Places = ReturnType<typeof createPlaces>;
