import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, deleteApplication, restoreApplication, updateApplication } from '@site/shared/contracts/application';
import { checkConfirmation } from '@site/shared/contracts/second-factor';
import { formatShortDate } from '@site/shared/domain/dates';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { checkIcon, undoIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { ExportButton } from '../listing/export-button.tsx';
import { type BulkAction, formatCount, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import { RowLink } from '../listing/list-table.tsx';
import type { ListView } from '../listing/list-view.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { applicationSource } from './application-source.ts';
import { toApplicationsCsv } from './applications-csv.ts';
import { KIND_NAMES } from './kind.ts';
import { STAGE_NAMES, StageChip } from './stage.tsx';

const APPLICATIONS: ListDefinition<Application> = {
  one: 'application',
  many: 'applications',
  getId: ({ _id }) => _id,
  getName: ({ name }) => name || 'No name',
  columns: [
    { key: 'name', name: 'Name', cell: ({ _id, name }) => <RowLink to={`/admin/applications/${_id}`}>{name || 'No name'}</RowLink> },
    { key: 'kind', name: 'Kind', cell: ({ kind, school }) => (kind === 'volunteer' ? KIND_NAMES.volunteer : `${KIND_NAMES[kind]}: ${school}`) },
    { key: 'state', name: 'Status', cell: ({ readAt, stage }) => <StageChip readAt={readAt} stage={stage} /> },
    { key: 'assignee', name: 'Assigned to', cell: ({ assignee }) => assignee?.name ?? '', isSecondary: true },
    { key: 'received', name: 'Received', cell: ({ createdAt }) => formatShortDate(createdAt), isDate: true },
    { key: 'email', name: 'Email', cell: ({ email }) => email !== '' && <PlainLink href={`mailto:${email}`}>{email}</PlainLink>, hasEmail: true },
    { key: 'location', name: 'Location', cell: ({ location }) => location, isSecondary: true },
    { key: 'qualification', name: 'Qualification', cell: ({ qualification }) => qualification, isSecondary: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'new', label: STAGE_NAMES.new },
    { value: 'in-contact', label: STAGE_NAMES['in-contact'] },
    { value: 'accepted', label: STAGE_NAMES.accepted },
    { value: 'declined', label: STAGE_NAMES.declined },
    { value: 'handled', label: STAGE_NAMES.handled },
    { value: 'mine', label: 'Assigned to me' },
  ],
  kinds: [
    { value: 'volunteer', label: 'Volunteers' },
    { value: 'school-visit', label: 'School visits' },
  ],
};

/** Loads the selected rows, or all matching rows, with their complete texts. */
const loadForExport = async (services: HostServices, view: ListView, selected: readonly Application[]): Promise<Result<readonly Application[], ApiError>> => {
  // Viewing the list requires no confirmation, so ask the user to confirm their identity before the export.
  const confirmation = await services.http.call(checkConfirmation, { silent: true });
  // Ignore other errors: providers that implement only the specification never ask for confirmation.
  if (!confirmation.ok && confirmation.error.kind === 'forbidden') return confirmation;
  const all = await applicationSource(services, 'complete').loadAll(view);
  if (!all.ok || selected.length === 0) return all;
  const ids = new Set(selected.map(({ _id }) => _id));
  return success(all.value.filter(({ _id }) => ids.has(_id)));
};

/** Lists volunteer applications and school visit requests, for editors and administrators (NS-07, NS-08). */
export const ApplicationsPage = ({ services }: ScreenProps) => {
  const applications = useLoaderData<Result<Page<Application>, ApiError>>();
  const { http } = services;
  const params = ({ _id }: Application) => ({ params: { id: _id } });
  const mark = (isRead: boolean) => (application: Application) => http.call(updateApplication, { ...params(application), body: { isRead } });

  const bulkActions: readonly BulkAction<Application>[] = [
    {
      label: 'Mark as handled',
      icon: checkIcon,
      appliesTo: ({ readAt }) => readAt === null,
      run: mark(true),
      done: (count) => `${formatCount(APPLICATIONS, count)} marked as handled`,
    },
    {
      label: 'Mark as new',
      icon: undoIcon,
      appliesTo: ({ readAt }) => readAt !== null,
      run: mark(false),
      done: (count) => `${formatCount(APPLICATIONS, count)} marked as new`,
    },
  ];
  return (
    <ListScreen
      services={services}
      title="Applications"
      lead="From volunteers and from schools that request a visit."
      list={APPLICATIONS}
      source={applicationSource(services)}
      data={applications}
      emptyMessage="Applications appear here as soon as a visitor sends the volunteer form or requests a school visit."
      emptyAction={
        <ButtonLink to="/volunteer" variant="secondary">
          View the volunteer page
        </ButtonLink>
      }
      bulkActions={bulkActions}
      removal={{
        appliesTo: () => true,
        run: (application) => http.call(deleteApplication, params(application)),
        restore: (application) => http.call(restoreApplication, params(application)),
      }}
      renderExtraAction={(view, selected) => (
        <ExportButton services={services} load={() => loadForExport(services, view, selected)} fileName="applications.csv" toCsv={toApplicationsCsv} />
      )}
    />
  );
};
