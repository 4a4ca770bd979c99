import type { Access } from '@site/shared/contracts/endpoint';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { hasRole, type Role } from '@site/shared/domain/roles';
import { ForbiddenError, UnauthorizedError } from './errors.ts';

/** A signed-in member of staff. */
export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

export interface Caller {
  readonly staff: Staff | null;
  /** The caller sent an expired token of ours: they may be staff, and should refresh it. */
  readonly isExpired: boolean;
}

export const ANONYMOUS: Caller = { staff: null, isExpired: false };

export const isAtLeast = (staff: Staff | null, minimum: Role): boolean => staff !== null && hasRole(staff.role, minimum);

/** Throws 401 or 403 unless the caller may use the endpoint. */
export const checkAccess = (access: Access, { staff }: Caller): void => {
  if (access === 'public') return;
  if (staff === null) throw new UnauthorizedError();
  if (access !== 'staff' && !isAtLeast(staff, access)) throw new ForbiddenError();
};

/** For endpoints whose access rule has already required staff. */
export const requireStaff = (staff: Staff | null): Staff => {
  if (staff === null) throw new UnauthorizedError();
  return staff;
};

export interface Ownership {
  readonly authorId: string | null;
  readonly status: PublicationStatus;
}

/** NS-08: editors may write everything; contributors their own drafts, which stay drafts. */
export const checkMayWrite = (staff: Staff, current: Ownership | null, nextStatus: PublicationStatus): void => {
  if (isAtLeast(staff, 'editor')) return;
  const isOwnDraft = current === null || (current.authorId === staff.id && current.status === 'draft');
  if (!isOwnDraft || nextStatus !== 'draft') throw new ForbiddenError();
};
