import { updateAccountPolicy } from '@site/shared/contracts/second-factor';
import { ROLES, type Role } from '@site/shared/domain/roles';
import { Button } from '@site/shared/ui/button';
import { CheckboxField } from '@site/shared/ui/field';
import type { SubmitEvent } from 'react';
import { roleName } from '../layout/staff-navigation.ts';
import { StaffPanel } from '../layout/staff-panel.tsx';
import styles from './security-page.module.css';
import type { SecurityPanelProps } from './security-panel.ts';

interface PolicyPanelProps extends SecurityPanelProps {
  readonly roles: readonly Role[];
}

/** Lets administrators choose the roles that need a second factor. */
export const PolicyPanel = ({ services, change, roles }: PolicyPanelProps) => {
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const secondFactorRoles = ROLES.filter((role) => form.has(role));
    void change(
      () => services.http.call(updateAccountPolicy, { body: { secondFactorRoles } }),
      () => services.notify.success('Second-factor rule saved'),
    );
  };
  return (
    <StaffPanel title="Who needs a second factor">
      <p>Anyone with one of these roles must set up a second factor before they can do anything else.</p>
      <form className={styles.form} aria-label="Roles that need a second factor" onSubmit={save}>
        {ROLES.map((role) => (
          <CheckboxField key={`${role} ${roles.includes(role)}`} label={`${roleName(role)}s`} name={role} defaultChecked={roles.includes(role)} />
        ))}
        <Button type="submit" variant="secondary">
          Save
        </Button>
      </form>
    </StaffPanel>
  );
};
