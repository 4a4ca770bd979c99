import { deleteUser, inviteUser, listUsers, renewInvitation, type StaffMember, updateUser } from '@site/shared/contracts/user';
import { foldText } from '@site/shared/domain/fold-text';
import { ROLES, type Role } from '@site/shared/domain/roles';
import type { Transaction } from 'kysely';
import { createPasswordLink } from '../../accounts/password-links.ts';
import { renameAuthor } from '../../content/rename-author.ts';
import { isUniqueViolation } from '../../database/engine-errors.ts';
import { paginateRows, toStaffPageRequest } from '../../database/page.ts';
import type { Database, Tables } from '../../database/schema/tables.ts';
import { findUser, lockUser, type UserRow } from '../../database/user-queries.ts';
import { ConflictError, NotFoundError } from '../../domain/errors.ts';
import { createId } from '../../domain/ids.ts';
import type { Mount } from '../mount-endpoint.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';

const EMAIL_TAKEN_MESSAGE = 'An account with this email address already exists';

const toMember = (row: UserRow): StaffMember => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  isDisabled: row.is_disabled === 1,
  isInvited: row.password_hash === null,
  createdAt: row.created_at,
});

const ROLE_NAMES: Readonly<Record<Role, string>> = { contributor: 'contributor', editor: 'editor', admin: 'administrator' };

const getState = ({ isDisabled, isInvited }: StaffMember): 'active' | 'invited' | 'disabled' => {
  if (isDisabled) return 'disabled';
  return isInvited ? 'invited' : 'active';
};

const USER_SORTS: Readonly<Record<string, (member: StaffMember) => string>> = {
  name: ({ name, email }) => foldText(name || email),
  email: ({ email }) => email,
  role: ({ role }) => String(ROLES.length - ROLES.indexOf(role)),
  state: getState,
};

/**
 * Locks the rows of all administrators on PostgreSQL, so that two of them cannot remove each other at once. SQLite allows only one writer anyway. Lock these
 * rows before any others, because different lock orders would cause deadlocks.
 */
const lockAdmins = async (transaction: Database): Promise<void> => {
  await transaction.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute();
};

/** Throws unless another administrator who can sign in remains. Call `lockAdmins` first. */
const requireOtherAdmin = async (transaction: Database, exceptId: string): Promise<void> => {
  const otherAdmin = await transaction
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_disabled', '=', 0)
    .where('password_hash', 'is not', null)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  if (otherAdmin === undefined) throw new ConflictError('At least one administrator must remain.');
};

/** Mounts the endpoints with which administrators manage user accounts and their one-time invitation links (NS-08, NS-11). */
export const mountUsers = (mount: Mount, { db, revision, now, sessions, accountEvents }: Services): void => {
  const find = async (id: string | undefined): Promise<UserRow> => requireFound(await findUser(db, id ?? ''), 'User');

  const invite = async (transaction: Transaction<Tables>, user: UserRow) => {
    const invitation = await createPasswordLink(transaction, user.id, user.password_hash === null ? 'invitation' : 'reset', now());
    return { ...toMember(user), invitation };
  };

  mount(listUsers, async ({ query, staff }) => {
    const users = await db.selectFrom('users').selectAll().orderBy('name').orderBy('id').execute();
    // Sort in memory: an organisation has few accounts, and their table has no columns with folded text.
    return paginateRows(users.map(toMember), toStaffPageRequest(query, staff), {
      getTitle: ({ name }) => name,
      getTexts: ({ name, email, role }) => [name, email, ROLE_NAMES[role]],
      matches: (member) => query.state === undefined || getState(member) === query.state,
      sorts: USER_SORTS,
    });
  });

  mount(inviteUser, async ({ body }) => {
    const timestamp = now().toISOString();
    try {
      return await db.transaction().execute(async (transaction) => {
        const user = await transaction
          .insertInto('users')
          .values({ id: createId(), ...body, password_hash: null, is_disabled: 0, created_at: timestamp, updated_at: timestamp })
          .returningAll()
          .executeTakeFirstOrThrow();
        return invite(transaction, user);
      });
    } catch (reason) {
      throw isUniqueViolation(reason) ? new ConflictError(`${EMAIL_TAKEN_MESSAGE}.`, { email: EMAIL_TAKEN_MESSAGE }) : reason;
    }
  });

  mount(renewInvitation, async ({ params }) => {
    const user = await find(params.id);
    return db.transaction().execute((transaction) => invite(transaction, user));
  });

  mount(updateUser, async ({ params, body, staff }) => {
    const { id } = await find(params.id);
    const isDemoted = body.role !== undefined && body.role !== 'admin';
    const { updatedUser, formerUser } = await db.transaction().execute(async (transaction) => {
      if (isDemoted || body.isDisabled === true) await lockAdmins(transaction);
      const user = await lockUser(transaction, id);
      const role = body.role ?? user.role;
      const isDisabled = body.isDisabled ?? user.is_disabled === 1;
      if (id === staff.id && (isDisabled || role !== user.role))
        throw new ConflictError('You cannot change your own role or disable your own account. Ask another administrator.');
      if (user.role === 'admin' && (isDisabled || isDemoted)) await requireOtherAdmin(transaction, id);
      // Write only the fields that were sent, because another administrator may be changing the others.
      const updatedUser = await transaction
        .updateTable('users')
        .set({
          ...(body.name !== undefined && { name: body.name }),
          ...(body.role !== undefined && { role: body.role }),
          ...(body.isDisabled !== undefined && { is_disabled: body.isDisabled ? (1 as const) : (0 as const) }),
          updated_at: now().toISOString(),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return { updatedUser, formerUser: user };
    });
    if (updatedUser === undefined) throw new NotFoundError('User');
    if (updatedUser.is_disabled === 1) await sessions.endAll(id);
    if (updatedUser.role !== formerUser.role) await accountEvents.raise({ kind: 'role-changed', userId: id, from: formerUser.role, to: updatedUser.role });
    await renameAuthor({ db, revision, now }, id, { from: formerUser.name, to: updatedUser.name, by: staff.id });
    return toMember(updatedUser);
  });

  mount(deleteUser, async ({ params, staff }) => {
    const user = await find(params.id);
    if (user.id === staff.id) throw new ConflictError('You cannot delete your own account. Ask another administrator.');
    await db.transaction().execute(async (transaction) => {
      await lockAdmins(transaction);
      const { role } = await lockUser(transaction, user.id);
      if (role === 'admin') await requireOtherAdmin(transaction, user.id);
      // The user's content keeps their name. Sessions and invitations are deleted with the account.
      await transaction.deleteFrom('users').where('id', '=', user.id).execute();
    });
    return { _id: user.id };
  });
};
