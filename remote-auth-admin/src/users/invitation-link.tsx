import type { InvitedMember } from '@site/shared/contracts/user';
import { formatLongDate } from '@site/shared/domain/dates';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { copyIcon } from '@site/shared/ui/icon-shapes';
import { useEffect, useRef } from 'react';
import styles from './users-page.module.css';

interface InvitationLinkProps {
  readonly services: HostServices;
  readonly member: InvitedMember;
  readonly onClose: () => void;
}

/** Shows a one-time link, which is not emailed and not shown again (NS-11). */
export const InvitationLink = ({ services, member, onClose }: InvitationLinkProps) => {
  const field = useRef<HTMLInputElement>(null);
  // Use this page's origin, because previews and tests have different origins.
  const link = new URL(member.invitation.path, window.location.origin).href;

  useEffect(() => field.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      services.notify.success('Link copied');
    } catch {
      // Without clipboard permission, select the link, so that the user can copy it with the keyboard.
      field.current?.select();
    }
  };

  return (
    <section className={styles.panel} aria-labelledby="invitation-link">
      <h2 id="invitation-link" className={styles.panelTitle}>
        {member.isInvited ? 'Invitation' : 'New password'} for {member.name}
      </h2>
      <TextField
        ref={field}
        label={member.isInvited ? 'Invitation link' : 'Link'}
        name="invitation"
        value={link}
        readOnly
        hint={`Send this link yourself. The link is not emailed and will not be shown again. It can be used once, until ${formatLongDate(member.invitation.expiresAt)}.`}
      />
      <ButtonRow>
        <Button icon={copyIcon} onClick={() => void copy()}>
          Copy link
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </ButtonRow>
    </section>
  );
};
