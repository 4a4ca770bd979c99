import type { ActiveSet } from './active-set.ts';
import type { ServerBundle } from './server-bundle.ts';
import type { UsableVersion } from './usable-version.ts';

export const bundleFixture = (version: string): ServerBundle => ({
  remote: 'gallery',
  version,
  file: `/${version}/routes.cjs`,
  hash: '',
  publicPath: '',
  paths: [],
});

/** A version of the gallery with a chunk `list`. */
export const usableVersionFixture = (bundle: ServerBundle): UsableVersion => ({
  release: {
    remote: 'gallery',
    version: bundle.version,
    contract: 2,
    createdAt: '',
    entry: '',
    chunks: { list: { js: [], css: ['list.css'] } },
    paths: ['/gallery'],
    isPrivate: false,
    files: {},
  },
  bundle,
  styles: { list: [{ href: `/_mf/gallery/${bundle.version}/list.css`, integrity: '', css: `.version-${bundle.version}{}` }] },
});

/** A set with only the gallery: version 2, and version 1 as the last good one. */
export const activeSetFixture = (id: string, isGalleryLoaded = true): ActiveSet => {
  const bundles = [bundleFixture('2'), bundleFixture('1')];
  const versions = bundles.map(({ version }) => ({ version, entry: `/_mf/gallery/${version}/entry.js`, integrity: '' }));
  const usableVersions = bundles.map(usableVersionFixture);
  return {
    browserSet: { id, remotes: { gallery: { paths: ['/gallery'], versions } } },
    remotes: new Map(isGalleryLoaded ? [['gallery', { ...usableVersionFixture(bundleFixture('2')), versions, usableVersions }]] : []),
    unavailable: new Map(),
    registry: { state: 'current', generation: 1, since: '' },
  };
};
