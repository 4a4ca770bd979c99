import { ROLES, type Role } from '@site/shared/contracts/user';
import type { StaffMember } from '@site/shared/contracts/user-form';
import { Button } from '@site/shared/ui/button';
import { Chip } from '@site/shared/ui/chip';
import { SelectField } from '@site/shared/ui/field';
import { trashIcon } from '@site/shared/ui/icon-shapes';
import { roleName } from '../layout/staff-navigation.ts';
import styles from './users-page.module.css';

const isRole = (value: string): value is Role => ROLES.some((role) => role === value);

const stateOf = ({ isDisabled, isInvited }: StaffMember): string => {
  if (isDisabled) return 'Disabled';
  return isInvited ? 'Invited' : 'Active';
};

export interface UserRowProps {
  readonly member: StaffMember;
  /** Nobody changes their own rights: another administrator has to. */
  readonly isOneself: boolean;
  readonly isBusy: boolean;
  readonly onRole: (role: Role) => void;
  readonly onDisable: (isDisabled: boolean) => void;
  readonly onNewLink: () => void;
  readonly onDelete: () => void;
}

export const UserRow = ({ member, isOneself, isBusy, onRole, onDisable, onNewLink, onDelete }: UserRowProps) => (
  <li className={styles.row}>
    <div className={styles.who}>
      <h2 className={styles.name}>{member.name || member.email}</h2>
      <p className={styles.email}>{member.email}</p>
    </div>
    <Chip>{isOneself ? 'You' : stateOf(member)}</Chip>
    {isOneself ? (
      <p className={styles.role}>{roleName(member.role)}</p>
    ) : (
      <>
        <div className={styles.role}>
          <SelectField
            label={`Role of ${member.name || member.email}`}
            name={`role-${member._id}`}
            options={ROLES.map((role) => ({ value: role, label: roleName(role) }))}
            value={member.role}
            disabled={isBusy}
            onChange={({ target }) => {
              if (isRole(target.value)) onRole(target.value);
            }}
          />
        </div>
        <div className={styles.actions}>
          {member.isInvited && (
            <Button variant="secondary" size="small" busy={isBusy} label={`New link for ${member.name}`} onClick={onNewLink}>
              New link
            </Button>
          )}
          {!member.isInvited && (
            <Button
              variant="secondary"
              size="small"
              busy={isBusy}
              label={`${member.isDisabled ? 'Enable' : 'Disable'} ${member.name}`}
              onClick={() => onDisable(!member.isDisabled)}
            >
              {member.isDisabled ? 'Enable' : 'Disable'}
            </Button>
          )}
          <Button variant="quiet" size="small" icon={trashIcon} label={`Delete ${member.name}`} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </>
    )}
  </li>
);
