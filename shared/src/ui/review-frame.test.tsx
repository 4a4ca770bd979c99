import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router-dom';
import type { Reviewed } from '../remote/review-link.ts';
import { ReviewFrame } from './review-frame.tsx';

const foundReview: Reviewed = { ok: true, value: { kind: 'post' } as never };
const createFailedReview = (kind: 'not-found' | 'network'): Reviewed => ({ ok: false, error: { kind } as never });

const Page = () => {
  const reviewed: Reviewed = useLoaderData();
  return (
    <ReviewFrame reviewed={reviewed} isFound={reviewed.ok && reviewed.value.kind === 'post'}>
      <h1>A draft</h1>
    </ReviewFrame>
  );
};

const open = async (...results: Reviewed[]) => {
  const load = jest.fn(async () => results.shift() ?? foundReview);
  const router = createMemoryRouter([{ path: '/', loader: load, element: <Page />, hydrateFallbackElement: <p>Loading</p> }]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { level: 1 });
  return { load, user: userEvent.setup() };
};

describe('a draft shown by a review link', () => {
  it('STAFF-10 is marked as a preview', async () => {
    await open(foundReview);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('A draft');
    expect(screen.getByRole('complementary', { name: 'Preview' })).toHaveTextContent('Preview: visitors cannot see this yet');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['has expired', createFailedReview('not-found')],
    ['belongs to another kind of page', { ok: true, value: { kind: 'event' } as never } satisfies Reviewed],
  ])('STAFF-10 is not shown for a link that %s, and offers no retry', async (_what, reviewed) => {
    await open(reviewed);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This link is no longer valid');
    expect(screen.getByRole('alert')).toHaveTextContent('It has expired or been revoked. Ask the person who sent it for a new one.');
    expect(screen.queryByText('A draft')).not.toBeInTheDocument();
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('STAFF-10 can be reloaded after a failure', async () => {
    const { load, user } = await open(createFailedReview('network'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The draft could not be loaded');
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again in a moment.');
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();

    let finish = (_reviewed: Reviewed): void => undefined;
    load.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const retry = screen.getByRole('button', { name: 'Try again' });
    await user.click(retry);
    expect(retry).toHaveAttribute('aria-busy', 'true');
    finish(foundReview);

    expect(await screen.findByText('A draft')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
