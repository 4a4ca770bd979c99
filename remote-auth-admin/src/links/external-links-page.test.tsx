import { checkExternalLink, type ExternalLink, ignoreExternalLink, listExternalLinksPage } from '@site/shared/contracts/external-link';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';

const link = (id: string, fields: Partial<ExternalLink> = {}): ExternalLink => ({
  _id: id,
  url: `https://partner.example/${id}`,
  state: 'broken',
  reason: 'http',
  httpStatus: 404,
  checkedAt: '2026-11-20T02:00:00.000Z',
  failedAt: '2026-11-20T02:00:00.000Z',
  isIgnored: false,
  isWaiting: false,
  documents: [
    { kind: 'post', _id: 'p1', title: 'Exam season' },
    { kind: 'event', _id: 'e1', title: 'Walk' },
  ],
  documentCount: fields.documents?.length ?? 2,
  ...fields,
});
const serve = (...rows: readonly ExternalLink[]) =>
  serveList(rows, {
    text: ({ url }) => url,
    matches: ({ state, isIgnored }, { show }) => show === undefined || (show === 'ignored' ? isIgnored : state === show),
  });

const open = async (rows: readonly ExternalLink[], path = '/admin/links') => {
  const stub = hostServicesStub({
    responses: [[listExternalLinksPage, serve(...rows)]],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { name: 'External links', level: 1 });
  return stub;
};
const getRow = (name: RegExp) => screen.getByRole('row', { name });

afterEach(() => jest.useRealTimers());

describe('ExternalLinksPage', () => {
  it('STAFF-18 explains why a link is broken, and links to its URL and to the documents that contain it', async () => {
    await open([link('gone'), link('down', { state: 'failing', httpStatus: 503, documents: [] })]);
    const row = getRow(/partner\.example\/gone/);

    expect(within(screen.getByLabelText('Sort by')).getByRole('option', { name: 'Result, broken first' })).toBeInTheDocument();
    expect(row).toHaveTextContent('BrokenPage not found (404).');
    expect(row).toHaveTextContent('Fri, 11/20/2026');
    expect(within(row).getByRole('link', { name: /partner\.example\/gone/ })).toHaveAttribute('href', 'https://partner.example/gone');
    expect(within(row).getByRole('link', { name: 'Exam season' })).toHaveAttribute('href', '/admin/posts/p1');
    expect(within(row).getByRole('link', { name: 'Walk' })).toHaveAttribute('href', '/admin/events/e1');
    expect(getRow(/partner\.example\/down/)).toHaveTextContent('Failed onceThe site returned an error (503).');
  });

  it('STAFF-18 lists five documents that contain a link, and counts the others', async () => {
    const documents = Array.from({ length: 10 }, (_, number) => ({ kind: 'post' as const, _id: `p${number}`, title: `Post ${number}` }));
    await open([link('gone', { documents, documentCount: 1207 })]);

    expect(within(getRow(/gone/)).getAllByRole('link')).toHaveLength(6);
    expect(getRow(/gone/)).toHaveTextContent('Post 4and 1,202 more');
  });

  it('STAFF-18 checks a link again on request, and shows the new result', async () => {
    const stub = await open([link('gone')]);
    stub.respond(checkExternalLink, { _id: 'gone', url: 'https://partner.example/gone' });
    stub.respond(listExternalLinksPage, serve(link('gone', { isWaiting: true })));
    fireEvent.click(screen.getByLabelText('Select all on this page'));
    fireEvent.click(screen.getByRole('button', { name: 'Check again now' }));

    expect(await screen.findByText('Being checked')).toBeInTheDocument();
    expect(screen.queryByText(/no such page/)).not.toBeInTheDocument();
    expect(stub.getCalls(checkExternalLink)).toEqual([{ params: { id: 'gone' } }]);
    stub.respond(listExternalLinksPage, serve(link('gone', { state: 'works', reason: '' })));
    // The screen polls every three seconds.
    expect(await screen.findByText('Works', undefined, { timeout: 10_000 })).toBeInTheDocument();
  });

  it('STAFF-18 ignores a link, and can stop ignoring it', async () => {
    const stub = await open([link('gone'), link('old', { isIgnored: true })]);
    stub.respond(ignoreExternalLink, { _id: 'x', url: 'https://partner.example/x' });
    fireEvent.click(screen.getByLabelText('Select all on this page'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Ignore' })));
    fireEvent.click(screen.getByLabelText('Select all on this page'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop ignoring' })));

    expect(stub.getCalls(ignoreExternalLink)).toEqual([
      { params: { id: 'gone' }, body: { isIgnored: true } },
      { params: { id: 'old' }, body: { isIgnored: false } },
    ]);
    expect(stub.toasts.map(({ message }) => message)).toEqual(['1 link ignored', '1 link no longer ignored']);
  });

  it('STAFF-18 explains why a check was rejected', async () => {
    const stub = await open([link('gone')]);
    const message = 'Link checks are switched off (LINK_CHECK_HOUR is off).';
    stub.respond(checkExternalLink, apiError('conflict', message));
    fireEvent.click(screen.getByLabelText('Select all on this page'));
    fireEvent.click(screen.getByRole('button', { name: 'Check again now' }));

    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('STAFF-18 shows only broken links when opened from the dashboard', async () => {
    await open([link('gone'), link('fine', { state: 'works', reason: '' })], '/admin/links?show=broken');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    expect(screen.getByText('1 of 2 links')).toBeInTheDocument();
  });

  it('STAFF-18 shows a message while there are no links', async () => {
    await open([]);
    expect(await screen.findByRole('heading', { name: 'No links to other sites' })).toBeInTheDocument();
  });
});
