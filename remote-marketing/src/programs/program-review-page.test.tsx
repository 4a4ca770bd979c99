import { getReviewedDocument } from '@site/shared/contracts/review';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const REVIEW = { kind: 'program', post: null, event: null, expiresAt: '2026-11-27T10:00:00.000Z' };
const PROGRAM = { _id: 'program-1', slug: 'navigate', title: 'NAVIGATE', content: '<p>Nine weeks.</p>', status: 'draft' };

const open = async (response: unknown) => {
  const services = hostServicesStub({ responses: [[getReviewedDocument, response]] });
  await renderRoutes(createRoutes, '/programs/review/a.b.c', services);
  return services;
};

describe('a draft of a program behind a review link', () => {
  it('STAFF-10 is shown without a sign-in, marked as a preview', async () => {
    const services = await open({ ...REVIEW, program: PROGRAM });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('NAVIGATE');
    expect(screen.getByText('Nine weeks.')).toBeInTheDocument();
    expect(screen.getByRole('complementary', { name: 'Preview' })).toBeInTheDocument();
    expect(services.calls.map(({ input }) => input.params)).toEqual([{ token: 'a.b.c' }]);
  });

  it.each([
    ['has expired or was revoked', apiError('not-found'), 'This link is no longer valid'],
    ['is for another kind of page', { ...REVIEW, kind: 'post' }, 'This link is no longer valid'],
    ['cannot be checked', apiError('server'), 'The draft could not be loaded'],
  ])('shows a message when the link %s', async (_what, response, title) => {
    await open(response);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });
});
