import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorMessage } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import {
  activationResultSchema,
  checkResultSchema,
  errorSchema,
  historySchema,
  listingSchema,
  previewIdSchema,
  RELEASE_API_PREFIX,
  RELEASE_CALL_LIMIT_MS,
  type RemoteListing,
  UPLOAD_DESCRIPTION,
  type UploadDescription,
  uploadResultSchema,
} from '../api/api-schemas.ts';
import { describeFinding } from '../gate/finding.ts';
import { canarySchema } from '../manifest.ts';
import { signForTeam } from '../manifest-signing.ts';
import { findPreviewRemote, previewAddressSchema } from '../preview.ts';
import { toActivateCommand } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { parseSigningKey, type SigningKey } from '../signing/signing-keys.ts';
import type { CheckedBuild, ReleaseTarget } from './release-target.ts';

interface ApiTargetOptions {
  /** URL of the site. */
  readonly site: string;
  /** Release token of one remote. */
  readonly token: string | undefined;
  /** Private key of the remote's team, as PEM or as one line of base64. */
  readonly key?: string | undefined;
}

const readKey = (text: string): SigningKey => {
  try {
    return parseSigningKey(text);
  } catch (error) {
    throw new ReleaseError(`RELEASE_KEY cannot be used: ${getErrorMessage(error)}.`);
  }
};

/** Whether the connection protects the token: it uses HTTPS or does not leave this machine. */
const isPrivateConnection = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** Calls the release API of a site with a token. Throws a ReleaseError if the call is rejected or the response cannot be parsed. */
const createCall =
  (site: string, token: string) =>
  async <Schema extends v.GenericSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: FormData | Readonly<Record<string, unknown>>,
  ): Promise<v.InferOutput<Schema>> => {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(`${RELEASE_API_PREFIX}${path}`, site), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      // A redirect would send the token to another URL.
      redirect: 'error',
      signal: AbortSignal.timeout(RELEASE_CALL_LIMIT_MS),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new ReleaseError(`${site} cannot be reached: ${getErrorMessage(cause)}`);
    });
    const content: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const parsed = v.safeParse(errorSchema, content);
      throw new ReleaseError(parsed.success ? parsed.output.message : `${site} responds with status ${response.status}: is it a site with a release API?`);
    }
    const parsed = v.safeParse(schema, content);
    if (!parsed.success) throw new ReleaseError(`${site} responds in a form that this command does not know. Update one of them.`);
    return parsed.output;
  };

/** Creates the body of an upload: the description, then the files. */
const createUploadForm = async ({ build, packageVersion, dist, details, allowGrowth }: CheckedBuild, signingKey: SigningKey | undefined): Promise<FormData> => {
  const { remote, version, files } = build;
  const browser = details.gate?.browser ?? 'skipped';
  const description: UploadDescription = {
    packageVersion,
    files,
    browser,
    ...(details.commit === undefined ? {} : { commit: details.commit }),
    ...(signingKey === undefined ? {} : { signature: signForTeam({ remote, version, files, commit: details.commit, gate: { browser } }, signingKey) }),
    allowGrowth,
  };
  const form = new FormData();
  form.append(UPLOAD_DESCRIPTION, JSON.stringify(description));
  for (const file of Object.keys(files)) form.append(file, new Blob([await readFile(join(dist, file))]), file);
  return form;
};

