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

export const importInto = async (app: TestApp, token: string, file: Buffer, options: ImportOptions = {}): Promise<ImportedItem[]> => {
  const response = await sendImport(app, token, file, options);
  expect(response.statusCode).toBe(200);
  return response.json().data;
};

export const countOutcomes = (items: readonly ImportedItem[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

/** Returns the content of an export without the image files, which are encoded again. */
export const readContent = async (zip: Buffer): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    [...(await readZip(zip))].filter(([name]) => name !== 'manifest.json' && name.endsWith('.json')).map(([name, bytes]) => [name, JSON.parse(String(bytes))]),
  );
