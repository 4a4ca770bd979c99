import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** What an export holds, in the order of an import: what is shown comes before what shows it. */
export const TRANSFER_KINDS = ['media', 'album', 'image', 'post', 'event', 'program', 'redirect'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

const countsSchema = v.object({
  media: v.number(),
  album: v.number(),
  image: v.number(),
  post: v.number(),
  event: v.number(),
  program: v.number(),
  redirect: v.number(),
});

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
});
