import { getReviewedDocument } from '@site/shared/contracts/review';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const REVIEW = { post: null, event: null, expiresAt: '2026-11-27T10:00:00.000Z' };

const open = async (path: string, response: unknown) => {
  const services = hostServicesStub({ responses: [[getReviewedDocument, response]] });
  await renderRoutes(createRoutes, path, services);
  return services;
};

describe('a draft behind a review link', () => {
  it('shows a post without a sign-in, marked as a preview', async () => {
    const services = await open('/news/review/a.b.c', { ...REVIEW, kind: 'post', post: postFixture({ status: 'draft' }) });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Twelve schools, one question box');
    expect(screen.getByRole('complementary', { name: 'Preview' })).toBeInTheDocument();
    expect(services.calls.map(({ input }) => input.params)).toEqual([{ token: 'a.b.c' }]);
  });

  it('shows an event', async () => {
    const event = eventFixture({ status: 'draft' });
    await open('/events/review/a.b.c', { ...REVIEW, kind: 'event', event });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(event.title);
  });

  it.each([
    ['has expired', apiError('not-found'), 'This link is no longer valid'],
    ['is for another kind of page', { ...REVIEW, kind: 'event', event: eventFixture() }, 'This link is no longer valid'],
    ['cannot be checked', apiError('server'), 'The draft could not be loaded'],
  ])('shows a message when the link %s', async (_what, response, title) => {
    await open('/news/review/a.b.c', response);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });
});
