import { withSettings } from '../with-settings.server.ts';
import type { ScriptFile } from './load-host.ts';
import program from './start.inline.ts?inline';

/** Returns the inline script that loads the host's script. The script's hash in the Content-Security-Policy covers the files. */
export const createStartScript = (files: readonly ScriptFile[]): string => withSettings(program, files);
