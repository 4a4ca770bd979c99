import { erasePerson, findPerson, type PersonData } from '@site/shared/contracts/privacy';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const backup = { createdAt: '2026-11-01T09:00:00.000Z', location: '/backups/1', expiresAt: '2026-12-01T09:00:00.000Z', isEncrypted: true };
const found: PersonData = {
  applications: [],
  audit: [],
  images: [
    { _id: 'i1', title: 'At the camp', url: '/img/1.jpg', isTrashed: false },
    { _id: 'i2', title: 'Another', url: '/img/2.jpg', isTrashed: true },
  ],
  mentions: [{ kind: 'post', _id: 'p1', title: 'A report', isTrashed: false, field: 'Title', excerpt: [] }],
  albums: [],
  versions: 0,
  hasAccount: false,
  backups: [backup],
};

const visit = async (data: PersonData) => {
  const stub = hostServicesStub({
    responses: [
      [findPerson, data],
      [erasePerson, { applications: 2, auditEntries: 5, images: 1, backups: [backup] }],
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
  it('PRIV-10 shows what is stored, erases it with the chosen images, and names what is left to do by hand', async () => {
    const { user, stub } = await visit(found);
    expect(screen.getByText('Found: 2 images, 1 text.')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('link', { name: 'A report' })).toHaveAttribute('href', '/admin/posts/p1');
    await user.click(screen.getByRole('checkbox', { name: 'Another (in the trash)' }));

    await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Texts that name the person stay as they are: 1.')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Erase' }));

    expect(await screen.findByText('Erased: 2 applications, 1 image and the names in 5 entries of the audit log.')).toBeInTheDocument();
    expect(stub.getCalls(erasePerson)).toEqual([{ body: { email: 'ada@example.com', phone: '', name: '', imageIds: ['i1'] } }]);
    expect(screen.getByText('/backups/1, encrypted')).toBeInTheDocument();
    // What is left to do by hand.
    expect(screen.getByText('These texts still name the person. Edit them yourself:')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'A report' })).toHaveAttribute('href', '/admin/posts/p1');
  });

  it('PRIV-10 says so when nothing is stored, and offers nothing to erase', async () => {
    await visit({ ...found, images: [], mentions: [], backups: [] });

    expect(screen.getByText('Nothing is stored about this person.')).toHaveAttribute('role', 'status');
    expect(screen.queryByRole('button', { name: 'Erase for good' })).not.toBeInTheDocument();
  });

  it('PRIV-10 finds and erases by the phone number as applications store it, however it is written', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'Erase for good' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase' }));
    await screen.findByText(/^Erased: /);

    const person = { email: 'ada@example.com', phone: '+2348031234567', name: '' };
    expect(stub.getCalls(findPerson)[1]).toEqual({ body: person });
    expect(stub.getCalls(erasePerson)).toEqual([{ body: { ...person, imageIds: ['i1', 'i2'] } }]);
  });

  it('PRIV-10 finds a person by the name alone, and asks for one of the three', async () => {
    const { user, stub } = await visit(found);
    await user.clear(screen.getByLabelText('Email'));
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name, an email address or a telephone number');

    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    await waitFor(() => expect(stub.getCalls(findPerson)[1]).toEqual({ body: { email: '', phone: '', name: 'Ada' } }));
  });

  it('PRIV-10 cannot erase a person with a staff account', async () => {
    await visit({ ...found, hasAccount: true });

    expect(screen.getByText('This person has a staff account. Delete it under “Users” first.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
  });
});
