import type { ScriptFile } from '../first-view/load-host.ts';
import { withSettings } from '../with-settings.server.ts';
import program from './data-saver.inline.ts?inline';

/** The inline script of pages that save data. It loads the host's script when the visitor needs it. */
export const createDataSaverScript = (files: readonly ScriptFile[]): string => withSettings(program, files);