/** Creates the target for the release API of a site. Throws a ReleaseError if the URL or the token is unusable. */
export const createApiTarget = ({ site, token, key }: ApiTargetOptions) => {
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) throw new ReleaseError(`"${site}" is not the address of a site.`);
  if (!isPrivateConnection(new URL(site))) throw new ReleaseError(`${site}: releases are sent over HTTPS only.`);
  if (!token) throw new ReleaseError('Set RELEASE_TOKEN to the token that an administrator of the site has created: npm run tokens -- create <remote>');

  const signingKey = key ? readKey(key) : undefined;

  const call = createCall(site, token);

  const list = async (): Promise<readonly RemoteListing[]> => (await call(listingSchema, 'GET', '')).remotes;
  const findRemote = async (remote: string): Promise<RemoteListing> => {
    const listed = (await list()).find((each) => each.remote === remote);
    if (listed === undefined) throw new ReleaseError(`The token of RELEASE_TOKEN is not for ${remote}.`);
    return listed;
  };

  const target: ReleaseTarget = {
    list,
    requireScopes: async (remote, scopes) => {
      const { caller } = await call(listingSchema, 'GET', '');
      const missing = scopes.find((scope) => caller !== undefined && !caller.scopes.includes(scope));
      if (missing !== undefined)
        throw new ReleaseError(
          `The token of RELEASE_TOKEN may not ${missing} ${remote}.${missing === 'activate' ? ' To publish without activating: --publish-only' : ''}`,
        );
      const keys = caller?.keys ?? [];
      if (keys.length > 0 && !keys.includes(signingKey?.id ?? ''))
        throw new ReleaseError(`The team of ${remote} signs its releases: set RELEASE_KEY to the private part of one of its keys (${keys.join(', ')}).`);
    },
    isActive: async ({ remote, version }) => (await findRemote(remote)).history[0] === version,
    requireActivatable: async ({ remote, version }) => {
      const { frozen, versions } = await findRemote(remote);
      if (frozen !== undefined) throw new ReleaseError(`${remote} is frozen since ${frozen.at} by ${frozen.by}: ${frozen.reason}`);
      const mark = versions.find((each) => each.version === version)?.mark;
      if (mark === undefined) return;
      const reactivationHint =
        mark.by === undefined ? 'An administrator of the site can activate it again.' : `To activate it again: ${toActivateCommand(remote, version, site)}`;
      throw new ReleaseError(`${remote} ${version} is blocked since ${mark.at} (${mark.reason}). ${reactivationHint}`);
    },
    publish: async (checked) => {
      const { remote, version } = checked.build;
      const form = await createUploadForm(checked, signingKey);
      const { gate } = await call(uploadResultSchema, 'PUT', `/${remote}/versions/${version}`, form);
      return { ...checked.build, gate };
    },
    activate: ({ remote, version, commit, reason, isExplicit }) =>
      call(activationResultSchema, 'POST', `/${remote}/activate`, { version, commit, reason, takesBack: isExplicit === true }),
    rollBack: ({ remote, version, reason }) => call(activationResultSchema, 'POST', `/${remote}/rollback`, { version, reason }),
    freeze: async (remote, reason) => {
      await call(listingSchema, 'POST', `/${remote}/freeze`, { reason });
    },
    unfreeze: async (remote, reason) => {
      await call(listingSchema, 'POST', `/${remote}/unfreeze`, { reason });
    },
    createPreview: ({ remote, version, hours }) => call(previewAddressSchema, 'POST', `/${remote}/previews`, { version, hours }),
    revokePreview: async (id) => {
      await call(previewIdSchema, 'POST', `/${findPreviewRemote(id) ?? 'unknown'}/previews/revoke`, { id });
    },
    startCanary: ({ remote, version, share, views, minutes, reason }) =>
      call(canarySchema, 'POST', `/${remote}/canary`, { version, share, views, minutes, reason }),
    promoteCanary: (remote, reason) => call(activationResultSchema, 'POST', `/${remote}/canary/promote`, { reason }),
    stopCanary: async (remote, reason) => {
      await call(listingSchema, 'POST', `/${remote}/canary/stop`, { reason });
    },
    readHistory: async ({ remote, limit }) => {
      const names = remote === undefined ? (await list()).map((each) => each.remote) : [remote];
      const histories = await Promise.all(names.map((name) => call(historySchema, 'GET', `/${name}/history?limit=${limit}`)));
      return histories.flatMap(({ entries }) => entries);
    },
  };

  /** Asks the host to examine a published version again. Returns the findings as text. */
  const check = async (remote: string, version: string): Promise<string[]> =>
    (await call(checkResultSchema, 'POST', `/${remote}/versions/${version}/check`, {})).findings.map(describeFinding);

  return { ...target, site, check };
};
export type ApiTarget = ReturnType<typeof createApiTarget>;
