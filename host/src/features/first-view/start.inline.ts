import { createLoader, type ScriptFile } from './load-host.ts';

/**
 * Loads the host's script once the page has painted: after `load`, or at the first touch, key or pointer event, whichever is first. If a file delays `load`,
 * the script starts after 1.2 s plus four times the time that the page has taken so far. A file that does not arrive is requested again on the next touch, key
 * or click (some assistive technologies send only clicks), and when the connection is back.
 */

/** Files of the host's script. They are embedded in this script: if it read them from its element, the same script in injected markup could load any file. */
declare const SETTINGS: ScriptFile[];

const LATEST_START_MS = 1200;
const SLOWNESS_FACTOR = 4;

const load = createLoader(SETTINGS);
for (const name of ['pointerdown', 'keydown', 'click', 'online']) addEventListener(name, load);
addEventListener('load', () => setTimeout(load));
setTimeout(load, LATEST_START_MS + SLOWNESS_FACTOR * performance.now());
