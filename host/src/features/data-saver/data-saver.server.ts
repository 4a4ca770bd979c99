import type { ScriptFile } from '../first-view/load-host.ts';
import { withSettings } from '../with-settings.server.ts';
import css from './data-saver.inline.css?inline';
import program from './data-saver.inline.ts?inline';

/** Returns the inline script for data-saver pages. It loads the host's script when the visitor needs it. */
export const createDataSaverScript = (files: readonly ScriptFile[]): string => withSettings(program, files);

/** Stylesheet that is part of the page's HTML and has no file. */
export const DATA_SAVER_STYLES = { href: '', integrity: '', css };
