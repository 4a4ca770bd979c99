import * as v from 'valibot';
import { maxCharacters, minCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './user.ts';

const LOGIN_PASSWORD_MIN_CHARACTERS = 6;

/** Sign-in form and body of POST /auth/login, with the messages of the spec (LOGIN-06 to LOGIN-08, AUTH-01). */
export const credentialsSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Email is required'), v.email('Invalid email address')),
  password: v.pipe(
    v.string(),
    v.nonEmpty('Password is required'),
    minCharacters(LOGIN_PASSWORD_MIN_CHARACTERS, `Password must be at least ${LOGIN_PASSWORD_MIN_CHARACTERS} characters`),
  ),
  remember: v.optional(v.boolean(), false),
  /** Code from an authenticator app, or a recovery code; the provider asks for it with `errors.code`. */
  code: v.optional(v.pipe(v.string(), v.trim(), maxCharacters(40))),
});
export type Credentials = v.InferInput<typeof credentialsSchema>;

/** Response to a sign-in; all three values are stored in local storage (AUTH-01, AUTH-05). */
export const sessionSchema = v.object({ token: v.string(), refreshToken: v.string(), user: userSchema });
export type Session = v.InferOutput<typeof sessionSchema>;

/** Response to a refresh; if the server rotates the refresh token, `refreshToken` is present and must be stored (AUTH-03). */
export const refreshedSchema = v.object({ token: v.nullish(v.string(), ''), refreshToken: v.optional(v.string()) });

/**
 * Requests a session that is bound to this browser by an HttpOnly cookie, so that its tokens are useless without the cookie. Clients send this header with
 * every request that starts a session; without the header, the session is not bound.
 */
export const BINDING_HEADERS = { 'x-session-binding': 'cookie' } as const;

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  envelope: 'bare',
  body: credentialsSchema,
  response: sessionSchema,
  headers: BINDING_HEADERS,
  acceptedHeaders: ['X-Session-Binding'],
});
/** Ends the sessions of the bearer token and of `refreshToken`. Any other body is ignored, because signing out must not fail. */
export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  envelope: 'bare',
  body: v.fallback(v.object({ refreshToken: v.optional(v.string()) }), {}),
  response: v.object({ message: v.nullish(v.string(), '') }),
});
export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  envelope: 'bare',
  body: v.object({ refreshToken: v.string() }),
  response: refreshedSchema,
});
export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  access: 'staff',
  envelope: 'bare',
  response: v.object({ user: userSchema }),
  isBeforeSecondFactor: true,
});

/** Minimum length of new passwords (NS-11); the sign-in form accepts six characters or more. */
export const NEW_PASSWORD_MIN_CHARACTERS = 12;
export const newPasswordField = v.pipe(
  v.string('Enter a password'),
  minCharacters(NEW_PASSWORD_MIN_CHARACTERS, `Use ${NEW_PASSWORD_MIN_CHARACTERS} characters or more`),
  maxCharacters(200, 'Use 200 characters or fewer'),
);

/** Form that changes the caller's password (NS-11) and ends all their other sessions. */
export const passwordFormSchema = v.object({
  currentPassword: v.pipe(v.string('Enter your current password'), v.nonEmpty('Enter your current password'), maxCharacters(200)),
  newPassword: newPasswordField,
});
export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password',
  access: 'staff',
  envelope: 'bare',
  body: passwordFormSchema,
  response: v.object({ message: v.string() }),
  isBeforeSecondFactor: true,
});

export const profileFormSchema = v.object({
  name: v.pipe(v.string('Enter a name'), v.trim(), v.nonEmpty('Enter a name'), maxCharacters(100, 'Use 100 characters or fewer')),
});
export const updateMe = endpoint({
  method: 'PUT',
  path: '/auth/me',
  access: 'staff',
  envelope: 'bare',
  body: profileFormSchema,
  response: v.object({ user: userSchema }),
});

/** Returns the invited user, or the user whose password the link resets; 404 if the link has been used or has expired. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/invitations/:token',
  access: 'public',
  envelope: 'data',
  response: v.object({ name: v.string(), email: v.string(), isReset: v.optional(v.boolean()) }),
});
/** Sets the password and signs the user in; the link works once. An account with a second factor also needs its code (`errors.code`). */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/:token',
  access: 'public',
  envelope: 'bare',
  body: v.object({ password: newPasswordField, code: credentialsSchema.entries.code }),
  response: sessionSchema,
  headers: BINDING_HEADERS,
  acceptedHeaders: ['X-Session-Binding'],
});
