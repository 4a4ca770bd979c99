import type { ApiError } from '@site/shared/contracts/api-error';
import type { AnswerOf } from '@site/shared/contracts/endpoint';
import { deleteUser, type InvitedMember, type listUsers, renewInvitation, type StaffMember, updateUser } from '@site/shared/contracts/user-form';
import type { HostServices } from '@site/shared/host-services';
import type { Result } from '@site/shared/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useState } from 'react';
import { useStore } from 'zustand/react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { UserRow } from './user-row.tsx';
import styles from './users-page.module.css';

export type UsersData = Result<AnswerOf<typeof listUsers>, ApiError>;

const UserList = ({ services, members }: { readonly services: HostServices; readonly members: readonly StaffMember[] }) => {
  const { revalidate } = useRevalidator();
  const ownId = useStore(services.auth, (state) => state.user?._id);
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<InvitedMember | null>(null);
  const [busyId, setBusyId] = useState('');
  const [refusal, setRefusal] = useState('');
  const [toDelete, setToDelete] = useState<StaffMember | null>(null);

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
  const say = (words: string) => () => services.notify.success(words);
  const { http } = services;

  return (
    <>
      <ScreenHead
        title="Users"
        lead="Who may sign in, and what they may do."
        action={
          <Button icon={plusIcon} onClick={() => setIsInviting(true)}>
            Invite user
          </Button>
        }
      />
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
      <ul className={styles.list} aria-label="Users">
        {members.map((member) => {
          const params = { id: member._id };
          return (
            <UserRow
              key={member._id}
              member={member}
              isOneself={member._id === ownId}
              isBusy={busyId === member._id}
              onRole={(role) => void change(member, () => http.call(updateUser, { params, body: { role } }), say('Role changed'))}
              onDisable={(isDisabled) =>
                void change(member, () => http.call(updateUser, { params, body: { isDisabled } }), say(isDisabled ? 'Account disabled' : 'Account enabled'))
              }
              onNewLink={() => void change(member, () => http.call(renewInvitation, { params }), setInvited)}
              onDelete={() => setToDelete(member)}
            />
          );
        })}
      </ul>
      {toDelete !== null && (
        <ConfirmDialog
          title={`Delete ${toDelete.name || toDelete.email}?`}
          confirmLabel="Delete"
          busy={busyId !== ''}
          onConfirm={() => void change(toDelete, () => http.call(deleteUser, { params: { id: toDelete._id } }), say('Account deleted'))}
          onClose={() => setToDelete(null)}
        >
          <p>They cannot sign in any more. What they wrote stays on the site.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** Colleagues, their roles and invitations; for administrators (NS-08, NS-11). */
export const UsersPage = ({ services }: { readonly services: HostServices }) => {
  const users = useLoaderData<UsersData>();
  const { revalidate, state } = useRevalidator();
  return (
    <div className={styles.page}>
      {users.ok ? (
        <UserList services={services} members={users.value} />
      ) : (
        <>
          <ScreenHead title="Users" />
          <PageFailure title="Failed to load the users" message={failureWords(users.error)} onRetry={() => void revalidate()} retrying={state === 'loading'} />
        </>
      )}
    </div>
  );
};
