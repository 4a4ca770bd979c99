import type { Access, Endpoint } from '@site/shared/contracts/endpoint';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { hasRole, mayWriteDocument, type Role } from '@site/shared/domain/roles';
import { ForbiddenError, UnauthorizedError } from './errors.ts';

export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

export interface Caller {
  readonly staff: Staff | null;
  /** How the session was authenticated, for endpoints that require a recent sign-in or a second factor. */
  readonly proof: { readonly isRecent: boolean; readonly lacksSecondFactor: boolean };
  /** Whether the caller sent an expired token that this provider issued. The caller may be staff and should refresh the token. */
  readonly isExpired: boolean;
}

const NO_PROOF: Caller['proof'] = { isRecent: false, lacksSecondFactor: false };
export const ANONYMOUS_CALLER: Caller = { staff: null, proof: NO_PROOF, isExpired: false };
export const EXPIRED_CALLER: Caller = { staff: null, proof: NO_PROOF, isExpired: true };

export const hasMinimumRole = (staff: Staff | null, minimum: Role): boolean => staff !== null && hasRole(staff.role, minimum);

/** Throws an UnauthorizedError or ForbiddenError unless the caller may use the endpoint. */
export const checkAccess = (access: Access, { staff }: Caller): void => {
  if (access === 'public') return;
  if (staff === null) throw new UnauthorizedError();
  if (access !== 'staff' && !hasMinimumRole(staff, access)) throw new ForbiddenError();
};

/** Throws 403 if the session's authentication is not strong enough. `errors` tells the client which proof is missing. */
export const checkProof = (row: Pick<Endpoint, 'access' | 'needsRecentSignIn' | 'isBeforeSecondFactor'>, { staff, proof }: Caller): void => {
  if (staff === null || row.access === 'public') return;
  if (proof.lacksSecondFactor && row.isBeforeSecondFactor !== true) {
    const message = 'Your role needs a second factor. Set it up on your profile first.';
    throw new ForbiddenError(message, { secondFactor: message });
  }
  if (row.needsRecentSignIn === true && !proof.isRecent) {
    const message = "Please confirm it's you.";
    throw new ForbiddenError(message, { confirmation: message });
  }
};

/** Returns the staff member, for endpoints whose access rule already requires staff. */
export const requireStaff = (staff: Staff | null): Staff => {
  if (staff === null) throw new UnauthorizedError();
  return staff;
};

export interface Ownership {
  readonly authorId: string | null;
  readonly status: PublicationStatus;
}

/** Throws 403 unless the staff member may write (NS-08). Editors may write everything. Contributors may write their own drafts and may not publish them. */
export const requireWriteAccess = (staff: Staff, current: Ownership | null, nextStatus: PublicationStatus): void => {
  if (hasMinimumRole(staff, 'editor')) return;
  const isOwnDraft = current === null || mayWriteDocument({ _id: staff.id, role: staff.role }, current);
  if (!isOwnDraft || nextStatus !== 'draft') throw new ForbiddenError();
};
