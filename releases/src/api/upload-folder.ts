import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '@site/shared/domain/error-code';

/** Prefix of an upload's temporary folder, followed by the host's process id. */
const UPLOAD_FOLDER = 'release-upload-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is running, but belongs to another user.
    return hasErrorCode(error, 'EPERM');
  }
};

/** Deletes the upload folders of host processes that are no longer running. Must be called before the first upload. */
export const removeAbandonedUploads = async (temporaryFolder: string): Promise<void> => {
  for (const name of await readdir(temporaryFolder)) {
    const pid = name.startsWith(UPLOAD_FOLDER) ? Number.parseInt(name.slice(UPLOAD_FOLDER.length), 10) : Number.NaN;
    // Ignore failures, because another user's folder must not prevent a host from starting.
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) await rm(join(temporaryFolder, name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/** Creates a temporary folder that exists while `work` runs. */
export const withUploadFolder = async <Result>(temporaryFolder: string, work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(temporaryFolder, `${UPLOAD_FOLDER}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
