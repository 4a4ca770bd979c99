import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { listPrograms, Program } from '@site/shared/contracts/program';
import { deleteProgram, restoreProgram } from '@site/shared/contracts/program';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { useStore } from 'zustand/react';
import type { ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import { RowLink } from '../listing/row-link.tsx';
import type { ScreenProps } from '../staff-screen.tsx';

const hasWords = (content: string): boolean => content.replace(/<[^>]*>/g, '').trim() !== '';

const PROGRAMS: ListDefinition<Program> = {
  one: 'program',
  many: 'programs',
  idOf: ({ _id }) => _id,
  nameOf: ({ title }) => title || 'Untitled',
  wordsOf: ({ title, slug }) => [title, slug],
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/programs/${_id}`}>{title}</RowLink>, sortBy: ({ title }) => title },
    { key: 'address', name: 'Address', cell: ({ slug }) => <PlainLink to={`/programs/${slug}`}>/programs/{slug}</PlainLink>, sortBy: ({ slug }) => slug },
    { key: 'changed', name: 'Changed', cell: ({ updatedAt }) => formatShortDate(updatedAt), sortBy: ({ updatedAt }) => updatedAt ?? '', startsDown: true },
  ],
  filters: [
    { value: '', label: 'All', keeps: () => true },
    { value: 'no-text', label: 'Without a text', keeps: ({ content }) => !hasWords(content) },
    { value: 'no-picture', label: 'Without a picture', keeps: ({ coverImage }) => coverImage === '' },
  ],
  order: { sort: 'title', isDown: false },
};

/** The programs; for editors and administrators (NS-08). */
export const ProgramListPage = ({ services }: ScreenProps) => {
  const programs = useLoaderData<Result<ResponseOf<typeof listPrograms>, ApiError>>();
  const isEditor = useStore(services.auth, ({ user }) => user !== null && hasRole(user.role, 'editor'));
  const { http } = services;
  const paramsOf = ({ _id }: Program) => ({ params: { id: _id } });
  return (
    <ListScreen
      services={services}
      title="Programs"
      list={PROGRAMS}
      data={programs}
      action={
        isEditor ? (
          <ButtonLink to="/admin/programs/new" icon={plusIcon}>
            New program
          </ButtonLink>
        ) : undefined
      }
      emptyMessage="Describe the first one: it stands on the site as soon as it is saved."
      {...(isEditor
        ? {
            removal: {
              appliesTo: () => true,
              run: (program: Program) => http.call(deleteProgram, paramsOf(program)),
              restore: (program: Program) => http.call(restoreProgram, paramsOf(program)),
            },
          }
        : {})}
    />
  );
};
