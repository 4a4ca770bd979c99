import { erasePerson, findPerson, type PersonData, type PersonItem } from '@site/shared/contracts/privacy';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const backup = { createdAt: '2026-11-01T09:00:00.000Z', location: '/backups/1', expiresAt: '2026-12-01T09:00:00.000Z', isEncrypted: true };
const item = (place: PersonItem['place'], _id: string, title: string, values: Partial<PersonItem> = {}): PersonItem => ({
  place,
  _id,
  title,
  by: '',
  at: '2026-11-01T09:00:00.000Z',
  isTrashed: false,
  excerpt: [],
  isExact: false,
  ...values,
});
const excerpt = [
  { text: 'A ', isMatch: false },
  { text: 'blessing', isMatch: true },
  { text: ' in disguise', isMatch: false },
];
const found: PersonData = {
  applications: [],
  audit: [],
  images: [
    { _id: 'i1', title: 'At the camp', url: '/img/1.jpg', isTrashed: false },
    { _id: 'i2', title: 'Another', url: '/img/2.jpg', isTrashed: true },
  ],
  mentions: [{ kind: 'post', _id: 'p1', title: 'A report', isTrashed: false, field: 'Excerpt', excerpt }],
  albums: [],
  items: [
    item('applications', 'a1', 'Blessing', { by: 'ada@example.com', isExact: true }),
    item('images', 'i1', 'At the camp', { isExact: true }),
    item('images', 'i2', 'Another', { isTrashed: true, excerpt }),
    item('versions', 'v1', 'A report', { number: 3, by: 'Ngozi', excerpt }),
    item('drafts', 'post/p1/u1', 'A report', { by: 'Chidi', excerpt, isExact: true }),
    item('comments', 'c1', 'A report', { by: 'Chidi', excerpt }),
  ],
  omittedItems: 0,
  versions: 0,
  hasAccount: false,
  backups: [backup],
};

