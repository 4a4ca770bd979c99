import type { ApiError } from '@site/shared/contracts/api-error';
import type { Program } from '@site/shared/contracts/program';
import { deleteProgram, restoreProgram, updateProgram } from '@site/shared/contracts/program';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { useStore } from 'zustand/react';
import { duplicateAction } from '../copies/duplicate-action.ts';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import type { ListDefinition } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import { RowLink } from '../listing/list-table.tsx';
import { publishActions } from '../listing/publish-actions.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { programSource } from './program-source.ts';

const PROGRAMS: ListDefinition<Program> = {
  one: 'program',
  many: 'programs',
  getId: ({ _id }) => _id,
  getName: ({ title }) => title || 'Untitled',
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/programs/${_id}`}>{title}</RowLink> },
    { key: 'status', name: 'Status', cell: ({ status }) => <ContentStatusChip status={status} /> },
    { key: 'address', name: 'URL', cell: ({ slug }) => <PlainLink to={`/programs/${slug}`}>/programs/{slug}</PlainLink> },
    { key: 'changed', name: 'Changed', cell: ({ updatedAt }) => formatShortDate(updatedAt), isDate: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'draft', label: 'Drafts' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'no-text', label: 'Without text' },
    { value: 'no-image', label: 'Without a photo' },
  ],
};

const EXPORT = {
  fileName: 'programs.csv',
  columns: [
    ['Title', ({ title }: Program) => title],
    ['Status', ({ status }: Program) => status ?? ''],
    ['URL', ({ slug }: Program) => `/programs/${slug}`],
    ['Length', ({ duration }: Program) => duration],
    ['Ages', ({ ages }: Program) => ages],
    ['Cost', ({ cost }: Program) => cost],
    ['Next start', ({ nextStart }: Program) => nextStart],
    ['Changed', ({ updatedAt }: Program) => updatedAt ?? ''],
  ],
} as const;

/** Lists all programs, including drafts, for editors and administrators (NS-08). */
export const ProgramListPage = ({ services }: ScreenProps) => {
  const programs = useLoaderData<Result<Page<Program>, ApiError>>();
  const isEditor = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const { http } = services;
  const source = programSource(services);
  const params = ({ _id }: Program) => ({ params: { id: _id } });
  return (
    <ListScreen
      services={services}
      title="Programs"
      list={PROGRAMS}
      source={source}
      renderExtraAction={listExport(services, source, EXPORT)}
      data={programs}
      action={
        isEditor ? (
          <ButtonLink to="/admin/programs/new" icon={plusIcon}>
            New program
          </ButtonLink>
        ) : undefined
      }
      emptyMessage="Create the first one. Only staff can see drafts."
      bulkActions={
        isEditor
          ? [...publishActions(PROGRAMS, (program, body) => http.call(updateProgram, { ...params(program), body })), duplicateAction(PROGRAMS, http, 'program')]
          : []
      }
      {...(isEditor
        ? {
            removal: {
              appliesTo: () => true,
              run: (program: Program) => http.call(deleteProgram, params(program)),
              restore: (program: Program) => http.call(restoreProgram, params(program)),
            },
          }
        : {})}
    />
  );
};
