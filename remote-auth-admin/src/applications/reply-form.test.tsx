import type { Application } from '@site/shared/contracts/application';
import { Link } from '@site/shared/router';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { ReplyForm } from './reply-form.tsx';

const application: Application = {
  _id: 'a1',
  kind: 'volunteer',
  name: 'Ṣadé Ọlátúnjí',
  email: 'sade@example.com',
  phone: '',
  qualification: 'BSc',
  location: 'Lagos',
  skills: '',
  interests: '',
  motivation: 'To help',
  ageBand: '',
  guardianContact: '',
  school: '',
  role: '',
  pupils: '',
  weeks: '',
  message: '',
  consentVersion: '',
  createdAt: '2026-11-18T09:00:00.000Z',
  readAt: null,
  assignee: null,
  notes: [],
  newer: null,
  older: null,
  isSample: false,
};

const show = async () => {
  const services = hostServicesStub({ session: { token: 't', refreshToken: 'r', user: userFixture() } });
  const page = (
    <>
      <ReplyForm services={services} application={application} canSendMail isBusy={false} change={async () => true} />
      <Link to="/elsewhere">Newer</Link>
    </>
  );
  const { user } = await renderRoutes(() => [{ path: '/', element: page }], '/', services);
  return { template: screen.getByRole('combobox', { name: 'Template' }), user };
};
const message = () => screen.getByRole('textbox', { name: 'Message' });

describe('ReplyForm', () => {
  it.each(['Declined', 'Choose a template'])('STAFF-27 asks before “%s” replaces edited text', async (other) => {
    const { template, user } = await show();
    await user.selectOptions(template, 'Accepted');
    fireEvent.change(message(), { target: { value: 'Dear Ṣadé, my own text' } });
    await user.selectOptions(template, other);

    const dialog = within(screen.getByRole('dialog', { name: 'Replace your text?' }));
    expect(message()).toHaveValue('Dear Ṣadé, my own text');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(template).toHaveDisplayValue('Accepted');
    expect(message()).toHaveValue('Dear Ṣadé, my own text');

    await user.selectOptions(template, other);
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    expect(template).toHaveDisplayValue(other);
    expect(screen.queryByDisplayValue('Dear Ṣadé, my own text')).not.toBeInTheDocument();
  });

  it('STAFF-27 replaces unedited template text without asking', async () => {
    const { template, user } = await show();
    await user.selectOptions(template, 'Accepted');
    await user.selectOptions(template, 'Declined');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(message()).toHaveDisplayValue(/we have no suitable role/);
  });

  it('STAFF-27 asks before the user leaves edited text, unless the mail program has it', async () => {
    const { template, user } = await show();
    const closesWithoutWarning = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await user.selectOptions(template, 'Accepted');
    expect(closesWithoutWarning()).toBe(true);
    fireEvent.change(message(), { target: { value: 'Dear Ṣadé, my own text' } });
    expect(closesWithoutWarning()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Newer' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Cancel' }));
    expect(message()).toHaveValue('Dear Ṣadé, my own text');

    // Prevent the default action, because jsdom cannot open a `mailto:` URL.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await user.click(screen.getByRole('link', { name: 'Open in email app' }));
    expect(closesWithoutWarning()).toBe(true);
    fireEvent.change(message(), { target: { value: 'Dear Ṣadé, my other text' } });
    await user.click(screen.getByRole('link', { name: 'Newer' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Outside this remote')).toBeInTheDocument();
  });
});
