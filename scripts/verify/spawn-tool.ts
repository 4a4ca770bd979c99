import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { root } from '../parts.ts';

interface ToolOptions extends Pick<SpawnOptions, 'stdio' | 'env'> {
  readonly limitMs: number;
}

interface Tool {
  readonly process: ChildProcess;
  readonly ended: Promise<{ readonly isOk: boolean; readonly isLate: boolean }>;
}

/**
 * Starts a command from an installed package, or the program at an absolute path. The tool and its descendants are killed at the time limit, or when this
 * program exits.
 */
export const spawnTool = (name: string, args: readonly string[], { limitMs, ...options }: ToolOptions): Tool => {
  // Use a process group, because tools start workers and programs that would outlive them.
  const child = spawn(resolve(root, 'node_modules/.bin', name), args, { ...options, cwd: root, detached: true });
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // No process in the group is running.
    }
  };
  // Must run before other exit listeners, which delete files that the process group still writes to.
  process.prependOnceListener('exit', endGroup);
  const waitForEnd = async (): Promise<{ isOk: boolean; isLate: boolean }> => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup();
    }, limitMs);
    const [status] = await once(child, 'close');
    clearTimeout(timer);
    endGroup();
    process.off('exit', endGroup);
    return { isOk: status === 0, isLate };
  };
  return { process: child, ended: waitForEnd() };
};
