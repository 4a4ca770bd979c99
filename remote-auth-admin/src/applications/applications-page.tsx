import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, deleteApplication, type listApplications, updateApplication } from '@site/shared/contracts/application';
import type { AnswerOf } from '@site/shared/contracts/endpoint';
import type { HostServices } from '@site/shared/host-services';
import type { Result } from '@site/shared/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { downloadIcon } from '@site/shared/ui/icon-shapes';
import { PageFailure } from '@site/shared/ui/page-failure';
import { useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { downloadText } from '../listing/download-text.ts';
import { ListTools } from '../listing/list-tools.tsx';
import { matchesWords } from '../listing/matches-words.ts';
import { useListState } from '../listing/use-list-state.ts';
import { ApplicationCard } from './application-card.tsx';
import { applicationsCsv } from './applications-csv.ts';
import styles from './applications-page.module.css';

export type ApplicationsData = Result<AnswerOf<typeof listApplications>, ApiError>;

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'new', label: 'New' },
  { value: 'read', label: 'Read' },
] as const;

const newestFirst = (first: Application, second: Application): number => (second.createdAt ?? '').localeCompare(first.createdAt ?? '');

const isShown = (application: Application, search: string, filter: string): boolean => {
  const { name, email, phone, qualification, location, skills, interests, motivation, readAt } = application;
  if (filter === 'new' && readAt !== null) return false;
  if (filter === 'read' && readAt === null) return false;
  return matchesWords(search, [name, email, phone, qualification, location, skills, interests, motivation]);
};

const ApplicationList = ({ services, applications }: { readonly services: HostServices; readonly applications: readonly Application[] }) => {
  const { revalidate } = useRevalidator();
  const { search, filter, setSearch, setFilter, clear } = useListState();
  const [busyId, setBusyId] = useState('');
  const [refusal, setRefusal] = useState('');
  const [toDelete, setToDelete] = useState<Application | null>(null);

  const shown = applications.filter((application) => isShown(application, search, filter)).toSorted(newestFirst);

  /** One change at a time: what the screen shows afterwards is what the provider says. */
  const change = async (application: Application, call: () => Promise<Result<unknown, ApiError>>, done: string): Promise<void> => {
    setRefusal('');
    setBusyId(application._id);
    const answer = await call();
    setBusyId('');
    setToDelete(null);
    if (answer.ok) services.notify.success(done);
    else setRefusal(failureWords(answer.error));
    await revalidate();
  };

  const params = (application: Application) => ({ params: { id: application._id } });
  const mark = (application: Application, isRead: boolean) =>
    change(application, () => services.http.call(updateApplication, { ...params(application), body: { isRead } }), isRead ? 'Marked as read' : 'Marked as new');
  const remove = (application: Application) => change(application, () => services.http.call(deleteApplication, params(application)), 'Application deleted');

  return (
    <>
      <ListTools
        search={search}
        onSearch={setSearch}
        filters={FILTERS}
        filter={filter}
        onFilter={setFilter}
        count={`${shown.length} of ${applications.length} ${applications.length === 1 ? 'application' : 'applications'}`}
      />
      <FormRefusal>{refusal}</FormRefusal>
      {shown.length === 0 ? (
        <EmptyState
          title="No application matches"
          message="Other words or another filter may find it."
          level={2}
          action={<Button onClick={clear}>Show all</Button>}
        />
      ) : (
        <>
          <ul className={styles.list}>
            {shown.map((application) => (
              <li key={application._id}>
                <ApplicationCard
                  application={application}
                  isBusy={busyId === application._id}
                  onMark={(isRead) => void mark(application, isRead)}
                  onDelete={() => setToDelete(application)}
                />
              </li>
            ))}
          </ul>
          <div>
            <Button variant="secondary" icon={downloadIcon} onClick={() => downloadText(applicationsCsv(shown), 'volunteer-applications.csv', 'text/csv')}>
              Export CSV
            </Button>
          </div>
        </>
      )}
      {toDelete !== null && (
        <ConfirmDialog
          title="Delete this application?"
          confirmLabel="Delete"
          busy={busyId !== ''}
          onConfirm={() => void remove(toDelete)}
          onClose={() => setToDelete(null)}
        >
          <p>What {toDelete.name || 'this person'} wrote will be gone for good.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** What people wrote who want to volunteer; for editors and administrators (NS-07, NS-08). */
export const ApplicationsPage = ({ services }: { readonly services: HostServices }) => {
  const applications = useLoaderData<ApplicationsData>();
  const { revalidate, state } = useRevalidator();
  return (
    <div className={styles.page}>
      <ScreenHead title="Volunteers" lead="Applications from the volunteer page." />
      {!applications.ok && (
        <PageFailure
          title="Failed to load the applications"
          message={failureWords(applications.error)}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
      {applications.ok && applications.value.length === 0 && (
        <EmptyState level={2} title="No applications yet" message="They appear here as soon as somebody sends the form of the volunteer page." />
      )}
      {applications.ok && applications.value.length > 0 && <ApplicationList services={services} applications={applications.value} />}
    </div>
  );
};
