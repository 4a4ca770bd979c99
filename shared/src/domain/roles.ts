import * as v from 'valibot';

/** Staff roles, weakest first (NS-08). */
export const ROLES = ['contributor', 'editor', 'admin'] as const;
export const roleSchema = v.picklist(ROLES);
export type Role = v.InferOutput<typeof roleSchema>;

/** Whether a role includes everything that `needed` may do. */
export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
