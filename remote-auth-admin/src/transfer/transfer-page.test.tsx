import { createExport, type ImportedItem, importContent, summariseExport } from '@site/shared/contracts/transfer';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { exportCsv } from '../testing/export-csv.ts';

const counts = { media: 1200, album: 3, image: 40, post: 12, event: 5, program: 4, redirect: 2 };
const item = (changes: Partial<ImportedItem>): ImportedItem => ({
  kind: 'post',
  file: 'posts/a1.json',
  title: 'Hub day',
  outcome: 'new',
  field: '',
  message: '',
  ...changes,
});
const found = [
  item({}),
  item({ file: 'posts/a2.json', outcome: 'same' }),
  item({ file: 'posts/a3.json', title: 'Camp', outcome: 'conflict', field: 'slug', message: 'Another post already uses this URL' }),
];

const visit = async (responses: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({
    responses: [[summariseExport, { counts, bytes: 250 * 1024 * 1024 }], ...responses],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'admin' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/transfer', stub);
  await screen.findByRole('heading', { level: 1, name: 'Import and export' });
  const choose = (name = 'content.zip') => view.user.upload(screen.getByLabelText(/^Choose/), new File(['PK'], name, { type: 'application/zip' }));
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
  return { stub, choose, press, ...view };
};

const getCells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name} `) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('TransferPage', () => {
  it('STAFF-22 shows the contents of an export, and lets the browser download it', async () => {
    const { press, stub } = await visit([[createExport, { path: '/api/transfer/files/secret', expiresAt: '2026-11-25T10:00:00.000Z' }]]);
    const opened: string[] = [];
    const clickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.pathname);
    });
    expect(screen.getByText(/about 250 MB/)).toBeInTheDocument();
    expect(screen.getByText('1,200')).toBeInTheDocument();
    await press('Export');

    expect(opened).toEqual(['/api/transfer/files/secret']);
    expect(stub.toasts).toEqual([{ kind: 'success', message: 'Download started' }]);
    clickSpy.mockRestore();
  });

  it('STAFF-22 previews an import, imports as drafts, and reports what was not imported', async () => {
    const { choose, press, stub } = await visit([[importContent, found]]);
    await choose();
    expect(screen.getByText(/^content\.zip, /)).toBeInTheDocument();
    await press('Check the file');

    expect(await screen.findByText('1 item to import. 1 item cannot be imported.')).toHaveAttribute('role', 'status');
    expect(getCells('News')).toEqual(['1', '0', '1', '1', '0']);
    const problems = within(screen.getByRole('list', { name: 'Problems' }));
    expect(problems.getByText('Camp')).toBeInTheDocument();
    expect(problems.getByText(/Another post already uses this URL/)).toHaveTextContent('(field: slug)');
    expect(await exportCsv()).toHaveLength(4);
    await press('Import as drafts');

    expect(await screen.findByText('1 item imported. 1 item not imported.')).toHaveAttribute('role', 'status');
    expect(stub.getCalls(importContent).map(({ query }) => query)).toEqual([
      { run: 'check', status: 'draft' },
      { run: 'apply', status: 'draft' },
    ]);
    expect(stub.getCalls(summariseExport)).toHaveLength(2);
  });

  it('STAFF-22 imports as drafts by default, and requires another check before it keeps the status', async () => {
    const { choose, press, stub, user } = await visit([[importContent, [item({})]]]);
    expect(screen.getByRole('radio', { name: /^As drafts/ })).toBeChecked();
    await choose();
    await press('Check the file');
    await screen.findByText('1 item to import.');
    await user.click(screen.getByRole('radio', { name: /^Keep the status from the file/ }));

    expect(screen.queryByText('1 item to import.')).not.toBeInTheDocument();
    await press('Check the file');
    await screen.findByText('1 item to import.');
    await press('Import with status');
    await screen.findByText('1 item imported.');
    expect(stub.getCalls(importContent).at(-1)?.query).toEqual({ run: 'apply', status: 'kept' });
  });

  it('STAFF-22 does not offer an import if there is nothing to import', async () => {
    const { choose, press } = await visit([[importContent, [item({ outcome: 'same' })]]]);
    await choose();
    await press('Check the file');

    expect(await screen.findByText('There is nothing to import: everything in the file is already here.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument();
  });

  it.each([
    ['an invalid file', apiError('invalid', 'This is not a ZIP file, or it is incomplete.'), 'This is not a ZIP file, or it is incomplete.'],
    ['a lost connection', apiError('network'), 'The file could not be sent. Nothing was imported. Try again when you are connected.'],
    ['missing permission', apiError('forbidden'), 'You do not have permission to do this'],
  ])('STAFF-22 reports %s', async (_name, response, message) => {
    const { choose, press } = await visit([[importContent, response]]);
    await press('Check the file');
    expect(screen.getByText('Choose an exported ZIP.')).toBeInTheDocument();
    await choose();
    await press('Check the file');

    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('STAFF-22 explains the effect of a lost connection on a running import', async () => {
    const { choose, press, stub } = await visit([[importContent, [item({})]]]);
    await choose();
    await press('Check the file');
    await screen.findByText('1 item to import.');
    stub.respond(importContent, apiError('network'));
    await press('Import as drafts');

    expect(await screen.findByText(/Items imported before that are kept\. Import the file again/)).toBeInTheDocument();
  });

  it('STAFF-22 asks before the user leaves the screen during an import', async () => {
    const { choose, press, router, stub, user } = await visit([[importContent, [item({})]]]);
    const isCloseBlocked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await choose();
    await press('Check the file');
    await screen.findByText('1 item to import.');
    expect(isCloseBlocked()).toBe(false);
    stub.respond(importContent, () => new Promise(() => {}));
    await press('Import as drafts');
    expect(isCloseBlocked()).toBe(true);
    await act(() => router.navigate('/admin/gallery'));

    const leaveDialog = within(await screen.findByRole('dialog', { name: 'Leave while the import runs?' }));
    await user.click(leaveDialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Keep this screen open until the import is finished.')).toBeInTheDocument();
  });

  it('STAFF-22 can cancel a running check', async () => {
    const { choose, press } = await visit([[importContent, () => new Promise(() => {})]]);
    await choose();
    await press('Check the file');
    expect(screen.getByRole('progressbar', { name: 'Import' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^As drafts/ })).toBeDisabled();
    expect(screen.getByText('Sending the file: 0%')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  });
});
