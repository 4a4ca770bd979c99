import type { ApiError } from '@site/shared/contracts/api-error';
import { removeSecondFactors } from '@site/shared/contracts/second-factor';
import { deleteUser, type InvitedMember, renewInvitation, type StaffMember, updateUser } from '@site/shared/contracts/user';
import type { Result } from '@site/shared/domain/result';
import type { Role } from '@site/shared/domain/roles';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { USER_EXPORT, userList } from './user-list.tsx';
import { userSource } from './user-source.ts';

/** Lists colleagues with their roles and invitations, for administrators (NS-08, NS-11). */
export const UsersPage = ({ services }: ScreenProps) => {
  const members = useLoaderData<Result<Page<StaffMember>, ApiError>>();
  const { revalidate } = useRevalidator();
  const ownId = useStore(services.auth, (state) => state.user?._id);
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const [busyId, setBusyId] = useState('');
  const [error, setError] = useState('');
  const [toDelete, setToDelete] = useState<StaffMember | null>(null);
  const [toUnprotect, setToUnprotect] = useState<StaffMember | null>(null);
  const { http, notify } = services;
  const source = userSource(services);

  const change = async <Value,>(member: StaffMember, call: () => Promise<Result<Value, ApiError>>, onDone: (value: Value) => void): Promise<void> => {
    setError('');
    setBusyId(member._id);
    const result = await call();
    setBusyId('');
    setToDelete(null);
    setToUnprotect(null);
    if (result.ok) onDone(result.value);
    else setError(getApiErrorMessage(result.error));
    await revalidate();
  };
  const notifySuccess = (message: string) => () => notify.success(message);
  const params = ({ _id }: StaffMember) => ({ params: { id: _id } });

  const list = userList({
    ownId,
    busyId,
    onRoleChange: (member: StaffMember, role: Role) =>
      void change(member, () => http.call(updateUser, { ...params(member), body: { role } }), notifySuccess('Role changed')),
    onDisable: (member, isDisabled) =>
      void change(
        member,
        () => http.call(updateUser, { ...params(member), body: { isDisabled } }),
        notifySuccess(isDisabled ? 'Account disabled' : 'Account enabled'),
      ),
    onNewLink: (member) => void change(member, () => http.call(renewInvitation, params(member)), setInvited),
    onRemoveFactors: setToUnprotect,
    onDelete: setToDelete,
  });

  return (
    <ListScreen
      services={services}
      title="Users"
      lead="Who can sign in and what they can do."
      list={list}
      source={source}
      renderExtraAction={listExport(services, source, USER_EXPORT)}
      data={members}
      action={
        members.ok ? (
          <Button icon={plusIcon} onClick={() => setIsInviting(true)}>
            Invite user
          </Button>
        ) : undefined
      }
      emptyMessage="Invite your first colleague. You will get a link to send to them."
    >
      {isInviting && (
        <InviteForm
          services={services}
          onCancel={() => setIsInviting(false)}
          onInvited={(member) => {
            setIsInviting(false);
            setInvited(member);
            void revalidate();
          }}
        />
      )}
      {invited !== null && <InvitationLink key={invited.invitation.path} services={services} member={invited} onClose={() => setInvited(null)} />}
      <FormError>{error}</FormError>
      {toUnprotect !== null && (
        <ConfirmDialog
          title={`Remove the second factors of ${toUnprotect.name || toUnprotect.email}?`}
          confirmLabel="Remove"
          busy={busyId !== ''}
          onConfirm={() => void change(toUnprotect, () => http.call(removeSecondFactors, params(toUnprotect)), notifySuccess('Second factors removed'))}
          onClose={() => setToUnprotect(null)}
        >
          <p>
            Check that the request really comes from them. They will be signed out everywhere and can sign in with only a password until they set up a new
            second factor.
          </p>
        </ConfirmDialog>
      )}
      {toDelete !== null && (
        <ConfirmDialog
          title={`Delete ${toDelete.name || toDelete.email}?`}
          confirmLabel="Delete"
          busy={busyId !== ''}
          onConfirm={() => void change(toDelete, () => http.call(deleteUser, params(toDelete)), notifySuccess('Account deleted'))}
          onClose={() => setToDelete(null)}
        >
          <p>They can no longer sign in. Their posts and events stay on the site.</p>
        </ConfirmDialog>
      )}
    </ListScreen>
  );
};
