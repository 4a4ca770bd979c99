import { type InvitedMember, inviteFormSchema, inviteUser } from '@site/shared/contracts/user';
import { ROLES } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { SelectField, TextField } from '@site/shared/ui/field';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { roleName } from '../layout/staff-navigation.ts';
import styles from './users-page.module.css';

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: roleName(role) }));

interface InviteFormProps {
  readonly services: HostServices;
  readonly onInvited: (member: InvitedMember) => void;
  readonly onCancel: () => void;
}

/** Invites a colleague. The response contains the link to send to them (NS-11). */
export const InviteForm = ({ services, onInvited, onCancel }: InviteFormProps) => {
  const form = useStaffForm({
    schema: inviteFormSchema,
    fields: ['name', 'email', 'role'],
    send: (body) => services.http.call(inviteUser, { body }),
    onSent: onInvited,
  });
  return (
    <form className={styles.panel} aria-labelledby="invite-user" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
      <h2 id="invite-user" className={styles.panelTitle}>
        Invite a colleague
      </h2>
      <FormError>{form.message}</FormError>
      <TextField label="Name" name="name" autoComplete="off" maxLength={100} error={form.getError('name')} />
      <TextField label="Email" name="email" type="email" autoComplete="off" error={form.getError('email')} />
      <SelectField
        label="Role"
        name="role"
        options={ROLE_OPTIONS}
        defaultValue="contributor"
        hint="Contributors write drafts. Editors can also publish. Administrators can also manage users."
        error={form.getError('role')}
      />
      <ButtonRow>
        <Button type="submit" busy={form.isSending}>
          Create invitation
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
};
