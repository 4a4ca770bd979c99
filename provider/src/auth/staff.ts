import type { Access } from '@site/shared/contracts/endpoint';
import { ROLES, type Role } from '@site/shared/domain/roles';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/open-database.ts';
import { forbidden, unauthorized } from '../http/refusal.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Sessions } from './sessions.ts';

/** The member of staff who calls. */
export interface Staff {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

export interface Caller {
  readonly staff: Staff | null;
  /** The caller sent a token of ours that has run out: they may be staff, and should refresh it. */
  readonly isExpired: boolean;
}

const ANYONE: Caller = { staff: null, isExpired: false };

export const hasRole = (staff: Staff | null, least: Role): boolean => staff !== null && ROLES.indexOf(staff.role) >= ROLES.indexOf(least);

export const readBearer = (request: FastifyRequest): string | null => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/** Reads the role from the database at every call: a change of role, a sign-out or a closed account holds at once. */
export const createAuthenticate =
  (db: Database, tokens: AccessTokens, sessions: Sessions): Authenticate =>
  async (request) => {
    const token = readBearer(request);
    if (token === null) return ANYONE;
    const reading = await tokens.read(token);
    if (reading.state === 'bad') return ANYONE;
    if (reading.state === 'expired') return { staff: null, isExpired: true };
    const { userId, sessionId } = reading.claims;
    const user = await db.selectFrom('users').select(['id', 'name', 'email', 'role']).where('id', '=', userId).where('is_disabled', '=', 0).executeTakeFirst();
    if (user === undefined || !(await sessions.isLive(sessionId, userId))) return ANYONE;
    return { staff: { ...user, sessionId }, isExpired: false };
  };

/** Throws 401 or 403 unless the caller may make the call. */
export const checkAccess = (access: Access, caller: Caller): void => {
  if (access === 'public') return;
  if (caller.staff === null) throw unauthorized();
  if (access !== 'staff' && !hasRole(caller.staff, access)) throw forbidden();
};
