import type { ApiError } from '@site/shared/contracts/api-error';
import {
  APPLICATION_STAGES,
  type Application,
  type ApplicationStage,
  deleteApplication,
  type getApplicationOptions,
  restoreApplication,
  updateApplication,
} from '@site/shared/contracts/application';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import { formatLongDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useNavigate, useParams, useRevalidator } from '@site/shared/router';
import { Button, ButtonLink, ButtonRow } from '@site/shared/ui/button';
import { SelectField } from '@site/shared/ui/field';
import { checkIcon, leftIcon, phoneIcon, rightIcon, trashIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageFailure } from '@site/shared/ui/page-failure';
import type { ReactNode } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { useMutation } from '../forms/use-mutation.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import { useUndo } from '../layout/undo-bar.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { ApplicationNotes } from './application-notes.tsx';
import styles from './application-page.module.css';
import { KIND_NAMES } from './kind.ts';
import { ReplyForm } from './reply-form.tsx';
import { getStage, STAGE_NAMES, StageChip } from './stage.tsx';

const LIST = '/admin/applications';
const NOT_GIVEN = 'Not given';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className={styles.term}>{name}</dt>
    <dd className={styles.fact}>{children}</dd>
  </div>
);

const VolunteerAnswers = ({
  application: { qualification, skills, interests, ageBand, guardianContact, motivation },
}: {
  readonly application: Application;
}) => (
  <>
    <Fact name="Qualification">{qualification || NOT_GIVEN}</Fact>
    <Fact name="Skills">{skills || NOT_GIVEN}</Fact>
    <Fact name="Interests">{interests || NOT_GIVEN}</Fact>
    {ageBand !== '' && <Fact name="Age">{ageBand.replaceAll('-', ' ')}</Fact>}
    {guardianContact !== '' && <Fact name="Parent or guardian">{guardianContact}</Fact>}
    <Fact name="Motivation">{motivation || NOT_GIVEN}</Fact>
  </>
);

const SchoolAnswers = ({ application: { school, role, pupils, weeks, message } }: { readonly application: Application }) => (
  <>
    <Fact name="School">{school || NOT_GIVEN}</Fact>
    <Fact name="Role">{role || NOT_GIVEN}</Fact>
    <Fact name="Pupils">{pupils || NOT_GIVEN}</Fact>
    <Fact name="Preferred weeks">{weeks || NOT_GIVEN}</Fact>
    <Fact name="Message">{message || NOT_GIVEN}</Fact>
  </>
);

type Options = ResponseOf<typeof getApplicationOptions>;

interface LoadedApplication {
  readonly application: Result<Application, ApiError>;
  /** Undefined if the provider does not support stages. */
  readonly options: Options | undefined;
}

