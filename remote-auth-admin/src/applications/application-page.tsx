import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, deleteApplication, restoreApplication, updateApplication } from '@site/shared/contracts/application';
import { formatLongDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useNavigate, useParams, useRevalidator } from '@site/shared/router';
import { Button, ButtonLink, ButtonRow } from '@site/shared/ui/button';
import { checkIcon, leftIcon, mailIcon, phoneIcon, trashIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageFailure } from '@site/shared/ui/page-failure';
import { type ReactNode, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { useUndo } from '../layout/undo-bar.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './application-page.module.css';
import { HandledChip } from './applications-page.tsx';

const LIST = '/admin/applications';
const NOT_GIVEN = 'Not given';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className={styles.term}>{name}</dt>
    <dd className={styles.fact}>{children}</dd>
  </div>
);

const OneApplication = ({ services, application }: ScreenProps & { readonly application: Application }) => {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const offerUndo = useUndo();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const { _id, name, email, phone, qualification, location, skills, interests, motivation, ageBand, guardianContact, consentVersion, createdAt, readAt } =
    application;
  const { http, notify } = services;
  const params = { id: _id };
  const isHandled = readAt !== null;

  const change = async (call: () => Promise<Result<unknown, ApiError>>, onDone: () => void): Promise<void> => {
    setError('');
    setIsBusy(true);
    const result = await call();
    setIsBusy(false);
    if (result.ok) onDone();
    else setError(getApiErrorMessage(result.error));
  };
  const mark = () =>
    change(
      () => http.call(updateApplication, { params, body: { isRead: !isHandled } }),
      () => {
        notify.success(isHandled ? 'Marked as new' : 'Marked as handled');
        void revalidate();
      },
    );
  const undo = async () => {
    const restored = await http.call(restoreApplication, { params });
    if (restored.ok) void navigate(`${LIST}/${_id}`);
    else notify.error(getApiErrorMessage(restored.error));
  };
  const remove = () =>
    change(
      () => http.call(deleteApplication, { params }),
      () => {
        offerUndo({ message: 'Application deleted', undo });
        void navigate(LIST);
      },
    );

  return (
    <>
      <ScreenHead title={name || 'No name'} lead={`Received ${formatLongDate(createdAt)}`} action={<HandledChip readAt={readAt} />} />
      <FormError>{error}</FormError>
      <article className={styles.panel}>
        <ButtonRow>
          {email !== '' && (
            <ButtonLink href={`mailto:${email}`} variant="secondary" icon={mailIcon}>
              Write an email
            </ButtonLink>
          )}
          {phone !== '' && (
            <ButtonLink href={`tel:${phone}`} variant="secondary" icon={phoneIcon}>
              Call
            </ButtonLink>
          )}
        </ButtonRow>
        <dl className={styles.facts}>
          <Fact name="Email">{email === '' ? NOT_GIVEN : <PlainLink href={`mailto:${email}`}>{email}</PlainLink>}</Fact>
          <Fact name="Phone">{phone === '' ? NOT_GIVEN : <PlainLink href={`tel:${phone}`}>{phone}</PlainLink>}</Fact>
          <Fact name="Qualification">{qualification || NOT_GIVEN}</Fact>
          <Fact name="Location">{location || NOT_GIVEN}</Fact>
          <Fact name="Skills">{skills || NOT_GIVEN}</Fact>
          <Fact name="Interests">{interests || NOT_GIVEN}</Fact>
          {ageBand !== '' && <Fact name="Age">{ageBand.replaceAll('-', ' ')}</Fact>}
          {guardianContact !== '' && <Fact name="Parent or guardian">{guardianContact}</Fact>}
          {consentVersion !== '' && <Fact name="Privacy notice">Version {consentVersion}</Fact>}
          <Fact name="Motivation">{motivation || NOT_GIVEN}</Fact>
        </dl>
        <ButtonRow>
          <Button icon={isHandled ? undoIcon : checkIcon} busy={isBusy} onClick={() => void mark()}>
            {isHandled ? 'Mark as new' : 'Mark as handled'}
          </Button>
          <Button variant="quiet" icon={trashIcon} busy={isBusy} onClick={() => void remove()}>
            Delete
          </Button>
        </ButtonRow>
      </article>
    </>
  );
};

/** The complete application of a volunteer. */
export const ApplicationPage = ({ services }: ScreenProps) => {
  const application = useLoaderData<Result<Application, ApiError>>();
  const { id = '' } = useParams();
  const { revalidate, state } = useRevalidator();
  const back = (
    <ButtonLink to={LIST} variant="quiet" size="small" icon={leftIcon}>
      All applications
    </ButtonLink>
  );
  if (!application.ok) {
    return application.error.kind === 'not-found' ? (
      <PageFailure level={1} title="Application not found" message="Somebody may have deleted it." action={back} />
    ) : (
      <PageFailure
        level={1}
        title="Failed to load the application"
        message={getApiErrorMessage(application.error)}
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
      />
    );
  }
  return (
    <div className={styles.page}>
      <div>{back}</div>
      <OneApplication key={id} services={services} application={application.value} />
    </div>
  );
};
