import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { deletedSchema, timestamp } from './fields.ts';

const messageSchema = v.object({ message: v.string() });

/** A device that is signed in with the caller's account. `device`: browser and system, as far as they are known. */
const accountSessionSchema = v.object({
  _id: v.string(),
  device: v.string(),
  createdAt: v.string(),
  lastUsedAt: timestamp,
  isCurrent: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof accountSessionSchema>;

/** The current session first, then the one that was used last. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'staff',
  envelope: 'data',
  response: v.array(accountSessionSchema),
  isBeforeSecondFactor: true,
});
/** Signs out one device; 404 unless it is the caller's own. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'staff',
  envelope: 'data',
  response: deletedSchema,
  needsRecentSignIn: true,
  isBeforeSecondFactor: true,
});
/** Signs out all devices but this one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'staff',
  envelope: 'bare',
  response: messageSchema,
  needsRecentSignIn: true,
  isBeforeSecondFactor: true,
});

export const forgottenPasswordSchema = v.object({
  email: v.pipe(v.string('Enter your email address'), v.trim(), v.nonEmpty('Enter your email address'), v.email('Invalid email address'), v.maxLength(254)),
});
/** Sends a link that resets the password. The response does not depend on the account; `isMailed` is false on a site that sends no email. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/forgotten-password',
  access: 'public',
  envelope: 'bare',
  body: forgottenPasswordSchema,
  response: v.object({ isMailed: v.boolean(), message: v.string() }),
});
