import { copyDocument } from '@site/shared/contracts/copy';
import { getProgram, listProgramsPage, type Program, programSchema } from '@site/shared/contracts/program';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { createRoutes } from '../routes.tsx';
import { EDITOR_RESPONSES } from '../testing/editor-responses.ts';
import { serveList } from '../testing/serve-list.ts';

const program = (fields: Partial<Program>): Program =>
  v.parse(programSchema, { _id: 'p1', slug: 'club', title: 'Club', content: '<p>Words</p>', updatedAt: '2026-11-20T10:00:00.000Z', ...fields });

const visit = (path: string, responses: readonly StubResponse[]) => {
  const stub = hostServicesStub({
    responses: [...EDITOR_RESPONSES, ...responses],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  return renderRoutes(createRoutes, path, stub).then((view) => ({ stub, ...view }));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

// Compile the editor's chunks before the tests, because compiling takes seconds on a busy machine.
beforeAll(async () => {
  await Promise.all([import('../programs/program-editor.tsx'), import('../rich-text/rich-text-field.tsx')]);
});

describe('duplicating a document', () => {
  it('STAFF-26 opens the copy as a draft', async () => {
    const copied: unknown[] = [];
    const { router } = await visit('/admin/programs/p1', [
      [getProgram, ({ params }: StubInput) => (params?.slug === 'p2' ? program({ _id: 'p2', title: 'Copy of Club', status: 'draft' }) : program({}))],
      [
        copyDocument,
        ({ params }: StubInput) => {
          copied.push(params);
          return { _id: 'p2' };
        },
      ],
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Edit program' });
    press('Duplicate');

    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/programs/p2'));
    expect(copied).toEqual([{ kind: 'program', id: 'p1' }]);
    expect(await screen.findByDisplayValue('Copy of Club')).toBeInTheDocument();
  });

  it('STAFF-26 reports a failure, and leaves the document open', async () => {
    const { stub, router } = await visit('/admin/programs/p1', [
      [getProgram, program({})],
      [copyDocument, apiError('not-found', 'Program not found.')],
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Edit program' });
    press('Duplicate');

    await waitFor(() => expect(stub.toasts).toMatchObject([{ kind: 'error', message: 'Program not found.' }]));
    expect(router.state.location.pathname).toBe('/admin/programs/p1');
  });

  it('STAFF-26 copies each selected row of a list', async () => {
    const copied: unknown[] = [];
    await visit('/admin/programs', [
      [
        listProgramsPage,
        serveList([program({}), program({ _id: 'p3', title: 'Camp', status: 'draft' })], {
          text: ({ title }) => title,
          matches: () => true,
          sorts: { title: ({ title }) => title },
          counts: () => ({}),
        }),
      ],
      [
        copyDocument,
        ({ params }: StubInput) => {
          copied.push(params?.id);
          return { _id: 'new' };
        },
      ],
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Programs' });
    expect(screen.getByText('Draft')).toBeInTheDocument();
    fireEvent.click(screen.getByLabelText('Select all on this page'));
    press('Duplicate');

    await waitFor(() => expect(copied.sort()).toEqual(['p1', 'p3']));
  });
});
