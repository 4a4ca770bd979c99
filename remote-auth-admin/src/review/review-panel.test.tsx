import { type Event, getEvent, updateEvent } from '@site/shared/contracts/event';
import { deletePresence, putPresence } from '@site/shared/contracts/presence';
import { getProgram, updateProgram } from '@site/shared/contracts/program';
import { addReviewComment, createReviewLink, decideReview, getReview, type Review, revokeReviewLink } from '@site/shared/contracts/review';
import { suggestSlug } from '@site/shared/contracts/writing';
import type { Role } from '@site/shared/domain/roles';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { EDITOR_RESPONSES, NO_REVIEW } from '../testing/editor-responses.ts';
import { eventFixture } from '../testing/event-fixture.ts';

const UPDATED_AT = '2026-11-20T10:00:00.000Z';
const USER = userFixture();

const open = async (role: Role, stored: Partial<Event> = {}, responses: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({
    responses: [...EDITOR_RESPONSES, [getEvent, eventFixture({ authorId: USER._id, ...stored })], ...responses],
    session: { token: 't', refreshToken: 'r', user: { ...USER, role } },
  });
  const view = await renderRoutes(createRoutes, '/admin/events/e1', stub);
  await screen.findByRole('heading', { level: 1 });
  return { stub, ...view };
};
const getButton = (name: string | RegExp) => screen.getByRole('button', { name });
const getButtonNames = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('the review of a draft', () => {
  it('lets the writer request a review with a comment', async () => {
    const requested: Review = { ...NO_REVIEW, state: 'requested', by: USER.name, at: UPDATED_AT };
    const { stub, user } = await open('contributor', {}, [[decideReview, requested]]);
    fireEvent.change(await screen.findByLabelText(/^Comment/), { target: { value: 'Ready' } });
    await user.click(getButton('Submit for review'));

    expect(stub.getCalls(decideReview)).toMatchObject([{ params: { kind: 'event', id: 'e1' }, body: { act: 'request', comment: 'Ready' } }]);
    expect(await screen.findByText(/requested a review/)).toBeInTheDocument();
    expect(getButtonNames()).toContain('Cancel request');
    expect(getButtonNames()).not.toContain('Approve');
  });

  it('lets an editor request changes, and says that the draft has changed since the request', async () => {
    const requested: Review = {
      ...NO_REVIEW,
      state: 'requested',
      by: 'Amina Bello',
      at: UPDATED_AT,
      comments: [{ _id: 'c1', text: 'Ready', author: 'Amina Bello', authorId: 'user-2', createdAt: UPDATED_AT }],
    };
    const { stub, user } = await open('editor', { updatedAt: '2026-11-20T11:00:00.000Z' }, [
      [getReview, requested],
      [decideReview, { ...requested, state: 'returned', by: USER.name }],
    ]);
    expect(await screen.findByText(/Changed since then/)).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Comments' })).getByText('Ready')).toBeInTheDocument();
    await user.click(getButton('Request changes'));
    expect(stub.getCalls(decideReview)).toMatchObject([{ body: { act: 'return' } }]);
    expect(await screen.findByText('Changes requested')).toBeInTheDocument();
  });

  it.each([
    ['Request changes', decideReview],
    ['Add comment', addReviewComment],
  ])('STAFF-10 keeps the comment if “%s” fails, and clears the field once the comment is stored', async (label, endpoint) => {
    const requested: Review = { ...NO_REVIEW, state: 'requested', by: 'Amina Bello', at: UPDATED_AT };
    const { stub, user } = await open('editor', {}, [
      [getReview, requested],
      [endpoint, apiError('network')],
    ]);
    const field = await screen.findByLabelText(/^Comment/);
    fireEvent.change(field, { target: { value: 'Please add the venue' } });
    await user.click(getButton(label));

    expect(await screen.findByRole('alert')).toHaveTextContent('Your input has been kept');
    expect(field).toHaveValue('Please add the venue');
    stub.respond(endpoint, { ...requested, state: 'returned' });
    await user.click(getButton(label));
    expect(await screen.findByText('Changes requested')).toBeInTheDocument();
    expect(field).toHaveValue('');
  });

  it('STAFF-10 keeps text that is typed while a comment is being sent, and sends the comment once', async () => {
    let resolveReview: (review: Review) => void = () => undefined;
    const stored = new Promise<Review>((resolve) => {
      resolveReview = resolve;
    });
    const { stub, user } = await open('editor', {}, [[addReviewComment, () => stored]]);
    const field = await screen.findByLabelText(/^Comment/);
    fireEvent.change(field, { target: { value: 'First' } });
    await user.dblClick(getButton('Add comment'));
    fireEvent.change(field, { target: { value: 'Second' } });
    await act(async () => resolveReview(NO_REVIEW));

    expect(stub.getCalls(addReviewComment)).toHaveLength(1);
    expect(field).toHaveValue('Second');
  });

  it('is not offered for published documents', async () => {
    const { stub } = await open('editor', { status: 'published' });
    expect(screen.queryByRole('heading', { name: 'Review' })).not.toBeInTheDocument();
    expect(stub.getCalls(getReview)).toEqual([]);
  });

  it('STAFF-10 is available for programs, with links for people outside the staff', async () => {
    const requested: Review = { ...NO_REVIEW, state: 'requested', by: 'Amina Bello', at: UPDATED_AT };
    const stub = hostServicesStub({
      responses: [
        ...EDITOR_RESPONSES,
        [getProgram, { _id: 'p1', title: 'A course', status: 'draft', updatedAt: UPDATED_AT }],
        // The suggested slug counts as a change, which is saved at the latest when the user leaves the page.
        [updateProgram, { _id: 'p1', title: 'A course', slug: 'a-course', status: 'draft', updatedAt: UPDATED_AT }],
        [getReview, requested],
        [decideReview, { ...requested, state: 'approved' }],
        [createReviewLink, { path: '/programs/review/abc', review: requested }],
        [suggestSlug, { slug: 'a-course', isFree: true, suggestion: 'a-course' }],
      ],
      session: { token: 't', refreshToken: 'r', user: { ...USER, role: 'editor' } },
    });
    const { user } = await renderRoutes(createRoutes, '/admin/programs/p1', stub);
    await user.click(await screen.findByRole('button', { name: 'Approve' }));

    expect(stub.getCalls(decideReview)).toMatchObject([{ params: { kind: 'program', id: 'p1' }, body: { act: 'approve' } }]);
    await user.click(screen.getByText('Share a preview link'));
    await user.click(getButton('Create link'));
    expect(await screen.findByLabelText('Review link')).toHaveValue('http://localhost/programs/review/abc');
  });

  it('shows a link for people outside the staff once, and can revoke it', async () => {
    const link = { _id: 'l1', createdBy: USER.name, createdAt: UPDATED_AT, expiresAt: '2026-11-27T10:00:00.000Z' };
    const { stub, user } = await open('contributor', {}, [
      [createReviewLink, { path: '/events/review/abc', review: { ...NO_REVIEW, links: [link] } }],
      [revokeReviewLink, NO_REVIEW],
    ]);
    await user.click(await screen.findByText('Share a preview link'));
    await user.click(getButton('Create link'));
    expect(await screen.findByLabelText('Review link')).toHaveValue('http://localhost/events/review/abc');
    expect(stub.getCalls(createReviewLink)).toMatchObject([{ body: { days: 7 } }]);
    await user.click(getButton(/^Revoke the link/));
    expect(stub.getCalls(revokeReviewLink)).toMatchObject([{ params: { linkId: 'l1' } }]);
    expect(screen.queryByLabelText('Review link')).not.toBeInTheDocument();
  });
});

