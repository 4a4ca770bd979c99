import * as v from 'valibot';
import { KIND_NAMES } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';

/** What an export holds, in the order of an import: what is shown comes before what shows it. */
export const TRANSFER_KINDS = ['media', 'album', ...KIND_NAMES, 'redirect'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** Earlier providers count fewer kinds. */
const countsSchema = v.object(v.entriesFromList(TRANSFER_KINDS, v.optional(v.number(), 0)));

/** What an export would hold now: how many of each kind, and the bytes of the images, which are most of the file. */
const exportSummarySchema = v.object({ counts: countsSchema, bytes: v.number() });
export type ExportSummary = v.InferOutput<typeof exportSummarySchema>;

export const summariseExport = endpoint({ method: 'GET', path: '/transfer/export', access: 'admin', envelope: 'data', response: exportSummarySchema });

/** Where the ZIP is downloaded, once or again, until it expires. Recorded in the audit log as `content.export`. */
export const createExport = endpoint({
  method: 'POST',
  path: '/transfer/export',
  access: 'admin',
  envelope: 'data',
  response: v.object({ path: v.string(), expiresAt: v.string() }),
  status: 201,
  needsRecentSignIn: true,
  asksForPasskey: true,
});

export const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'conflict', 'error'] as const;

/** What an import does, or would do, with one thing of the ZIP. */
const importedItemSchema = v.object({
  kind: v.picklist(TRANSFER_KINDS),
  /** In the ZIP. */
  file: v.string(),
  title: v.string(),
  outcome: v.picklist(IMPORT_OUTCOMES),
  /** Of an error or conflict: the field that it concerns, '' for none, and what to do. */
  field: v.string(),
  message: v.string(),
});
export type ImportedItem = v.InferOutput<typeof importedItemSchema>;

/**
 * Imports the ZIP of an export, sent as the file `file`. `run=check` writes nothing and responds with what `run=apply` would do. `status=draft`: what is new is a draft, and what
 * is public stays as it is; `status=kept`: with the status in the file. The response is sent while the import works: each item is complete when it is listed. A ZIP that is
 * damaged, or not an export, is rejected as a whole.
 */
export const importContent = endpoint({
  method: 'POST',
  path: '/transfer/import',
  access: 'admin',
  envelope: 'data',
  bodyType: 'multipart',
  query: v.object({
    run: v.picklist(['check', 'apply'], 'must be check or apply'),
    status: v.picklist(['draft', 'kept'], 'must be draft or kept'),
  }),
  response: v.array(importedItemSchema),
});
