import * as v from 'valibot';
import type { PublicationStatus } from './publication-status.ts';

/** Staff roles, weakest first (NS-08). */
export const ROLES = ['contributor', 'editor', 'admin'] as const;
export const roleSchema = v.picklist(ROLES);
export type Role = v.InferOutput<typeof roleSchema>;

/** Whether a role includes everything that `needed` may do. */
export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

interface OwnedDocument {
  /** The account that wrote it; undefined where the provider does not say. */
  readonly authorId?: string | null | undefined;
  readonly status: PublicationStatus;
}

/** Whether a member of staff may write a document (NS-08): editors every one, contributors drafts of their own. The provider decides where the author is not known. */
export const mayWriteDocument = ({ _id, role }: { readonly _id: string; readonly role: Role }, { authorId, status }: OwnedDocument): boolean =>
  hasRole(role, 'editor') || (status === 'draft' && (authorId === undefined || authorId === _id));