describe('a document that a contributor may not edit', () => {
  it.each([
    ['by another user', { authorId: 'user-2' }, /Someone else is editing this event/],
    ['that is published', { status: 'published' as const }, /This event is published/],
  ])('STAFF-11 %s is shown without fields and actions, but with the reason', async (_what, stored, reason) => {
    const { stub } = await open('contributor', { title: 'Theirs', ...stored });
    expect(screen.getByRole('heading', { level: 1, name: 'Read event' })).toBeInTheDocument();
    expect(screen.getByText(reason)).toBeInTheDocument();
    expect(screen.getByText('Theirs')).toBeInTheDocument();
    // A user who only reads the document does not lock it.
    expect(stub.getCalls(putPresence)).toEqual([]);
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
    for (const name of ['Save draft', 'Save', 'Delete', 'Publish', 'Submit for review']) expect(getButtonNames()).not.toContain(name);
  });

  it('STAFF-11 does not include drafts whose author an earlier provider does not report', async () => {
    await open('contributor', { authorId: undefined });
    expect(screen.getByLabelText('Title')).toBeEnabled();
    expect(getButtonNames()).toEqual(expect.arrayContaining(['Save draft', 'Delete']));
  });
});

describe('another user in the same document', () => {
  const other = { tab: 'f'.repeat(32), name: 'Amina Bello', isSelf: false, since: UPDATED_AT };

  it('is shown, and everyone can edit until one editor takes over', async () => {
    const { stub, user } = await open('editor', {}, [
      [
        putPresence,
        ({ body }: StubInput) => {
          const { tab, act } = body as { tab: string; act: string };
          return { others: [other], holder: act === 'take-over' ? tab : null };
        },
      ],
    ]);
    const notice = screen.getByRole('status', { name: 'Who else is here' });
    expect(await within(notice).findByText(/have this open too|has this open too/)).toHaveTextContent('Amina Bello');
    expect(screen.getByLabelText('Title')).toBeEnabled();
    await user.click(getButton('Take over'));
    expect(stub.getCalls(putPresence).at(-1)?.body).toMatchObject({ act: 'take-over' });
    expect(await within(notice).findByText(/You have taken over/)).toBeInTheDocument();
    expect(screen.getByLabelText('Title')).toBeEnabled();
  });

  it('is told when this tab is closed', async () => {
    const { stub } = await open('editor');
    fireEvent(window, new Event('pagehide'));
    expect(stub.getCalls(deletePresence)).toMatchObject([{ params: { kind: 'event', id: 'e1', tab: expect.stringMatching(/^[0-9a-f]{32}$/) } }]);
  });

  it('makes this editor read-only after taking over, and keeps the text that was typed here', async () => {
    const { stub, user } = await open('editor', { title: 'Walk' }, [
      [putPresence, { others: [], holder: null }],
      [updateEvent, eventFixture({ title: 'Walk far' })],
    ]);
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Walk far' } });
    stub.respond(putPresence, { others: [other], holder: other.tab });
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByText(/has taken over/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
    expect(screen.getByText('Walk far')).toBeInTheDocument();

    stub.respond(putPresence, { others: [other], holder: null });
    await user.click(getButton('Take over'));
    expect(await screen.findByLabelText('Title')).toHaveValue('Walk far');
  });
});
