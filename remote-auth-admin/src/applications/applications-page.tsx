import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, deleteApplication, type listApplications, restoreApplication, updateApplication } from '@site/shared/contracts/application';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData } from '@site/shared/router';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { checkIcon, downloadIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { downloadText } from '../listing/download-text.ts';
import { type BulkAction, countOf, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import { RowLink } from '../listing/row-link.tsx';
import type { ScreenProps } from '../staff-screen.tsx';
import { applicationsCsv } from './applications-csv.ts';
import { HandledChip } from './handled-chip.tsx';

export type ApplicationsData = Result<ResponseOf<typeof listApplications>, ApiError>;

const APPLICATIONS: ListDefinition<Application> = {
  one: 'application',
  many: 'applications',
  idOf: ({ _id }) => _id,
  nameOf: ({ name }) => name || 'No name',
  wordsOf: ({ name, email, phone, qualification, location, skills, interests, motivation }) => [
    name,
    email,
    phone,
    qualification,
    location,
    skills,
    interests,
    motivation,
  ],
  columns: [
    {
      key: 'name',
      name: 'Name',
      cell: ({ _id, name }) => <RowLink to={`/admin/applications/${_id}`}>{name || 'No name'}</RowLink>,
      sortBy: ({ name }) => name,
    },
    { key: 'state', name: 'State', cell: ({ readAt }) => <HandledChip readAt={readAt} />, sortBy: ({ readAt }) => (readAt === null ? 0 : 1) },
    {
      key: 'received',
      name: 'Received',
      cell: ({ createdAt }) => formatShortDate(createdAt),
      sortBy: ({ createdAt }) => createdAt ?? '',
      startsDown: true,
    },
    { key: 'email', name: 'Email', cell: ({ email }) => <PlainLink href={`mailto:${email}`}>{email}</PlainLink>, sortBy: ({ email }) => email },
    { key: 'location', name: 'Location', cell: ({ location }) => location, sortBy: ({ location }) => location, isMinor: true },
    { key: 'qualification', name: 'Qualification', cell: ({ qualification }) => qualification, sortBy: ({ qualification }) => qualification, isMinor: true },
  ],
  filters: [
    { value: '', label: 'All', keeps: () => true },
    { value: 'new', label: 'New', keeps: ({ readAt }) => readAt === null },
    { value: 'handled', label: 'Handled', keeps: ({ readAt }) => readAt !== null },
  ],
  order: { sort: 'received', isDown: true },
};

/** What people wrote who want to volunteer; for editors and administrators (NS-07, NS-08). */
export const ApplicationsPage = ({ services }: ScreenProps) => {
  const applications = useLoaderData<ApplicationsData>();
  const { http } = services;
  const paramsOf = ({ _id }: Application) => ({ params: { id: _id } });
  const mark = (isRead: boolean) => (application: Application) => http.call(updateApplication, { ...paramsOf(application), body: { isRead } });

  const bulk: readonly BulkAction<Application>[] = [
    {
      label: 'Mark as handled',
      icon: checkIcon,
      appliesTo: ({ readAt }) => readAt === null,
      run: mark(true),
      done: (count) => `${countOf(APPLICATIONS, count)} marked as handled`,
    },
    {
      label: 'Mark as new',
      icon: undoIcon,
      appliesTo: ({ readAt }) => readAt !== null,
      run: mark(false),
      done: (count) => `${countOf(APPLICATIONS, count)} marked as new`,
    },
  ];
  return (
    <ListScreen
      services={services}
      title="Volunteers"
      lead="Applications from the volunteer page."
      list={APPLICATIONS}
      data={applications}
      emptyMessage="They appear here as soon as somebody sends the form of the volunteer page."
      emptyAction={
        <ButtonLink to="/volunteer" variant="secondary">
          See the volunteer page
        </ButtonLink>
      }
      bulk={bulk}
      removal={{
        appliesTo: () => true,
        run: (application) => http.call(deleteApplication, paramsOf(application)),
        restore: (application) => http.call(restoreApplication, paramsOf(application)),
      }}
      extra={(rows) => (
        <Button
          variant="secondary"
          size="small"
          icon={downloadIcon}
          onClick={() => downloadText(applicationsCsv(rows), 'volunteer-applications.csv', 'text/csv;charset=utf-8')}
        >
          Export CSV
        </Button>
      )}
    />
  );
};
