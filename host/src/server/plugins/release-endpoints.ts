import type { Readable } from 'node:stream';
import { ReleaseApiError } from '@site/releases/api-error';
import {
  type ActivationResult,
  activationSchema,
  canaryEndSchema,
  canaryRequestSchema,
  freezeSchema,
  previewIdSchema,
  previewRequestSchema,
  rollbackSchema,
  UPLOAD_LIMITS,
  unfreezeSchema,
} from '@site/releases/api-schemas';
import type { ReleaseCall } from '@site/releases/call-log';
import { parseBody, type UploadPart } from '@site/releases/receive-upload';
import type { ApiCaller, ReleaseApi } from '@site/releases/release-api';
import type { HistoryAction, ReleaseHistory } from '@site/releases/release-history';
import type { TokenScope } from '@site/releases/release-tokens';
import type { FastifyRequest } from 'fastify';

/** Size of the boundaries and headers of an upload's parts. */
const MULTIPART_OVERHEAD_BYTES = 1024 * 1024;
const HISTORY_DEFAULT = 50;
const HISTORY_LIMIT = 500;

/** A call that its token allows. */
interface AuthorizedCall {
  readonly api: ReleaseApi;
  readonly history: Pick<ReleaseHistory, 'list'>;
  readonly caller: ApiCaller;
  readonly request: FastifyRequest;
  /** The version in the URL; empty if there is none. */
  readonly version: string;
  /** Adds details to the call's entry in the history. */
  readonly note: (details: Partial<ReleaseCall>) => void;
  /** Throws if the token has uploaded too often. */
  readonly limitUploads: () => Promise<void>;
}

export interface ReleaseEndpoint {
  /** GET calls appear in the history only if they are rejected. */
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly action: HistoryAction;
  /** The scope that the token must have; without one, any token of the remote may read. */
  readonly scope?: TokenScope;
  readonly handle: (call: AuthorizedCall) => Promise<unknown>;
}

const parse = <Schema extends Parameters<typeof parseBody>[0]>(schema: Schema, { body }: FastifyRequest) =>
  parseBody(schema, typeof body === 'string' ? body : '{}');

async function* readParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  // The parser does not notice a connection that has ended before parsing began.
  if (request.raw.destroyed) throw new ReleaseApiError(400, 'The upload is incomplete.');
  for await (const part of request.parts()) {
    const content: Readable | undefined = part.type === 'file' ? part.file : undefined;
    yield content === undefined ? { name: part.fieldname, text: part.type === 'field' ? String(part.value) : '' } : { name: part.fieldname, content };
  }
}

const noteResult = (note: AuthorizedCall['note'], result: ActivationResult): ActivationResult => {
  const { version, left, refused } = result;
  const details = [...(left === undefined ? [] : [`left ${left}`]), ...(refused === undefined ? [] : [`not served: ${refused}`])];
  note({ version, ...(details.length === 0 ? {} : { detail: details.join('; ') }) });
  return result;
};

/** What each call does and requires. A URL without a remote refers to the token's remote. */
export const RELEASE_ENDPOINTS: readonly ReleaseEndpoint[] = [
  { method: 'GET', url: '', action: 'list', handle: ({ api, caller }) => api.list(caller) },
  { method: 'GET', url: '/:remote', action: 'list', handle: ({ api, caller }) => api.list(caller) },
  {
    method: 'GET',
    url: '/:remote/history',
    action: 'read-history',
    handle: async ({ history, caller: { remote }, request: { query } }) => {
      const requestedLimit = typeof query === 'object' && query !== null && 'limit' in query ? Number(query.limit) : HISTORY_DEFAULT;
      return { entries: await history.list({ remote, limit: Math.min(requestedLimit > 0 ? requestedLimit : HISTORY_DEFAULT, HISTORY_LIMIT) }) };
    },
  },
  {
    method: 'PUT',
    url: '/:remote/versions/:version',
    action: 'publish',
    scope: 'publish',
    handle: async ({ api, caller, request, version, note, limitUploads }) => {
      await limitUploads();
      if (!request.isMultipart()) throw new ReleaseApiError(415, 'An upload is multipart/form-data.');
      if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMITS.totalBytes + MULTIPART_OVERHEAD_BYTES)
        throw new ReleaseApiError(413, `A release has at most ${UPLOAD_LIMITS.totalBytes} bytes.`);
      return api.upload(caller, version, readParts(request), ({ commit, browser }) => note({ commit, detail: `browser check ${browser}` }));
    },
  },
  {
    method: 'POST',
    url: '/:remote/versions/:version/check',
    action: 'check',
    scope: 'publish',
    handle: async ({ api, caller, version, note }) => {
      const result = await api.check(caller, version);
      note({ detail: `findings: ${result.findings.length}` });
      return result;
    },
  },
  {
    method: 'POST',
    url: '/:remote/activate',
    action: 'activate',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      const activation = parse(activationSchema, request);
      const { version, commit, reason } = activation;
      note({ version, commit, reason });
      return noteResult(note, await api.activate(caller, activation));
    },
  },
  {
    method: 'POST',
    url: '/:remote/rollback',
    action: 'roll-back',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      const rollback = parse(rollbackSchema, request);
      note(rollback);
      return noteResult(note, await api.rollBack(caller, rollback));
    },
  },
  {
    method: 'POST',
    url: '/:remote/freeze',
    action: 'freeze',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      const { reason } = parse(freezeSchema, request);
      note({ reason });
      return api.freeze(caller, reason);
    },
  },
  {
    method: 'POST',
    url: '/:remote/unfreeze',
    action: 'unfreeze',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      note(parse(unfreezeSchema, request));
      return api.unfreeze(caller);
    },
  },
  {
    method: 'POST',
    url: '/:remote/canary',
    action: 'start-canary',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      const canary = parse(canaryRequestSchema, request);
      note({ version: canary.version, reason: canary.reason, detail: `${canary.share}%` });
      return api.beginCanary(caller, canary);
    },
  },
  {
    method: 'POST',
    url: '/:remote/canary/promote',
    action: 'promote-canary',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      note(parse(canaryEndSchema, request));
      return noteResult(note, await api.promoteCanary(caller));
    },
  },
  {
    method: 'POST',
    url: '/:remote/canary/stop',
    action: 'stop-canary',
    scope: 'activate',
    handle: async ({ api, caller, request, note }) => {
      note(parse(canaryEndSchema, request));
      return api.endCanary(caller);
    },
  },
  {
    method: 'POST',
    url: '/:remote/previews',
    action: 'preview',
    scope: 'publish',
    handle: async ({ api, caller, request, note }) => {
      const preview = parse(previewRequestSchema, request);
      note({ version: preview.version });
      const address = await api.createPreview(caller, preview);
      note({ detail: `${address.id} until ${address.expiresAt}` });
      return address;
    },
  },
  {
    method: 'POST',
    url: '/:remote/previews/revoke',
    action: 'revoke-preview',
    scope: 'publish',
    handle: async ({ api, caller, request, note }) => {
      const { id } = parse(previewIdSchema, request);
      note({ detail: id });
      return api.revokePreview(caller, id);
    },
  },
];
