import { getErrorMessage } from '@site/shared/domain/error-code';
import type * as v from 'valibot';
import { listTeamKeys } from '../key-changes.ts';
import { isSignedByTeam } from '../manifest-signing.ts';
import { describeBuild } from '../release-files.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { ReleaseToken } from '../release-tokens.ts';
import type { Signature } from '../signing/signed-text.ts';
import { ReleaseApiError, toFindingsError } from './api-error.ts';
import type { UploadDescription, uploadResultSchema } from './api-schemas.ts';
import { receiveUpload, type UploadPart } from './receive-upload.ts';
import type { ExaminerOptions, ReleaseExaminer } from './release-examiner.ts';
import { withUploadFolder } from './upload-folder.ts';

/** Throws if the remote's team has keys but none of them has signed the release. For a team without keys, the host's signature is sufficient. */
const requireTeamSignature = async (
  store: Pick<ReleaseStore, 'readRegistry'>,
  release: Parameters<typeof isSignedByTeam>[0],
  signature: Signature | undefined,
): Promise<{ readonly team?: Signature }> => {
  const keys = listTeamKeys(await store.readRegistry(), release.remote);
  if (keys.length === 0) return {};
  if (signature === undefined || !isSignedByTeam(release, signature, keys))
    throw new ReleaseApiError(422, `The release is not signed with a key of the team of ${release.remote}: set RELEASE_KEY to the private one.`);
  return { team: signature };
};

interface Uploader {
  readonly token: Pick<ReleaseToken, 'name'>;
  readonly remote: string;
  readonly signal?: AbortSignal;
}

/** Receives releases over the API. */
export const createUpload = ({ store, buildId, temporaryFolder }: Omit<ExaminerOptions, 'startProbe'>, examiner: ReleaseExaminer) => {
  /**
   * Receives a release, examines it, and publishes it unless there are findings. Does not activate the release. `onDescription` receives the client's
   * description.
   */
  return (
    { token, remote, signal }: Uploader,
    version: string,
    parts: AsyncIterable<UploadPart>,
    onDescription: (description: UploadDescription) => void,
  ): Promise<v.InferOutput<typeof uploadResultSchema>> =>
    examiner.runExclusively(remote, () =>
      withUploadFolder(temporaryFolder, async (folder) => {
        const description = await receiveUpload(parts, folder);
        onDescription(description);
        const { packageVersion, files, browser, commit, signature, allowGrowth } = description;
        const builtRelease = await describeBuild(remote, packageVersion, folder, files).catch((error: unknown) => {
          throw new ReleaseApiError(422, `The files are not a release: ${getErrorMessage(error)}`);
        });
        if (builtRelease.version !== version) throw new ReleaseApiError(422, `The files are version ${builtRelease.version}, not ${version}.`);
        const gate = { browser, by: token.name, host: buildId };
        const team = await requireTeamSignature(store, { ...builtRelease, commit, gate }, signature);
        const findings = await examiner.examine(remote, folder, allowGrowth, signal);
        if (findings.length > 0) throw toFindingsError(remote, findings);
        const published = await store.publishBuild(builtRelease, folder, { ...(commit === undefined ? {} : { commit }), gate, ...team });
        examiner.noteExamined(remote, version);
        return { remote, version, gate: published.gate };
      }),
    );
};
