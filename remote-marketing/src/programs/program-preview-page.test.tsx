import { getProgram } from '@site/shared/contracts/program';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token', refreshToken: 'refresh', user: userFixture() };
const program = { _id: 'program-1', slug: 'navigate', title: 'NAVIGATE', content: '<p>Eight weeks.</p>' };

const open = (response: unknown, draft?: unknown, auth: Partial<{ readonly session: typeof session }> = { session }) =>
  renderRoutes(createRoutes, { pathname: '/programs/preview/navigate', state: { draft } }, hostServicesStub({ responses: [[getProgram, response]], ...auth }));

describe('ProgramPreviewPage', () => {
  it('shows unsaved values instead of the stored ones, under a preview bar', async () => {
    await open(program, { content: '<p>Nine weeks.</p>' });
    expect(screen.getByRole('complementary', { name: 'Preview' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('NAVIGATE');
    expect(screen.getByText('Nine weeks.')).toBeInTheDocument();
  });

  it('PROG-03 reports a missing program', async () => {
    await open(apiError('not-found'));
    expect(screen.getByText('Program Not Found')).toBeInTheDocument();
  });

  it('asks for a sign-in without a session', async () => {
    await open(program, undefined, {});
    expect(screen.getByRole('heading', { name: 'Sign in to see this preview' })).toBeInTheDocument();
  });
});
