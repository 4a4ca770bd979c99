import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildManifestSchema } from '@site/releases/manifest';
import { sha256 } from '@site/releases/release-files';
import * as v from 'valibot';
import { createStartScript } from './start-script.ts';

/** The files of the host's own browser build that pages refer to, below `/assets/`. */
export interface HostAssets {
  /** The inline script that loads the host's script. */
  readonly startScript: string;
  readonly css: string;
  /** The fonts of the first view. */
  readonly fonts: readonly string[];
  /** Changes with the build: part of the id of every release set. */
  readonly buildId: string;
}

const FIRST_VIEW_FONTS = /(?:onest-latin|bricolage)\.[^.]+\.woff2$/;

/** Reads the browser build. Throws when the host has not been built. */
export const readHostAssets = async (folder: string): Promise<HostAssets> => {
  const manifest = v.parse(buildManifestSchema, JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')));
  const main = manifest.chunks.main ?? { js: [], css: [] };
  const css = (await Promise.all(main.css.map((file) => readFile(join(folder, file), 'utf8')))).join('');
  const fonts = [...new Set(css.match(/\/assets\/[\w.-]+\.woff2/g) ?? [])].filter((font) => FIRST_VIEW_FONTS.test(font));
  const integrity = `sha256-${sha256(await readFile(join(folder, manifest.entry)))}`;
  return { startScript: createStartScript(`/assets/${manifest.entry}`, integrity), css, fonts, buildId: sha256(integrity + css).slice(0, 12) };
};
