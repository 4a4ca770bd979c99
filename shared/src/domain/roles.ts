import * as v from 'valibot';
import type { PublicationStatus } from './publication-status.ts';

/** Staff roles, weakest first (NS-08). */
export const ROLES = ['contributor', 'editor', 'admin'] as const;
export const roleSchema = v.picklist(ROLES);
export type Role = v.InferOutput<typeof roleSchema>;

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface OwnedDocument {
  /** Account of the author; undefined if the provider does not send it. */
  readonly authorId?: string | null | undefined;
  readonly status: PublicationStatus;
}

/**
 * Whether a member of staff may write a document (NS-08): editors may write every document, contributors only their own drafts. If the author is unknown, a
 * contributor may try, and the provider decides.
 */
export const mayWriteDocument = ({ _id, role }: { readonly _id: string; readonly role: Role }, { authorId, status }: OwnedDocument): boolean =>
  hasRole(role, 'editor') || (status === 'draft' && (authorId === undefined || authorId === _id));