const ApplicationView = ({ services, application, options }: ScreenProps & { readonly application: Application; readonly options: Options | undefined }) => {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const offerUndo = useUndo();
  const { pending, error, run } = useMutation();
  const isBusy = pending !== '';
  const { _id, kind, name, email, phone, location, consentVersion, createdAt, assignee } = application;
  const { http, notify } = services;
  const params = { id: _id };
  const stage = getStage(application);
  const isHandled = stage !== 'new';

  const change = (call: () => Promise<Result<unknown, ApiError>>, onDone: () => void = () => void revalidate()) => run('change', call, onDone);
  const update = (body: { readonly stage?: ApplicationStage; readonly assigneeId?: string | null }, message: string) =>
    change(
      () => http.call(updateApplication, { params, body }),
      () => {
        notify.success(message);
        void revalidate();
      },
    );
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
      <ScreenHeader
        title={name || 'No name'}
        lead={`${KIND_NAMES[kind]}, received ${formatLongDate(createdAt)}`}
        action={<StageChip readAt={application.readAt} stage={application.stage} />}
      />
      <FormError>{error}</FormError>
      <div className={styles.columns}>
        <div className={styles.panel}>
          {phone !== '' && (
            <ButtonRow>
              <ButtonLink href={`tel:${phone}`} variant="secondary" icon={phoneIcon}>
                Call
              </ButtonLink>
            </ButtonRow>
          )}
          <dl className={styles.facts}>
            <Fact name="Email">{email === '' ? NOT_GIVEN : <PlainLink href={`mailto:${email}`}>{email}</PlainLink>}</Fact>
            <Fact name="Phone">{phone === '' ? NOT_GIVEN : <PlainLink href={`tel:${phone}`}>{phone}</PlainLink>}</Fact>
            <Fact name="Location">{location || NOT_GIVEN}</Fact>
            {kind === 'volunteer' ? <VolunteerAnswers application={application} /> : <SchoolAnswers application={application} />}
            {consentVersion !== '' && <Fact name="Privacy notice">Version {consentVersion}</Fact>}
          </dl>
          <ButtonRow>
            <Button icon={isHandled ? undoIcon : checkIcon} busy={isBusy} onClick={() => void mark()}>
              {isHandled ? 'Mark as new' : 'Mark as handled'}
            </Button>
            <Button variant="quiet" icon={trashIcon} busy={isBusy} onClick={() => void remove()}>
              Delete
            </Button>
          </ButtonRow>
        </div>
        <div className={styles.work}>
          {options !== undefined && (
            <SidePanel title="Progress">
              <SelectField
                label="Stage"
                name="stage"
                value={stage}
                disabled={isBusy}
                options={APPLICATION_STAGES.map((value) => ({ value, label: STAGE_NAMES[value] }))}
                onChange={({ target }) => {
                  const chosen = APPLICATION_STAGES.find((value) => value === target.value) ?? stage;
                  void update({ stage: chosen }, `Stage: ${STAGE_NAMES[chosen]}`);
                }}
              />
              <SelectField
                label="Assigned to"
                name="assignee"
                value={assignee?._id ?? ''}
                disabled={isBusy}
                emptyLabel="Unassigned"
                options={options.assignees.map((person) => ({ value: person._id, label: person.name }))}
                onChange={({ target }) => void update({ assigneeId: target.value || null }, target.value === '' ? 'Unassigned' : 'Assigned')}
              />
            </SidePanel>
          )}
          {email !== '' && (
            <ReplyForm services={services} application={application} canSendMail={options?.canSendMail === true} isBusy={isBusy} change={change} />
          )}
          {options !== undefined && (
            <ApplicationNotes services={services} application={application} isBusy={isBusy} change={change} onAdded={() => void revalidate()} />
          )}
        </div>
      </div>
    </>
  );
};

/** Shows the complete application from a volunteer or a school. */
export const ApplicationPage = ({ services }: ScreenProps) => {
  const { application, options } = useLoaderData<LoadedApplication>();
  const { id = '' } = useParams();
  const { revalidate, state } = useRevalidator();
  const backLink = (
    <ButtonLink to={LIST} variant="quiet" size="small" icon={leftIcon}>
      All applications
    </ButtonLink>
  );
  if (!application.ok) {
    return application.error.kind === 'not-found' ? (
      <PageFailure level={1} title="Application not found" message="Someone may have deleted this application." action={backLink} />
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
  const { newer, older } = application.value;
  return (
    <div className={styles.page}>
      <nav className={styles.steps} aria-label="Applications">
        {backLink}
        <ButtonRow>
          {newer !== null && (
            <ButtonLink to={`${LIST}/${newer}`} variant="quiet" size="small" icon={leftIcon}>
              Newer
            </ButtonLink>
          )}
          {older !== null && (
            <ButtonLink to={`${LIST}/${older}`} variant="quiet" size="small" icon={rightIcon}>
              Older
            </ButtonLink>
          )}
        </ButtonRow>
      </nav>
      <ApplicationView key={id} services={services} application={application.value} options={options} />
    </div>
  );
};
