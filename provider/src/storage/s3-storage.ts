import { getErrorCode, getErrorMessage } from '@site/shared/domain/error-code';
import { AwsClient } from 'aws4fetch';
import type { Storage } from './storage.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const MAX_RETRIES = 3;
const TIMEOUT_MS = 15_000;

interface StoredObject {
  readonly key: string;
  readonly changedAt: number;
}

const readElement = (xml: string, name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? '';

const readObjects = (listing: string): StoredObject[] =>
  [...listing.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    key: readElement(object, 'Key'),
    changedAt: Date.parse(readElement(object, 'LastModified')),
  }));

/** Stores files in any S3-compatible object store. Uses path-style URLs, because self-hosted stores support them. */
export const createS3Storage = (settings: S3Settings): Storage => {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    retries: MAX_RETRIES,
  });
  const bucket = `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}`;

  const call = async (method: string, url: string, body?: Buffer): Promise<Response> => {
    const response = await client
      .fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      })
      .catch((reason: unknown) => {
        // The error from `fetch` only says that it failed; the cause says why.
        const cause = typeof reason === 'object' && reason !== null && 'cause' in reason ? reason.cause : reason;
        throw new Error(`The object store cannot be reached: ${getErrorCode(cause) || getErrorMessage(cause)}`, { cause: reason });
      });
    if (response.ok || response.status === 404) return response;
    throw new Error(`The object store responded with ${response.status} to ${method} ${new URL(url).pathname}`);
  };

  const get = async (key: string): Promise<Buffer | null> => {
    const response = await call('GET', `${bucket}/${key}`);
    return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
  };
  const remove = async (key: string): Promise<void> => {
    await call('DELETE', `${bucket}/${key}`);
  };

  const list = async (prefix: string): Promise<StoredObject[]> => {
    const objects: StoredObject[] = [];
    let token = '';
    do {
      const page = token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`;
      const listing = await (await call('GET', `${bucket}?list-type=2&prefix=${encodeURIComponent(prefix)}${page}`)).text();
      objects.push(...readObjects(listing));
      token = readElement(listing, 'NextContinuationToken');
    } while (token !== '');
    return objects;
  };

  return {
    get,
    remove,
    put: async (key, bytes) => {
      const response = await call('PUT', `${bucket}/${key}`, bytes);
      if (!response.ok) throw new Error(`The object store has no bucket "${settings.bucket}"`);
    },
    has: async (key) => (await call('HEAD', `${bucket}/${key}`)).ok,
    removeAll: async (folder) => {
      for (const { key } of await list(`${folder}/`)) await remove(key);
    },
    listFolders: async () => {
      const paths = (await list('')).map(({ key }) => key.split('/'));
      return [...new Set(paths.flatMap(([folder = '', file]) => (file === undefined ? [] : [folder])))];
    },
    getChangeTime: async (folder) => {
      const times = (await list(`${folder}/`)).map(({ changedAt }) => changedAt);
      return times.length === 0 ? null : Math.max(...times);
    },
  };
};
