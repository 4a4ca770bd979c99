import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { ApiTarget } from './api-target.ts';
import { createLocalTarget } from './local-target.ts';
import type { ReleaseTarget } from './release-target.ts';

export interface ReleaseClientOptions {
  /** Folder that contains the remotes' workspaces. */
  readonly root: string;
  /** Working directory of the command: the remote's folder if the remote has its own repository. */
  readonly workingFolder?: string | undefined;
  readonly store: ReleaseStore;
  /** `DATA_DIR`. */
  readonly dataFolder: string;
  /** A site's release API, to which the release is sent instead of the local store. */
  readonly api?: ApiTarget | undefined;
  /** Whether the command runs in a remote's own repository, which has no store to compare with. */
  readonly isAlone?: boolean;
  /** Receives one line of output per step. */
  readonly say: (line: string) => void;
}

/** Creates the context that the commands share. */
export const createClientContext = (options: ReleaseClientOptions) => {
  const { store, dataFolder, api, say } = options;
  const local = createLocalTarget({ store, dataFolder, say });
  const target: ReleaseTarget = api ?? local;

  const requireServer = (): void => {
    if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
  };

  /** Returns the command line that runs a command against the same target. */
  const toCommandLine = (command: string): string => `npm run ${command}${api === undefined ? '' : ` --to ${api.site}`}`;

  return { ...options, local, target, requireServer, toCommandLine };
};
export type ClientContext = ReturnType<typeof createClientContext>;
