import { getOwners } from '@site/releases/path-ownership';
import { type Preview, readPreview } from '@site/releases/preview';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import type { ActiveSet, ActiveSetSource } from './active-set.ts';
import type { KnownVersions } from './known-versions.ts';
import { createVariantSet } from './variant-set.ts';

/** Which release set responds to a request. */
export interface Visit {
  readonly set: ActiveSet;
  /** The preview that the visitor looks at, if any. */
  readonly preview?: Preview;
}

interface VisitsOptions {
  readonly activeSet: Pick<ActiveSetSource, 'current' | 'released' | 'getVersion'>;
  readonly knownVersions: Pick<KnownVersions, 'rememberVariant'>;
  /** See `readTokenKey`. */
  readonly key: Buffer;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

/** Chooses the release set of each request. */
export const createVisits = ({ activeSet, knownVersions, key, log, now = Date.now }: VisitsOptions) => {
  /** The visit of whoever has this token; undefined when it is not valid, or its version cannot be used. */
  const findPreview = async (token: string): Promise<Visit | undefined> => {
    const preview = readPreview(key, token, activeSet.released(), now());
    if (preview === undefined) return undefined;
    const { remote, version } = preview;
    try {
      const usable = await activeSet.getVersion(remote, version);
      const set = createVariantSet({ base: activeSet.current(), owners: getOwners(activeSet.released()), versions: [usable], hasFallback: false });
      knownVersions.rememberVariant(set.browserSet);
      return { set, preview };
    } catch (error) {
      log.warn({ remote, version, reason: getErrorMessage(error) }, 'version cannot be previewed');
      return undefined;
    }
  };

  return {
    findPreview,
    /** The visit of a request with these cookies. */
    getVisit: async (previewToken: string | undefined): Promise<Visit> => {
      const preview = previewToken === undefined ? undefined : await findPreview(previewToken);
      return preview ?? { set: activeSet.current() };
    },
  };
};
export type Visits = ReturnType<typeof createVisits>;
