import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { FastifyRequest } from 'fastify';
import { hasRole, type Staff } from '../auth/staff.ts';
import { conflict, forbidden, Refusal, unauthorized } from '../http/refusal.ts';

export interface Owned {
  readonly author_id: string | null;
  readonly status: PublicationStatus;
}

/** The member of staff of a call whose row asks for one. */
export const requireStaff = (staff: Staff | null): Staff => {
  if (staff === null) throw unauthorized();
  return staff;
};

/** NS-08: editors may write everything; contributors their own drafts, which stay drafts. */
export const checkMayWrite = (staff: Staff, current: Owned | null, nextStatus: PublicationStatus): void => {
  if (hasRole(staff, 'editor')) return;
  const isOwnDraft = current === null || (current.author_id === staff.id && current.status === 'draft');
  if (!isOwnDraft || nextStatus !== 'draft') throw forbidden();
};

/** Someone else may have saved since the form was loaded (NS-09): `If-Match` answers 412, the form's `updatedAt` 409. */
export const checkUnchanged = (request: FastifyRequest, updatedAt: string | undefined, current: { readonly updated_at: string }): void => {
  const message = 'Someone else has changed this in the meantime. Please load it again.';
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch.replace(/^(W\/)?"|"$/g, '') !== current.updated_at) throw new Refusal(412, message);
  if (updatedAt !== undefined && updatedAt !== '' && updatedAt !== current.updated_at) throw conflict(message);
};

/** A moment that is later than the last one, so that two saves within one millisecond differ. */
export const nextMoment = (now: Date, previous: string | undefined): string => {
  const earliest = previous === undefined ? 0 : Date.parse(previous) + 1;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
};
