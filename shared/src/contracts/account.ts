import * as v from 'valibot';
import { sessionSchema } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { userSchema } from './user.ts';
import { newPasswordField } from './user-form.ts';

/** Staff change their own password (NS-11); every other session of theirs ends. */
export const passwordFormSchema = v.object({
  currentPassword: v.pipe(v.string('Enter your current password'), v.nonEmpty('Enter your current password'), v.maxLength(200)),
  newPassword: newPasswordField,
});
export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password',
  access: 'staff',
  envelope: 'bare',
  body: passwordFormSchema,
  answer: v.object({ message: v.string() }),
});

/** Staff change their own name. */
export const profileFormSchema = v.object({
  name: v.pipe(v.string('Enter a name'), v.trim(), v.nonEmpty('Enter a name'), v.maxLength(100, 'Use 100 characters or fewer')),
});
export const updateMe = endpoint({
  method: 'PUT',
  path: '/auth/me',
  access: 'staff',
  envelope: 'bare',
  body: profileFormSchema,
  answer: v.object({ user: userSchema }),
});

/** Whom an invitation link is for; 404 once it was used or has run out. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/invitations/:token',
  access: 'public',
  envelope: 'data',
  answer: v.object({ name: v.string(), email: v.string() }),
});
/** Sets the first password and signs in; the link works once. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/:token',
  access: 'public',
  envelope: 'bare',
  body: v.object({ password: newPasswordField }),
  answer: sessionSchema,
});
