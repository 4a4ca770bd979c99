import type { StaffMember } from '@site/shared/contracts/user';
import { ROLES, type Role } from '@site/shared/domain/roles';
import { Button } from '@site/shared/ui/button';
import { Chip } from '@site/shared/ui/chip';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { PlainSelect } from '../forms/plain-select.tsx';
import { roleName } from '../layout/staff-navigation.ts';
import type { ListDefinition } from '../listing/list-definition.ts';
import type { ListExport } from '../listing/list-export.tsx';
import styles from './users-page.module.css';

const isRole = (value: string): value is Role => ROLES.some((role) => role === value);

const getState = ({ isDisabled, isInvited }: StaffMember): string => {
  if (isDisabled) return 'Disabled';
  return isInvited ? 'Invited' : 'Active';
};

/** Columns of the CSV export, without credentials. */
export const USER_EXPORT: ListExport<StaffMember> = {
  fileName: 'users.csv',
  columns: [
    ['Name', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['Role', ({ role }) => roleName(role)],
    ['Status', getState],
    ['Added', ({ createdAt }) => createdAt ?? ''],
  ],
};

export interface UserActions {
  /** Id of the current user, whose account cannot be changed here. */
  readonly ownId: string | undefined;
  readonly busyId: string;
  readonly onRoleChange: (member: StaffMember, role: Role) => void;
  readonly onDisable: (member: StaffMember, isDisabled: boolean) => void;
  /** Creates an invitation link or, for an active account, a password-reset link. */
  readonly onNewLink: (member: StaffMember) => void;
  readonly onRemoveFactors: (member: StaffMember) => void;
  readonly onDelete: (member: StaffMember) => void;
}

const getName = ({ name, email }: StaffMember): string => name || email;

const RoleSelect = ({
  member,
  isBusy,
  onRoleChange,
}: {
  readonly member: StaffMember;
  readonly isBusy: boolean;
  readonly onRoleChange: UserActions['onRoleChange'];
}) => (
  <PlainSelect
    aria-label={`Role of ${getName(member)}`}
    value={member.role}
    disabled={isBusy}
    onChange={({ target }) => {
      if (isRole(target.value)) onRoleChange(member, target.value);
    }}
  >
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {roleName(role)}
      </option>
    ))}
  </PlainSelect>
);

const RowActions = ({ member, isBusy, actions }: { readonly member: StaffMember; readonly isBusy: boolean; readonly actions: UserActions }) => (
  <div className={styles.actions}>
    {!member.isDisabled && (
      <Button
        variant="secondary"
        size="small"
        busy={isBusy}
        label={`${member.isInvited ? 'New link' : 'Reset password'} for ${getName(member)}`}
        onClick={() => actions.onNewLink(member)}
      >
        {member.isInvited ? 'New link' : 'Reset password'}
      </Button>
    )}
    {!member.isInvited && (
      <Button
        variant="secondary"
        size="small"
        busy={isBusy}
        label={`${member.isDisabled ? 'Enable' : 'Disable'} ${getName(member)}`}
        onClick={() => actions.onDisable(member, !member.isDisabled)}
      >
        {member.isDisabled ? 'Enable' : 'Disable'}
      </Button>
    )}
    {!member.isInvited && (
      <Button variant="quiet" size="small" label={`Remove second factors of ${getName(member)}`} onClick={() => actions.onRemoveFactors(member)}>
        Remove second factors
      </Button>
    )}
    <Button variant="quiet" size="small" icon={trashIcon} label={`Delete ${getName(member)}`} onClick={() => actions.onDelete(member)}>
      Delete
    </Button>
  </div>
);

/** Defines the list of colleagues, with the actions available to administrators. */
export const userList = (actions: UserActions): ListDefinition<StaffMember> => {
  const isSelf = ({ _id }: StaffMember): boolean => _id === actions.ownId;
  return {
    one: 'user',
    many: 'users',
    getId: ({ _id }) => _id,
    getName,
    columns: [
      { key: 'name', name: 'Name', cell: getName },
      { key: 'email', name: 'Email', cell: ({ email }) => email, hasEmail: true },
      { key: 'state', name: 'Status', cell: (member) => <Chip>{isSelf(member) ? 'You' : getState(member)}</Chip>, isNonWrapping: true },
      {
        key: 'role',
        name: 'Role',
        cell: (member) =>
          isSelf(member) ? roleName(member.role) : <RoleSelect member={member} isBusy={actions.busyId === member._id} onRoleChange={actions.onRoleChange} />,
      },
      {
        key: 'actions',
        name: 'Actions',
        cell: (member) => (isSelf(member) ? null : <RowActions member={member} isBusy={actions.busyId === member._id} actions={actions} />),
      },
    ],
    filters: [
      { value: '', label: 'All' },
      { value: 'invited', label: 'Invited' },
      { value: 'disabled', label: 'Disabled' },
    ],
  };
};
