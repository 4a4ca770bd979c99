import type { ApiError } from '@site/shared/contracts/api-error';
import { type FullVersion, getVersion, listVersions, type Version } from '@site/shared/contracts/version';
import type { VersionKind } from '@site/shared/domain/kinds';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { getDocument } from '../kinds/kind-calls.ts';

/** `version` is the number of the version to compare with the current document. */
export const HISTORY_PARAMS = ['version'] as const;

export interface History {
  readonly document: Readonly<Record<string, unknown>>;
  /** Versions, newest first. */
  readonly versions: readonly Version[];
  /** Null if there are no versions, or if the chosen version no longer exists. */
  readonly version: FullVersion | null;
}

/** Returns the chosen version number; defaults to the version before the current one. */
const chooseVersionNumber = (versions: readonly Version[], chosen: string | null): number | undefined =>
  versions.find(({ number }) => String(number) === chosen)?.number ?? (versions[1] ?? versions[0])?.number;

export const historyLoader =
  ({ http }: HostServices, kind: VersionKind) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<Result<History, ApiError>> => {
    const { signal } = request;
    const [document, versions] = await Promise.all([getDocument(http, kind, id, { signal }), http.call(listVersions, { params: { kind, id }, signal })]);
    if (!document.ok) return document;
    if (!versions.ok) return versions;
    const number = chooseVersionNumber(versions.value, new URL(request.url).searchParams.get('version'));
    if (number === undefined) return success({ document: document.value, versions: versions.value, version: null });
    const version = await http.call(getVersion, { params: { kind, id, number: String(number) }, signal });
    return version.ok ? success({ document: document.value, versions: versions.value, version: version.value }) : version;
  };
