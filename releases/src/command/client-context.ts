import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { ApiTarget } from './api-target.ts';
import { createLocalTarget } from './local-target.ts';
import type { ReleaseTarget } from './release-target.ts';

export interface ReleaseClientOptions {
  /** Folder that holds the workspaces of the remotes. */
  readonly root: string;
  /** The folder that the command runs in: of the remote, when it is in a repository of its own. */
  readonly workingFolder?: string | undefined;
  readonly store: ReleaseStore;
  /** `DATA_DIR`. */
  readonly dataFolder: string;
  /** The release API of a site, to release there and not to the store. */
  readonly api?: ApiTarget | undefined;
  /** The command runs in a remote's own repository, which has no store to compare with. */
  readonly isAlone?: boolean;
  /** Receives a line of output for each step. */
  readonly say: (line: string) => void;
}

/** What the commands share. */
export const createClientContext = (options: ReleaseClientOptions) => {
  const { store, dataFolder, api, say } = options;
  const local = createLocalTarget({ store, dataFolder, say });
  const target: ReleaseTarget = api ?? local;

  const requireServer = (): void => {
    if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
  };

  /** The line of a terminal that runs a command at the same target. */
  const toCommandLine = (command: string): string => `npm run ${command}${api === undefined ? '' : ` --to ${api.site}`}`;

  return { ...options, local, target, requireServer, toCommandLine };
};
export type ClientContext = ReturnType<typeof createClientContext>;