const visit = async (data: PersonData) => {
  const stub = hostServicesStub({
    responses: [
      [findPerson, data],
      [erasePerson, { applications: 1, auditEntries: 5, images: 1, versions: 1, drafts: 0, comments: 0, backups: [backup] }],
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'admin' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/personal-data', stub);
  await screen.findByRole('heading', { level: 1, name: 'Personal data' });
  await view.user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await view.user.click(screen.getByRole('button', { name: 'Find' }));
  await screen.findByText(/^(?:Found: |Nothing is stored)/);
  return { stub, ...view };
};

describe('PersonPage', () => {
  it('PRIV-10 lists the items by kind with the text around each match, and preselects exact matches except in texts by colleagues', async () => {
    await visit(found);
    expect(screen.getByText('Found: 1 application, 2 photos, 1 version of a document, 1 unsaved draft, 1 review comment, 1 text.')).toHaveAttribute(
      'role',
      'status',
    );
    const checkboxStates = screen.getAllByRole('checkbox', { name: /./ }).map((box) => [box.parentElement?.textContent, (box as HTMLInputElement).checked]);
    expect(checkboxStates).toEqual([
      ['BlessingNovember 1, 2026, ada@example.com', true],
      ['At the campNovember 1, 2026', true],
      ['Another (in the trash)November 1, 2026', false],
      ['A report, version 3November 1, 2026, Ngozi', false],
      ['A reportNovember 1, 2026, Chidi', false],
      ['A reportNovember 1, 2026, Chidi', false],
    ]);
    const draft = within(screen.getByRole('list', { name: 'Unsaved drafts' })).getByRole('checkbox');
    expect(draft).toHaveAccessibleDescription('A blessing in disguise');
    expect(screen.getByText('A colleague will lose their unsaved changes.')).toBeInTheDocument();
    const texts = within(screen.getByRole('region', { name: 'Texts that name this person' }));
    expect(texts.getByRole('link', { name: 'A report' })).toHaveAttribute('href', '/admin/posts/p1');
    expect(texts.getByText(/^Excerpt:/)).toHaveTextContent('Excerpt: A blessing in disguise');
  });

  it('PRIV-10 states the numbers and kinds, erases the selected items, and lists the texts to edit by hand', async () => {
    const { user, stub } = await visit(found);
    await user.click(screen.getByRole('checkbox', { name: /^A report, version 3/ }));
    await user.click(screen.getByRole('checkbox', { name: /^At the camp/ }));
    await user.click(screen.getByRole('button', { name: 'Select all 2' }));

    await user.click(screen.getByRole('button', { name: 'Erase permanently' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1 application', '2 photos', '1 version of a document']);
    expect(dialog.getByText('This cannot be undone. Nothing else changes. You still have 1 text to edit by hand.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Erase' }));

    expect(await screen.findByText('Erased: 1 application, 5 activity log entries, 1 photo, 1 version of a document.')).toBeInTheDocument();
    const chosen = { applications: ['a1'], audit: [], images: ['i1', 'i2'], versions: ['v1'], drafts: [], comments: [] };
    expect(stub.getCalls(erasePerson)).toEqual([{ body: { email: 'ada@example.com', phone: '', name: '', chosen } }]);
    expect(screen.getByText('/backups/1, encrypted')).toBeInTheDocument();
    expect(
      screen.getByText('These texts still name the person. Edit them, then search again: the earlier text of each is kept as a version.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'A report' })).toHaveAttribute('href', '/admin/posts/p1');
  });

  it('PRIV-10 requires a selection before erasing, and states how many items are not listed', async () => {
    await visit({ ...found, items: found.items.filter(({ isExact }) => !isExact), omittedItems: 1200 });
    expect(screen.getByRole('button', { name: 'Erase permanently' })).toBeDisabled();
    expect(screen.getByText(/1,200 more were found/)).toBeInTheDocument();
  });

  it('PRIV-10 reports that nothing is stored, and does not offer to erase', async () => {
    await visit({ ...found, images: [], mentions: [], items: [], backups: [] });

    expect(screen.getByText('Nothing is stored about this person.')).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('button', { name: 'Erase permanently' })).not.toBeInTheDocument();
  });

  it('PRIV-10 converts a typed phone number to the stored format before finding and erasing', async () => {
    const { user, stub } = await visit(found);
    const phone = screen.getByRole('textbox', { name: /^Phone/ });
    await user.type(phone, '0803');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(phone).toHaveAccessibleDescription(expect.stringContaining('This phone number is too short'));

    await user.type(phone, ' 123 4567');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    await waitFor(() => {
      expect(stub.getCalls(findPerson)).toHaveLength(2);
      expect(screen.getByRole('button', { name: 'Find' })).not.toHaveAttribute('aria-busy');
    });
    await user.click(await screen.findByRole('button', { name: 'Erase permanently' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase' }));
    await screen.findByText(/^Erased: /);

    const person = { email: 'ada@example.com', phone: '+2348031234567', name: '' };
    expect(stub.getCalls(findPerson)[1]).toEqual({ body: person });
    expect(stub.getCalls(erasePerson)).toEqual([{ body: { ...person, chosen: expect.objectContaining({ applications: ['a1'], images: ['i1'] }) } }]);
  });

  it('PRIV-10 finds a person by name alone, and requires at least one of the three fields', async () => {
    const { user, stub } = await visit(found);
    await user.clear(screen.getByLabelText('Email'));
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name, an email address or a phone number');

    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    await waitFor(() => expect(stub.getCalls(findPerson)[1]).toEqual({ body: { email: '', phone: '', name: 'Ada' } }));
  });

  it('PRIV-10 cannot erase a person with a staff account', async () => {
    await visit({ ...found, hasAccount: true });

    expect(screen.getByText('This person has a staff account. Delete it under “Users” first.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Erase permanently' })).toBeDisabled();
  });
});
