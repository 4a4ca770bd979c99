import { withSettings } from '../with-settings.server.ts';
import program from './service-worker.inline.ts?inline';
import unregisteringProgram from './unregister-worker.inline.ts?inline';
import type { WorkerSettings } from './worker-settings.ts';

export const createWorkerScript = (settings: WorkerSettings): string => withSettings(program, settings);

/** The script for a site without a service worker. */
export const UNREGISTERING_SCRIPT: string = unregisteringProgram;
