import type { ImportedItem } from '@site/shared/contracts/transfer';
import type { TestApp } from './test-app.ts';
import { readZip } from './zip.ts';

export const exportFrom = async (app: TestApp, token: string): Promise<Buffer> =>
  (await app.get((await app.send('POST', '/api/transfer/export', undefined, token)).json().data.path)).rawPayload;

interface ImportOptions {
  readonly run?: string;
  readonly status?: string;
}

export const sendImport = (app: TestApp, token: string, file: Buffer, { run = 'apply', status = 'kept' }: ImportOptions = {}) =>
  app.form('POST', `/api/transfer/import?run=${run}&status=${status}`, { file }, token);

export const importArchive = async (app: TestApp, token: string, file: Buffer, options: ImportOptions = {}): Promise<ImportedItem[]> => {
  const response = await sendImport(app, token, file, options);
  expect(response.statusCode).toBe(200);
  return response.json().data;
};

export const countOutcomes = (items: readonly ImportedItem[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const toFileName = (folder: string, { id, kind, slug }: Record<string, string>): string => `${folder}/${folder === 'redirects' ? `${kind}-${slug}` : id}.json`;

/** Returns an export's files in the version 2 format: one file per row, without the manifest. */
export const readFiles = async (zip: Buffer): Promise<ReadonlyMap<string, Buffer>> =>
  new Map(
    [...(await readZip(zip))].flatMap(([name, bytes]): [string, Buffer][] => {
      if (name === 'manifest.json') return [];
      if (!name.endsWith('.ndjson')) return [[name, bytes]];
      const rows = String(bytes).trimEnd().split('\n');
      return rows.map((row) => {
        // In version 2, the manifest contains the length and hash of an image.
        const { bytes: _, sha256: __, ...value } = JSON.parse(row);
        return [toFileName(name.split('/')[0] ?? '', value), Buffer.from(JSON.stringify(value))];
      });
    }),
  );

/** Returns the content of an export without its image files, because imported images are re-encoded. */
export const readContent = async (zip: Buffer): Promise<Record<string, Record<string, unknown>>> =>
  Object.fromEntries([...(await readFiles(zip))].filter(([name]) => name.endsWith('.json')).map(([name, bytes]) => [name, JSON.parse(String(bytes))]));
