import type { Application } from '@site/shared/contracts/application';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
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

const show = () => {
  const services = hostServicesStub({ session: { token: 't', refreshToken: 'r', user: userFixture() } });
  render(<ReplyForm services={services} application={application} canSendMail isBusy={false} change={async () => true} />);
  return { template: screen.getByRole('combobox', { name: 'Template' }), user: userEvent.setup() };
};
const message = () => screen.getByRole('textbox', { name: 'Message' });

describe('ReplyForm', () => {
  it.each(['Declined', 'Choose a template'])('STAFF-27 asks before “%s” replaces text that was changed', async (other) => {
    const { template, user } = show();
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

  it('STAFF-27 replaces the text of a template that was not changed at once', async () => {
    const { template, user } = show();
    await user.selectOptions(template, 'Accepted');
    await user.selectOptions(template, 'Declined');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(message()).toHaveDisplayValue(/we have no suitable role/);
  });
});
