import * as v from 'valibot';
import { trimmed } from '../domain/form-fields.ts';
import { ROLES, roleSchema } from '../domain/roles.ts';
import { maxCharacters } from '../domain/text-length.ts';
import { endpoint } from './endpoint.ts';
import { deletedSchema, timestamp } from './fields.ts';
import { listQuerySchema, paginated, sortQuery } from './pagination.ts';

/** Member of staff as sent in every response (DATA-06, NS-08). If another server sends no role, the weakest role applies. */
export const userSchema = v.object({
  _id: v.string(),
  name: v.nullish(v.string(), ''),
  email: v.nullish(v.string(), ''),
  role: v.fallback(roleSchema, 'contributor'),
});
export type User = v.InferOutput<typeof userSchema>;

/** A staff member, as administrators see them. `isInvited`: the person has not accepted the invitation yet. */
export const staffMemberSchema = v.object({
  ...userSchema.entries,
  isDisabled: v.nullish(v.boolean(), false),
  isInvited: v.nullish(v.boolean(), false),
  createdAt: timestamp,
});
export type StaffMember = v.InferOutput<typeof staffMemberSchema>;

/** Member of staff with a one-time link: `path` is below the site's URL. No other response contains the link. */
export const invitedMemberSchema = v.object({ ...staffMemberSchema.entries, invitation: v.object({ path: v.string(), expiresAt: v.string() }) });
export type InvitedMember = v.InferOutput<typeof invitedMemberSchema>;

const nameField = v.pipe(trimmed(100), v.nonEmpty('Enter a name'));
const roleField = v.picklist(ROLES, 'Choose a role');
export const inviteFormSchema = v.object({
  name: nameField,
  email: v.pipe(
    v.string('Enter an email address'),
    v.trim(),
    v.toLowerCase(),
    v.email('Enter an email address like name@example.com'),
    maxCharacters(254, 'Enter an email address like name@example.com'),
  ),
  role: roleField,
});
export const memberFormSchema = v.object({ name: v.optional(nameField), role: v.optional(roleField), isDisabled: v.optional(v.boolean()) });

/** Query of users. `q` searches names, email addresses and roles. The only count is `all`. */
export const userQuerySchema = v.object({
  ...v.omit(listQuerySchema, ['status', 'scope']).entries,
  sort: sortQuery('name', 'email', 'role', 'state'),
  state: v.optional(v.picklist(['active', 'invited', 'disabled'], 'must be active, invited or disabled')),
});

/** Lists users by name. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'admin',
  envelope: 'data',
  query: userQuerySchema,
  response: v.array(staffMemberSchema),
});
export const listUsersPage = paginated(listUsers);
export const inviteUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'admin',
  envelope: 'data',
  body: inviteFormSchema,
  response: invitedMemberSchema,
  status: 201,
  needsRecentSignIn: true,
  asksForPasskey: true,
});
/** Creates a new link: an invitation, or for an active account a password-reset link that is valid for one day. */
export const renewInvitation = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  access: 'admin',
  envelope: 'data',
  response: invitedMemberSchema,
  status: 201,
  needsRecentSignIn: true,
  asksForPasskey: true,
});
export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'admin',
  envelope: 'data',
  body: memberFormSchema,
  response: staffMemberSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'admin',
  envelope: 'data',
  response: deletedSchema,
  needsRecentSignIn: true,
  asksForPasskey: true,
});
