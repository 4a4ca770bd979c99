import * as v from 'valibot';
import { LOGIN_PASSWORD_MIN_CHARACTERS } from '../domain/constants.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './user.ts';

/** Login form and body of POST /auth/login, with the spec's messages (LOGIN-06 to LOGIN-08, AUTH-01). */
export const credentialsSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Email is required'), v.email('Invalid email address')),
  password: v.pipe(
    v.string(),
    v.nonEmpty('Password is required'),
    v.minLength(LOGIN_PASSWORD_MIN_CHARACTERS, `Password must be at least ${LOGIN_PASSWORD_MIN_CHARACTERS} characters`),
  ),
  remember: v.optional(v.boolean(), false),
});
export type Credentials = v.InferInput<typeof credentialsSchema>;

/** Answer of a sign-in: all three are kept in local storage (AUTH-01, AUTH-05). */
export const sessionSchema = v.object({ token: v.string(), refreshToken: v.string(), user: userSchema });
export type Session = v.InferOutput<typeof sessionSchema>;

/** Answer of a refresh; `refreshToken` comes when the server rotates it, and must then be stored (AUTH-03). */
export const refreshedSchema = v.object({ token: v.nullish(v.string(), ''), refreshToken: v.optional(v.string()) });

export const login = endpoint({ method: 'POST', path: '/auth/login', access: 'public', envelope: 'bare', body: credentialsSchema, answer: sessionSchema });
export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  envelope: 'bare',
  answer: v.object({ message: v.nullish(v.string(), '') }),
});
export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  access: 'public',
  envelope: 'bare',
  body: v.object({ refreshToken: v.string() }),
  answer: refreshedSchema,
});
export const getMe = endpoint({ method: 'GET', path: '/auth/me', access: 'staff', envelope: 'bare', answer: v.object({ user: userSchema }) });
