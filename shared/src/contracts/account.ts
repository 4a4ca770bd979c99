import * as v from 'valibot';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, timestamp } from './fields.ts';

const messageSchema = v.object({ message: v.string() });

/** Device that is signed in to the caller's account. `device` names its browser and operating system, if known. */
const accountSessionSchema = v.object({
  _id: v.string(),
  device: v.string(),
  createdAt: v.string(),
  lastUsedAt: timestamp,
  isCurrent: v.boolean(),
});
export type AccountSession = v.InferOutput<typeof accountSessionSchema>;

/** Lists the current session first, then the others by last use, most recent first. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'staff',
  envelope: 'data',
  response: v.array(accountSessionSchema),
  isBeforeSecondFactor: true,
});
/** Signs out one of the caller's devices; 404 for another account's session. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  access: 'staff',
  envelope: 'data',
  response: deletedSchema,
  needsRecentSignIn: true,
  isBeforeSecondFactor: true,
});
/** Signs out all devices except the current one. */
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
  email: v.pipe(v.string('Enter your email address'), v.trim(), v.nonEmpty('Enter your email address'), v.email('Invalid email address'), maxCharacters(254)),
});
/** Emails a password-reset link. The response is the same whether or not the account exists; `isMailed` is false on a site that sends no email. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/forgotten-password',
  access: 'public',
  envelope: 'bare',
  body: forgottenPasswordSchema,
  response: v.object({ isMailed: v.boolean(), message: v.string() }),
});
