import { SettingError } from '@site/shared/domain/environment';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { AwsClient } from 'aws4fetch';
import { DomUtils, parseDocument } from 'htmlparser2';
import { type ReleaseStorage, StorageUnavailableError, type StoredFile } from './release-storage.ts';
import type { S3Settings } from './s3-settings.ts';

/** Number of retries for an overloaded store (429, 5xx), with increasing delays, all within the time limit. */
const RETRIES = 3;
const TIMEOUT_MS = 5000;
/** Number of attempts for a conditional write that conflicts with another write (409). */
const CONFLICT_ATTEMPTS = 5;
const IF_ABSENT = { 'if-none-match': '*' };
/** Status codes of stores that do not support conditional writes. */
const UNSUPPORTED_STATUSES: readonly number[] = [400, 405, 501];
const PROBE_KEY = '.conditional-write';

const toBytes = (content: Buffer | string): Buffer => (typeof content === 'string' ? Buffer.from(content) : content);

const toPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

const readErrorCode = (body: string): string => /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';

const isTimeout = (error: unknown): boolean => typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';

/** Returns the actual reason, for example a refused connection, which `fetch` hides behind "fetch failed". */
const getReason = (error: unknown): string => getErrorMessage(typeof error === 'object' && error !== null && 'cause' in error ? error.cause : error);

interface Page {
  readonly files: readonly StoredFile[];
  /** Present unless this is the last page. */
  readonly continuationToken: string | undefined;
}

const parsePage = (xml: string): Page => {
  const document = parseDocument(xml, { xmlMode: true });
  const readText = (nodes: typeof document.children, name: string): string | undefined => {
    const element = DomUtils.getElementsByTagName(name, nodes, true, 1)[0];
    return element === undefined ? undefined : DomUtils.textContent(element);
  };
  const files = DomUtils.getElementsByTagName('Contents', document.children).map(({ children }) => ({
    key: readText(children, 'Key') ?? '',
    modifiedAt: Date.parse(readText(children, 'LastModified') ?? ''),
  }));
  const isTruncated = readText(document.children, 'IsTruncated') === 'true';
  return { files, continuationToken: isTruncated ? readText(document.children, 'NextContinuationToken') : undefined };
};

/** Creates a function that calls an object store. The function throws a StorageUnavailableError unless the response has an expected status. */
const createCall = (settings: S3Settings) => {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const bucketUrl = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;

  const fetchOnce = async (address: string, init: RequestInit): Promise<{ readonly status: number; readonly body: Buffer }> => {
    const response = await client.fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };

  const createUnavailableError = (reason: string): StorageUnavailableError => new StorageUnavailableError(`the object store at ${settings.endpoint} ${reason}`);

  /** Retries once if the connection breaks, because the store may have closed it while it was idle. */
  const call = async (method: string, address: string, expected: readonly number[], init: RequestInit = {}) => {
    const attempt = () => fetchOnce(address, { ...init, method });
    const response = await attempt()
      .catch((error: unknown) => (isTimeout(error) ? Promise.reject(error) : attempt()))
      .catch((error: unknown) => {
        throw createUnavailableError(`does not respond: ${getReason(error)}`);
      });
    const code = response.status < 400 ? '' : readErrorCode(response.body.toString('utf8'));
    // Checked even if a missing file would be acceptable, because a missing bucket is not an empty bucket.
    if (code === 'NoSuchBucket') throw createUnavailableError(`has no bucket "${settings.bucket}"`);
    if (expected.includes(response.status)) return response;
    throw createUnavailableError(`responded with ${`${response.status} ${code}`.trim()} to ${method} ${new URL(address).pathname}`);
  };
  return { bucketUrl, call };
};

/** Stores files in a bucket of any S3 store that supports `If-None-Match: *`. Uses path-style URLs, so that self-hosted stores work too. */
export const createS3Storage = (settings: S3Settings): ReleaseStorage => {
  const { bucketUrl, call } = createCall(settings);
  const getAddress = (key: string): string => `${bucketUrl}/${toPath(key)}`;
  const put = (key: string, content: Buffer | string, expected: readonly number[], headers: Readonly<Record<string, string>> = {}) =>
    call('PUT', getAddress(key), expected, { body: new Uint8Array(toBytes(content)), headers });

  const read = async (key: string): Promise<Buffer | undefined> => {
    const { status, body } = await call('GET', getAddress(key), [200, 404]);
    return status === 200 ? body : undefined;
  };

  /** Checks for conditional writes by creating a file twice: only the second attempt shows whether the store respects the condition. */
  const probe = async (): Promise<void> => {
    for (const isSecondAttempt of [false, true]) {
      const { status } = await put(PROBE_KEY, '', [200, 412, ...UNSUPPORTED_STATUSES], IF_ABSENT);
      const fault = UNSUPPORTED_STATUSES.includes(status)
        ? `it responds with ${status}`
        : isSecondAttempt && status === 200
          ? 'it ignores the condition'
          : undefined;
      if (fault !== undefined)
        throw new SettingError(
          `RELEASES_S3_ENDPOINT: the object store at ${settings.endpoint} does not support conditional writes (PUT with "If-None-Match: *"): ${fault}. Releases need a store that does, because two of them at once could lose one.`,
        );
    }
  };

  let isProbed = false;
  const requireExclusiveCreation = async (): Promise<void> => {
    if (isProbed) return;
    await probe();
    isProbed = true;
  };

  const list = async (prefix: string): Promise<StoredFile[]> => {
    const files: StoredFile[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) });
      const { body } = await call('GET', `${bucketUrl}?${query}`, [200]);
      const page = parsePage(body.toString('utf8'));
      files.push(...page.files);
      token = page.continuationToken;
    } while (token !== undefined);
    return files.filter(({ key }) => key !== PROBE_KEY);
  };

  return {
    requireExclusiveCreation,
    read,
    list,
    listKeys: async (prefix) => (await list(prefix)).map(({ key }) => key),
    create: async (key, content) => {
      await requireExclusiveCreation();
      for (let attempt = 1; ; attempt += 1) {
        const { status } = await put(key, content, attempt < CONFLICT_ATTEMPTS ? [200, 409, 412] : [200, 412], IF_ABSENT);
        if (status === 200) return true;
        // If the response to a successful attempt was lost, the stored file equals this one.
        if (status === 412) return (await read(key))?.equals(toBytes(content)) === true;
      }
    },
    replace: async (key, content) => void (await put(key, content, [200])),
    remove: async (key) => void (await call('DELETE', getAddress(key), [200, 204, 404])),
  };
};
