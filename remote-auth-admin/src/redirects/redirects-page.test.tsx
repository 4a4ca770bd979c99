import { deleteRedirect, listRedirectsPage, type Redirect } from '@site/shared/contracts/redirect';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub, type StubInput } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';

const redirect = (slug: string, fields: Partial<Redirect> = {}): Redirect => ({
  _id: `post:${slug}`,
  kind: 'post',
  slug,
  documentId: 'p1',
  documentSlug: 'exam-season',
  documentTitle: 'Exam season',
  changedAt: '2026-11-20T09:00:00.000Z',
  ...fields,
});

const open = async (...rows: readonly Redirect[]) => {
  const removed: unknown[] = [];
  const stub = hostServicesStub({
    responses: [
      [listRedirectsPage, serveList(rows, { text: ({ slug, documentTitle }) => `${slug} ${documentTitle}`, matches: () => true })],
      [
        deleteRedirect,
        ({ params }: StubInput) => {
          removed.push(params?.id);
          return { _id: params?.id ?? '' };
        },
      ],
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  await renderRoutes(createRoutes, '/admin/redirects', stub);
  await screen.findByRole('heading', { name: 'Redirects', level: 1 });
  return { stub, removed };
};

describe('RedirectsPage', () => {
  it('STAFF-18 shows the target of each redirect, and no empty group of filters', async () => {
    await open(redirect('exams'), redirect('way', { kind: 'program', documentSlug: 'navigate', documentTitle: 'Navigate' }));
    const row = screen.getByRole('row', { name: /\/programs\/way/ });

    expect(within(row).getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', '/programs/navigate');
    expect(screen.getByRole('row', { name: /\/news\/exams/ })).toHaveTextContent('Fri, 11/20/2026');
    expect(screen.queryByRole('group', { name: 'Show' })).toBeNull();
  });

  it('STAFF-18 removes the selected redirects', async () => {
    const { stub, removed } = await open(redirect('exams'), redirect('tests'));
    fireEvent.click(within(screen.getByRole('row', { name: /\/news\/exams/ })).getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));

    await waitFor(() => expect(removed).toEqual(['post:exams']));
    await waitFor(() => expect(stub.toasts).toMatchObject([{ message: '1 redirect removed' }]));
  });

  it('STAFF-18 shows a message while there are no redirects', async () => {
    await open();

    expect(screen.getByText('No redirects')).toBeInTheDocument();
  });
});
