import * as v from 'valibot';
import { KIND_NAMES } from '../domain/kinds.ts';
import { endpoint } from './endpoint.ts';

/** Kinds of content in an export, in import order: content that other content refers to comes first. */
export const TRANSFER_KINDS = ['media', 'album', ...KIND_NAMES, 'redirect'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

const countsSchema = v.object(v.entriesFromList(TRANSFER_KINDS, v.optional(v.number(), 0)));

/** Summary of an export made now: the item counts per kind, and the total size in bytes of the images, which make up most of the file. */
const exportSummarySchema = v.object({ counts: countsSchema, bytes: v.number() });
export type ExportSummary = v.InferOutput<typeof exportSummarySchema>;

export const summariseExport = endpoint({ method: 'GET', path: '/transfer/export', access: 'admin', envelope: 'data', response: exportSummarySchema });

/**
 * Creates an export; 409 with the reason if no site could import it. The ZIP at `path` can be downloaded repeatedly until it expires. The audit log records it
 * as `content.export`.
 */
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

/** Result of importing, or only checking, one item in the ZIP. */
const importedItemSchema = v.object({
  kind: v.picklist(TRANSFER_KINDS),
  /** Folder and id of the item. In ZIPs of versions 1 and 2, this is the path of its file. */
  file: v.string(),
  title: v.string(),
  outcome: v.picklist(IMPORT_OUTCOMES),
  /** Affected field of an error or conflict ('' if none), and how to fix it. */
  field: v.string(),
  message: v.string(),
});
export type ImportedItem = v.InferOutput<typeof importedItemSchema>;

/**
 * Imports an exported ZIP, sent as the file `file`. `run=check` writes nothing and returns what `run=apply` would do, row by row. `status=draft` makes new
 * documents drafts and leaves public documents unchanged; `status=kept` uses the status in the file. The response is streamed during the import: an item is
 * listed once it is complete. A ZIP that is damaged, or is not an export, is rejected as a whole.
 */
export const importContent = endpoint({
  method: 'POST',
  path: '/transfer/import',
  access: 'admin',
  envelope: 'data',
  bodyType: 'multipart',
  file: { name: 'file', type: 'application/zip', isRequired: true },
  query: v.object({
    run: v.picklist(['check', 'apply'], 'must be check or apply'),
    status: v.picklist(['draft', 'kept'], 'must be draft or kept'),
  }),
  response: v.array(importedItemSchema),
});
