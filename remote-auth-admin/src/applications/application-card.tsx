import type { Application } from '@site/shared/contracts/application';
import { formatLongDate } from '@site/shared/format/dates';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { Badge } from '@site/shared/ui/chip';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, downIcon, trashIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import type { ReactNode } from 'react';
import styles from './applications-page.module.css';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className={styles.term}>{name}</dt>
    <dd className={styles.fact}>{children}</dd>
  </div>
);

const NOT_GIVEN = 'Not given';

export interface ApplicationCardProps {
  readonly application: Application;
  readonly isBusy: boolean;
  readonly onMark: (isRead: boolean) => void;
  readonly onDelete: () => void;
}

/** One application: a line that opens to everything that was written. */
export const ApplicationCard = ({ application, isBusy, onMark, onDelete }: ApplicationCardProps) => {
  const { name, email, phone, qualification, location, skills, interests, motivation, createdAt, readAt } = application;
  const isRead = readAt !== null;
  return (
    <details className={styles.card}>
      <summary className={styles.summary}>
        <span className={styles.name}>{name || 'No name'}</span>
        <span className={styles.meta}>{[formatLongDate(createdAt), qualification, location].filter((part) => part !== '').join(' · ')}</span>
        {!isRead && <Badge>New</Badge>}
        <Icon shape={downIcon} className={styles.arrow} />
      </summary>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <Fact name="Email">{email === '' ? NOT_GIVEN : <PlainLink href={`mailto:${email}`}>{email}</PlainLink>}</Fact>
          <Fact name="Phone">{phone === '' ? NOT_GIVEN : <PlainLink href={`tel:${phone}`}>{phone}</PlainLink>}</Fact>
          <Fact name="Skills">{skills || NOT_GIVEN}</Fact>
          <Fact name="Interests">{interests || NOT_GIVEN}</Fact>
          <Fact name="Motivation">{motivation || NOT_GIVEN}</Fact>
        </dl>
        <ButtonRow>
          <Button variant="secondary" size="small" icon={isRead ? undoIcon : checkIcon} busy={isBusy} onClick={() => onMark(!isRead)}>
            {isRead ? 'Mark as new' : 'Mark as read'}
          </Button>
          <Button variant="quiet" size="small" icon={trashIcon} onClick={onDelete}>
            Delete
          </Button>
        </ButtonRow>
      </div>
    </details>
  );
};
