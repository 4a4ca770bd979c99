import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_NAME, type ReleaseManifest } from '@site/releases/manifest';
import { describeBuild } from '@site/releases/release-files';
import { createDataSaverScript } from '../../features/data-saver/data-saver.server.ts';
import type { ScriptFile } from '../../features/first-view/load-host.ts';
import { createStartScript } from '../../features/first-view/start.server.ts';
import type { Stylesheet } from '../remotes/usable-version.ts';

/** The files of the host's browser build, below `/assets/`, that pages refer to. */
export interface HostAssets {
  /** The inline script that loads the host's script. */
  readonly startScript: string;
  /** The inline script of data-saver pages. It loads the host's script when a visitor needs it. */
  readonly dataSaverScript: string;
  readonly styles: readonly Stylesheet[];
  /**
   * Font declarations. They are in the HTML of every page and in no stylesheet, because a browser lays out the page again whenever a stylesheet with fonts is
   * added or removed.
   */
  readonly fontFaces: readonly Stylesheet[];
  /** The fonts of the first view. */
  readonly fonts: readonly string[];
  /** URL of the development build (docs/contracts/development.md); undefined if the build leaves it out. */
  readonly development?: string | undefined;
  /** Version of the build in the release store. It changes with the files of the build and is part of the id of every release set. */
  readonly buildId: string;
}

/** Text before the hash in a build's version. */
export const BUILD_VERSION = 'build';

const FIRST_VIEW_FONTS = /(?:onest-latin|bricolage)\.[^.]+\.woff2$/;

const DEVELOPMENT_SCRIPT = /^browser\/(development\.\w+\.js)$/;

/** Reads the browser build in `dist/browser`. Throws if the host has not been built. */
export const readHostAssets = async (distFolder: string): Promise<HostAssets> => {
  const { version, chunks, files }: ReleaseManifest = await describeBuild(HOST_NAME, BUILD_VERSION, distFolder);
  const readStyles = (chunk: string): Promise<Stylesheet[]> =>
    Promise.all(
      (chunks[chunk]?.css ?? []).map(async (file) => ({
        href: `/assets/${file}`,
        integrity: `sha256-${files[`browser/${file}`]}`,
        css: await readFile(join(distFolder, 'browser', file), 'utf8'),
      })),
    );
  const [styles, fontFaces] = await Promise.all([readStyles('main'), readStyles('fonts')]);
  const fonts = [...new Set(fontFaces.flatMap(({ css }) => css.match(/\/assets\/[\w.-]+\.woff2/g) ?? []))].filter((font) => FIRST_VIEW_FONTS.test(font));
  const [development] = Object.keys(files).flatMap((file) => DEVELOPMENT_SCRIPT.exec(file)?.[1] ?? []);
  const scripts = (chunks.main?.js ?? []).map((file): ScriptFile => [`/assets/${file}`, `sha256-${files[`browser/${file}`]}`]);
  return {
    startScript: createStartScript(scripts),
    dataSaverScript: createDataSaverScript(scripts),
    styles,
    fontFaces,
    fonts,
    development: development === undefined ? undefined : `/assets/${development}`,
    buildId: version,
  };
};
