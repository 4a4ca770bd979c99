import * as v from 'valibot';
import { roleSchema } from '../domain/roles.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { BINDING_HEADERS, sessionSchema } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, timestamp } from './fields.ts';

const messageSchema = v.object({ message: v.string() });
const codeField = v.pipe(v.string('Enter the code'), v.trim(), v.nonEmpty('Enter the code'), maxCharacters(40, 'This is not a valid code'));
/** JSON options and responses of the Web Authentication API; the browser and the provider validate them. */
const webAuthnSchema = v.record(v.string(), v.unknown());
const recoveryCodesSchema = v.object({
  /**
   * Recovery codes, each of which works once instead of an authenticator code. Only the response that creates the codes contains them; in all other responses,
   * the list is empty.
   */
  recoveryCodes: v.array(v.string()),
});

const passkeySchema = v.object({ _id: v.string(), name: v.string(), createdAt: v.string(), lastUsedAt: timestamp });
export type Passkey = v.InferOutput<typeof passkeySchema>;

const secondFactorsSchema = v.object({
  hasTotp: v.boolean(),
  passkeys: v.array(passkeySchema),
  recoveryCodesLeft: v.number(),
  /** Whether an administrator requires a second factor for the caller's role. */
  isRequired: v.boolean(),
});
export type SecondFactors = v.InferOutput<typeof secondFactorsSchema>;

export const getSecondFactors = endpoint({
  method: 'GET',
  path: '/auth/second-factors',
  access: 'staff',
  envelope: 'bare',
  response: secondFactorsSchema,
  isBeforeSecondFactor: true,
});

/** Creates a secret for an authenticator app, valid for ten minutes unless `enableTotp` confirms it. `uri` is for a QR code, `secret` is base32 for typing. */
export const prepareTotp = endpoint({
  method: 'POST',
  path: '/auth/totp',
  access: 'staff',
  envelope: 'bare',
  response: v.object({ secret: v.string(), uri: v.string() }),
  needsRecentSignIn: true,
  asksForPasskey: true,
  isBeforeSecondFactor: true,
});
export const totpFormSchema = v.object({ code: codeField });
export const enableTotp = endpoint({
  method: 'PUT',
  path: '/auth/totp',
  access: 'staff',
  envelope: 'bare',
  body: totpFormSchema,
  response: recoveryCodesSchema,
  needsRecentSignIn: true,
  isBeforeSecondFactor: true,
});
export const disableTotp = endpoint({
  method: 'DELETE',
  path: '/auth/totp',
  access: 'staff',
  envelope: 'bare',
  response: messageSchema,
  needsRecentSignIn: true,
});
/** Replaces all recovery codes. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/recovery-codes',
  access: 'staff',
  envelope: 'bare',
  response: recoveryCodesSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/options',
  access: 'staff',
  envelope: 'bare',
  response: v.object({ options: webAuthnSchema }),
  needsRecentSignIn: true,
  asksForPasskey: true,
  isBeforeSecondFactor: true,
});
/** Adds a passkey; `name` identifies it in the list. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  access: 'staff',
  envelope: 'bare',
  body: v.object({ name: v.pipe(v.string(), v.trim(), maxCharacters(60)), response: webAuthnSchema }),
  response: v.object({ ...recoveryCodesSchema.entries, passkey: passkeySchema }),
  needsRecentSignIn: true,
  isBeforeSecondFactor: true,
});
export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'staff',
  envelope: 'data',
  response: deletedSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});

const passkeyProofSchema = v.object({ challengeId: v.pipe(v.string(), maxCharacters(100)), response: webAuthnSchema });
export const preparePasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey-sign-in/options',
  access: 'public',
  envelope: 'bare',
  response: v.object({ challengeId: v.string(), options: webAuthnSchema }),
});
/** Signs in with a passkey; 422 if the passkey is unknown, because a 401 would make the client renew a different session. */
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey-sign-in',
  access: 'public',
  envelope: 'bare',
  body: v.object({ ...passkeyProofSchema.entries, remember: v.optional(v.boolean(), false) }),
  response: sessionSchema,
  headers: BINDING_HEADERS,
  acceptedHeaders: ['X-Session-Binding'],
});

export const confirmationSchema = v.object({
  password: v.optional(v.pipe(v.string(), maxCharacters(200)), ''),
  code: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(40))),
  passkey: v.optional(passkeyProofSchema),
});
/** Confirms the identity of the user in this session, by password (and code, if the account has one) or by passkey. */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/auth/confirmation',
  access: 'staff',
  envelope: 'bare',
  body: confirmationSchema,
  response: messageSchema,
  isBeforeSecondFactor: true,
});
/** Succeeds while the session needs no confirmation. For actions that the client starts automatically, for example an export. */
export const checkConfirmation = endpoint({
  method: 'GET',
  path: '/auth/confirmation',
  access: 'staff',
  envelope: 'bare',
  response: messageSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});

const accountPolicySchema = v.object({ secondFactorRoles: v.array(roleSchema) });
/** Returns the roles that must have a second factor; none by default. */
export const getAccountPolicy = endpoint({ method: 'GET', path: '/account-policy', access: 'admin', envelope: 'data', response: accountPolicySchema });
export const updateAccountPolicy = endpoint({
  method: 'PUT',
  path: '/account-policy',
  access: 'admin',
  envelope: 'data',
  body: accountPolicySchema,
  response: accountPolicySchema,
  needsRecentSignIn: true,
});
/** Removes all second factors of a colleague who has lost them. The password alone is then enough until the colleague sets up a new one. */
export const removeSecondFactors = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factors',
  access: 'admin',
  envelope: 'data',
  response: deletedSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});
