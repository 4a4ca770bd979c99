import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import { deleteUser, type InvitedMember, type listUsers, renewInvitation, type StaffMember, updateUser } from '@site/shared/contracts/user';
import type { Result } from '@site/shared/domain/result';
import type { Role } from '@site/shared/domain/roles';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { ScreenProps } from '../staff-screen.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { userList } from './user-list.tsx';

/** Colleagues, their roles and invitations; for administrators (NS-08, NS-11). */
export const UsersPage = ({ services }: ScreenProps) => {
  const members = useLoaderData<Result<ResponseOf<typeof listUsers>, ApiError>>();
  const { revalidate } = useRevalidator();
  const ownId = useStore(services.auth, (state) => state.user?._id);
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const [busyId, setBusyId] = useState('');
  const [refusal, setRefusal] = useState('');
  const [toDelete, setToDelete] = useState<StaffMember | null>(null);
  const { http, notify } = services;

  const change = async <Answer,>(member: StaffMember, call: () => Promise<Result<Answer, ApiError>>, onDone: (answer: Answer) => void): Promise<void> => {
    setRefusal('');
    setBusyId(member._id);
    const answer = await call();
    setBusyId('');
    setToDelete(null);
    if (answer.ok) onDone(answer.value);
    else setRefusal(failureWords(answer.error));
    await revalidate();
  };
  const say = (words: string) => () => notify.success(words);
  const paramsOf = ({ _id }: StaffMember) => ({ params: { id: _id } });

  const list = userList({
    ownId,
    busyId,
    onRole: (member: StaffMember, role: Role) => void change(member, () => http.call(updateUser, { ...paramsOf(member), body: { role } }), say('Role changed')),
    onDisable: (member, isDisabled) =>
      void change(member, () => http.call(updateUser, { ...paramsOf(member), body: { isDisabled } }), say(isDisabled ? 'Account disabled' : 'Account enabled')),
    onNewLink: (member) => void change(member, () => http.call(renewInvitation, paramsOf(member)), setInvited),
    onDelete: setToDelete,
  });

  return (
    <ListScreen
      services={services}
      title="Users"
      lead="Who may sign in, and what they may do."
      list={list}
      data={members}
      action={
        members.ok ? (
          <Button icon={plusIcon} onClick={() => setIsInviting(true)}>
            Invite user
          </Button>
        ) : undefined
      }
      emptyMessage="Invite the first colleague: the invitation is a link that you hand over."
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
      <FormRefusal>{refusal}</FormRefusal>
      {toDelete !== null && (
        <ConfirmDialog
          title={`Delete ${toDelete.name || toDelete.email}?`}
          confirmLabel="Delete"
          busy={busyId !== ''}
          onConfirm={() => void change(toDelete, () => http.call(deleteUser, paramsOf(toDelete)), say('Account deleted'))}
          onClose={() => setToDelete(null)}
        >
          <p>They cannot sign in any more. What they wrote stays on the site.</p>
        </ConfirmDialog>
      )}
    </ListScreen>
  );
};
