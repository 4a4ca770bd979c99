import type { StaffMember } from '@site/shared/contracts/user';
import { ROLES, type Role } from '@site/shared/domain/roles';
import { Button } from '@site/shared/ui/button';
import { Chip } from '@site/shared/ui/chip';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { roleName } from '../layout/staff-navigation.ts';
import type { ListDefinition } from '../listing/list-definition.ts';
import styles from './users-page.module.css';

const isRole = (value: string): value is Role => ROLES.some((role) => role === value);

const stateOf = ({ isDisabled, isInvited }: StaffMember): string => {
  if (isDisabled) return 'Disabled';
  return isInvited ? 'Invited' : 'Active';
};

export interface UserActions {
  /** Nobody changes their own rights: another administrator has to. */
  readonly ownId: string | undefined;
  readonly busyId: string;
  readonly onRole: (member: StaffMember, role: Role) => void;
  readonly onDisable: (member: StaffMember, isDisabled: boolean) => void;
  readonly onNewLink: (member: StaffMember) => void;
  readonly onDelete: (member: StaffMember) => void;
}

const nameOf = ({ name, email }: StaffMember): string => name || email;

const RoleChoice = ({ member, isBusy, onRole }: { readonly member: StaffMember; readonly isBusy: boolean; readonly onRole: UserActions['onRole'] }) => (
  <select
    className={styles.role}
    aria-label={`Role of ${nameOf(member)}`}
    value={member.role}
    disabled={isBusy}
    onChange={({ target }) => {
      if (isRole(target.value)) onRole(member, target.value);
    }}
  >
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {roleName(role)}
      </option>
    ))}
  </select>
);

const RowActions = ({ member, isBusy, actions }: { readonly member: StaffMember; readonly isBusy: boolean; readonly actions: UserActions }) => (
  <div className={styles.actions}>
    {member.isInvited ? (
      <Button variant="secondary" size="small" busy={isBusy} label={`New link for ${nameOf(member)}`} onClick={() => actions.onNewLink(member)}>
        New link
      </Button>
    ) : (
      <Button
        variant="secondary"
        size="small"
        busy={isBusy}
        label={`${member.isDisabled ? 'Enable' : 'Disable'} ${nameOf(member)}`}
        onClick={() => actions.onDisable(member, !member.isDisabled)}
      >
        {member.isDisabled ? 'Enable' : 'Disable'}
      </Button>
    )}
    <Button variant="quiet" size="small" icon={trashIcon} label={`Delete ${nameOf(member)}`} onClick={() => actions.onDelete(member)}>
      Delete
    </Button>
  </div>
);

/** Colleagues as a list, with what an administrator may do to each. */
export const userList = (actions: UserActions): ListDefinition<StaffMember> => {
  const isOneself = ({ _id }: StaffMember): boolean => _id === actions.ownId;
  return {
    one: 'user',
    many: 'users',
    idOf: ({ _id }) => _id,
    nameOf,
    wordsOf: ({ name, email, role }) => [name, email, roleName(role)],
    columns: [
      { key: 'name', name: 'Name', cell: nameOf, sortBy: nameOf },
      { key: 'email', name: 'Email', cell: ({ email }) => email, sortBy: ({ email }) => email },
      { key: 'state', name: 'State', cell: (member) => <Chip>{isOneself(member) ? 'You' : stateOf(member)}</Chip>, sortBy: stateOf },
      {
        key: 'role',
        name: 'Role',
        cell: (member) =>
          isOneself(member) ? roleName(member.role) : <RoleChoice member={member} isBusy={actions.busyId === member._id} onRole={actions.onRole} />,
        sortBy: ({ role }) => -ROLES.indexOf(role),
      },
      {
        key: 'actions',
        name: 'Actions',
        cell: (member) => (isOneself(member) ? null : <RowActions member={member} isBusy={actions.busyId === member._id} actions={actions} />),
      },
    ],
    filters: [
      { value: '', label: 'All', keeps: () => true },
      { value: 'invited', label: 'Invited', keeps: ({ isInvited, isDisabled }) => isInvited && !isDisabled },
      { value: 'disabled', label: 'Disabled', keeps: ({ isDisabled }) => isDisabled },
    ],
    order: { sort: 'name', isDown: false },
  };
};
