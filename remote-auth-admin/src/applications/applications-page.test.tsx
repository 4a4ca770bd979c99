import type { ApiError } from '@site/shared/contracts/api-error';
import {
  type Application,
  type ApplicationNote,
  addApplicationNote,
  deleteApplication,
  deleteApplicationNote,
  getApplication,
  getApplicationOptions,
  listApplicationsPage,
  replyToApplication,
  restoreApplication,
  updateApplication,
} from '@site/shared/contracts/application';
import { checkConfirmation } from '@site/shared/contracts/second-factor';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';
import { toApplicationsCsv } from './applications-csv.ts';

const application = (changes: Partial<Application> = {}): Application => ({
  _id: 'a1',
  kind: 'volunteer',
  name: 'Ṣadé Ọlátúnjí',
  email: 'sade@example.com',
  phone: '+2348031234567',
  qualification: 'BSc',
  location: 'Lagos',
  ageBand: '',
  guardianContact: '',
  school: '',
  role: '',
  pupils: '',
  weeks: '',
  message: '',
  consentVersion: '',
  skills: '',
  interests: 'Music',
  motivation: 'To help',
  createdAt: '2026-11-18T09:00:00.000Z',
  readAt: null,
  assignee: null,
  notes: [],
  newer: null,
  older: null,
  isSample: false,
  ...changes,
});
const handledApplication = application({ readAt: '2026-11-20T09:00:00.000Z' });
const emeka = application({
  _id: 'a2',
  name: 'Emeka Obi',
  email: 'emeka@example.com',
  createdAt: '2026-11-19T09:00:00.000Z',
  readAt: '2026-11-19T10:00:00.000Z',
});

const visitRequest = application({
  _id: 'a3',
  kind: 'school-visit',
  name: 'Bisi Ade',
  email: '',
  qualification: '',
  interests: '',
  motivation: '',
  school: 'Unity Secondary School',
  role: 'Head teacher',
  pupils: '80, aged 12 to 14',
  weeks: 'The last two weeks of January',
  message: 'We have a hall.',
});

const OPTIONS = { assignees: [{ _id: 'u2', name: 'Ngozi Okafor' }], canSendMail: true };
const note = (changes: Partial<ApplicationNote>): ApplicationNote => ({
  _id: 'n1',
  text: 'Called: no answer.',
  author: 'Ngozi Okafor',
  authorId: 'u2',
  createdAt: '2026-11-20T09:00:00.000Z',
  ...changes,
});

const serve = (applications: readonly Application[]) =>
  serveList(applications, {
    text: ({ name }) => name.normalize('NFD').replace(/\p{M}/gu, ''),
    matches: ({ readAt, stage, kind }, { read, stage: requestedStage, kind: requestedKind }) =>
      (requestedKind === undefined || requestedKind === kind) &&
      (read === undefined || read === String(readAt !== null)) &&
      (requestedStage === undefined || requestedStage === (stage ?? (readAt === null ? 'new' : 'handled'))),
    sorts: { createdAt: ({ createdAt }) => createdAt ?? '' },
    counts: (all) => ({ unread: all.filter(({ readAt }) => readAt === null).length }),
  });

const visit = async (applications: readonly Application[] | ApiError, path = '/admin/applications', more: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({
    responses: [
      [checkConfirmation, { message: 'No confirmation is needed.' }],
      [getApplicationOptions, OPTIONS],
      [listApplicationsPage, 'kind' in applications ? applications : serve(applications)],
      [
        getApplication,
        ({ params }: StubInput) => ('kind' in applications ? undefined : applications.find(({ _id }) => _id === params?.id)) ?? apiError('not-found'),
      ],
      ...more,
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture() },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { level: 1 });
  return { stub, ...view };
};

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

describe('ApplicationsPage', () => {
  it('NS-07 lists the newest applications first, and marks the new ones', async () => {
    await visit([application(), emeka]);

    expect(names()).toEqual(['Emeka Obi', 'Ṣadé Ọlátúnjí']);
    expect(screen.getByText('2 of 2 applications')).toBeInTheDocument();
    expect(screen.getAllByText('New', { selector: 'td *' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Applications 1 new' })).toBeInTheDocument();
  });

  it('stores the search and the filter in the URL', async () => {
    const { user, router, stub } = await visit([application(), emeka]);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'sade');
    await waitFor(() => expect(names()).toEqual(['Ṣadé Ọlátúnjí']));
    await user.click(screen.getByRole('button', { name: 'Handled' }));

    expect(await screen.findByRole('heading', { name: 'No applications match' })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?q=sade&show=handled');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(stub.getCalls(listApplicationsPage).map(({ query }) => query)).toEqual([
      { limit: '25', offset: '0', counts: 'true', sort: '-createdAt', view: 'summary' },
      { limit: '25', offset: '0', counts: 'true', sort: '-createdAt', view: 'summary', q: 'sade' },
      { limit: '25', offset: '0', counts: 'true', sort: '-createdAt', view: 'summary', q: 'sade', stage: 'handled' },
      { limit: '25', offset: '0', counts: 'true', sort: '-createdAt', view: 'summary' },
    ]);
  });

  it('NS-07 marks all selected applications as handled', async () => {
    const { user, stub } = await visit([application(), emeka], '/admin/applications', [[updateApplication, handledApplication]]);
    stub.respond(listApplicationsPage, serve([handledApplication, emeka]));
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Mark as handled' }));

    await waitFor(() => expect(screen.getAllByText('Handled', { selector: 'td *' })).toHaveLength(2));
    expect(stub.getCalls(updateApplication)).toEqual([{ params: { id: 'a1' }, body: { isRead: true } }]);
    expect(stub.toasts).toEqual([{ kind: 'success', message: '1 application marked as handled' }]);
  });

  it('NS-08 shows contributors a 403 inline', async () => {
    await visit(apiError('forbidden'));
    expect(screen.getByText('You do not have permission to do this')).toBeInTheDocument();
  });

  it('NS-07 exports all matching applications in full, not only the current page', async () => {
    const many = Array.from({ length: 230 }, (_, index) => application({ _id: `m${index}`, name: `Person ${index}` }));
    const { user, stub } = await visit(many);
    let file: Blob | undefined;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        file = blob;
        return 'blob:export';
      },
      revokeObjectURL: () => {},
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));

    await waitFor(() => expect(file).toBeDefined());
    expect(file?.size).toBeGreaterThan(230 * 100);
    const queries = stub.getCalls(listApplicationsPage).slice(1);
    expect(queries.map(({ query }) => query)).toEqual([
      { limit: '200', offset: '0', sort: '-createdAt' },
      { limit: '200', offset: '200', sort: '-createdAt' },
    ]);
    jest.restoreAllMocks();
  });

  it('NS-07 exports all fields of an application', () => {
    const [, line] = toApplicationsCsv([application()]).split('\r\n');
    expect(line).toBe(
      '"2026-11-18T09:00:00.000Z","Ṣadé Ọlátúnjí","sade@example.com","\'+2348031234567","BSc","Lagos","","Music","To help","","","","","New","","Volunteer","","","","",""',
    );
    const [, visitLine] = toApplicationsCsv([visitRequest]).split('\r\n');
    expect(visitLine).toContain('"School visit","Unity Secondary School","Head teacher","80, aged 12 to 14","The last two weeks of January","We have a hall."');
  });
});

describe('a school visit', () => {
  it('NS-07 is listed with its school, and can be filtered by kind and stage together', async () => {
    const handledVisitRequest = application({ ...visitRequest, _id: 'a4', name: 'Tunde Cole', readAt: '2026-11-20T09:00:00.000Z' });
    const { user, router, stub } = await visit([application(), visitRequest, handledVisitRequest]);
    expect(names()).toHaveLength(3);
    expect(screen.getAllByText('School visit: Unity Secondary School')).toHaveLength(2);

    const kind = screen.getByRole('combobox', { name: 'Kind' });
    await user.selectOptions(kind, 'School visits');
    await waitFor(() => expect(names()).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'New' }));
    await waitFor(() => expect(names()).toEqual(['Bisi Ade']));
    expect(router.state.location.search).toBe('?show=new&kind=school-visit');
    expect(stub.getCalls(listApplicationsPage).at(-1)?.query).toMatchObject({ read: 'false', kind: 'school-visit' });

    await user.selectOptions(kind, 'Volunteers');
    await waitFor(() => expect(names()).toEqual(['Ṣadé Ọlátúnjí']));
    await user.click(screen.getByRole('button', { name: 'Accepted' }));
    expect(await screen.findByText('Nothing matches the kind “Volunteers” in “Accepted”.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    expect(kind).toHaveValue('');
  });

  it('NS-07 shows all answers, and offers a call but no reply if there is no email address', async () => {
    await visit([visitRequest], '/admin/applications/a3');

    for (const text of [visitRequest.school, visitRequest.role, visitRequest.pupils, visitRequest.weeks, visitRequest.message])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/^School visit, received/)).toBeInTheDocument();
    expect(screen.queryByText('Qualification')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:${visitRequest.phone}`);
    expect(screen.queryByRole('combobox', { name: 'Template' })).not.toBeInTheDocument();
  });

  it('STAFF-27 has reply templates for schools', async () => {
    const { user } = await visit([{ ...visitRequest, email: 'bisi@school.example' }], '/admin/applications/a3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Suggest a day');

    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('A day for your school visit');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toMatch(/^Hello Bisi,.*school.*Kind regards,\n/s);
    expect(screen.queryByText(/volunteer/i, { selector: 'option' })).not.toBeInTheDocument();
  });

  it('STAFF-27 neither sends a reply that still has placeholders nor opens it in the mail program', async () => {
    const { user, stub } = await visit([{ ...visitRequest, email: 'bisi@school.example' }], '/admin/applications/a3', [[replyToApplication, visitRequest]]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Visit confirmed');
    const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await user.type(message, ' [[hall]');
    const written = message.value;
    expect(message).not.toHaveAttribute('aria-invalid');
    expect(screen.queryByRole('link', { name: 'Open in email app' })).not.toBeInTheDocument();

    for (const name of ['Send', 'Open in email app']) {
      await user.click(screen.getByRole('button', { name }));
      expect(message).toHaveAccessibleDescription('Replace [day] and [time] before you send.');
      expect(message).toHaveFocus();
    }
    expect(message).toHaveValue(written);
    expect(stub.getCalls(replyToApplication)).toEqual([]);

    fireEvent.change(message, { target: { value: written.replace('[day]', '3 March') } });
    expect(message).toHaveAccessibleDescription('Replace [time] before you send.');
    const complete = written.replace('[day]', '3 March').replace('[time]', '9:00');
    fireEvent.change(message, { target: { value: complete } });
    expect(message).not.toHaveAttribute('aria-invalid');
    expect(screen.getByRole('link', { name: 'Open in email app' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    // Text in square brackets that the user typed is sent unchanged.
    await waitFor(() => expect(stub.getCalls(replyToApplication).map(({ body }) => body)).toEqual([expect.objectContaining({ text: complete })]));
  });
});

describe('ApplicationPage', () => {
  it('NS-07 shows the complete application, and ways to reply', async () => {
    await visit([application(), emeka], '/admin/applications/a1');

    expect(screen.getByRole('heading', { level: 1, name: 'Ṣadé Ọlátúnjí' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'sade@example.com' })).toHaveAttribute('href', 'mailto:sade@example.com');
    expect(screen.getByRole('link', { name: '+2348031234567' })).toHaveAttribute('href', 'tel:+2348031234567');
    expect(screen.getByText('To help')).toBeInTheDocument();
    expect(screen.getByText('Not given')).toBeInTheDocument();
  });

  it('NS-07 marks the application as handled', async () => {
    const { user, stub } = await visit([application()], '/admin/applications/a1', [[updateApplication, handledApplication]]);
    stub.respond(getApplication, handledApplication);
    await user.click(screen.getByRole('button', { name: 'Mark as handled' }));

    expect(await screen.findByRole('button', { name: 'Mark as new' })).toBeInTheDocument();
    expect(stub.getCalls(updateApplication)).toEqual([{ params: { id: 'a1' }, body: { isRead: true } }]);
  });

  it('STAFF-27 changes the stage and the assignee', async () => {
    const { user, stub } = await visit([application()], '/admin/applications/a1', [[updateApplication, handledApplication]]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Stage' }), 'Accepted');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Ngozi Okafor');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Assigned to' }), 'Unassigned');

    expect(stub.getCalls(updateApplication).map(({ body }) => body)).toEqual([{ stage: 'accepted' }, { assigneeId: 'u2' }, { assigneeId: null }]);
    expect(stub.toasts.map(({ message }) => message)).toEqual(['Stage: Accepted', 'Assigned', 'Unassigned']);
  });

  it('STAFF-27 adds notes, and lets users delete only their own', async () => {
    const applicationWithNotes = application({ notes: [note({}), note({ _id: 'n2', author: 'Ada', authorId: userFixture()._id })] });
    const { user, stub } = await visit([applicationWithNotes], '/admin/applications/a1', [
      [addApplicationNote, applicationWithNotes],
      [deleteApplicationNote, applicationWithNotes],
    ]);
    expect(screen.getAllByText('Called: no answer.')).toHaveLength(2);

    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(screen.getByText('Write something')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'New note' }), 'Comes on Friday.');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue(''));
    await user.click(screen.getByRole('button', { name: /^Delete the note by Ada/ }));

    expect(screen.queryByRole('button', { name: /^Delete the note by Ngozi/ })).not.toBeInTheDocument();
    expect(stub.getCalls(addApplicationNote)).toEqual([{ params: { id: 'a1' }, body: { text: 'Comes on Friday.' } }]);
    expect(stub.getCalls(deleteApplicationNote)).toEqual([{ params: { id: 'a1', noteId: 'n2' } }]);
  });

  it('STAFF-27 fills in a reply from a template, and sends the edited text', async () => {
    const { user, stub } = await visit([application()], '/admin/applications/a1', [[replyToApplication, handledApplication]]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Accepted');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(
      `Hello Ṣadé,\n\nWe would love to have you on our team.\n\nThe next step is a short introduction. Which day suits you?\n\nKind regards,\n${userFixture().name}`,
    );
    await user.clear(screen.getByRole('textbox', { name: 'Subject' }));
    await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Welcome & thank you');
    expect(screen.getByRole('link', { name: 'Open in email app' }).getAttribute('href')).toMatch(
      /^mailto:sade@example\.com\?subject=Welcome%20%26%20thank%20you&body=Hello%20.*%0D%0A%0D%0AWe%20would/,
    );
    await user.click(screen.getByRole('button', { name: 'Send' }));

    await waitFor(() => expect(stub.toasts).toEqual([{ kind: 'success', message: 'Email sent' }]));
    expect(stub.getCalls(replyToApplication)[0]?.body).toMatchObject({ subject: 'Welcome & thank you' });
    expect(screen.queryByRole('textbox', { name: 'Message' })).not.toBeInTheDocument();
  });

  it('STAFF-27 keeps the text of a reply that could not be sent', async () => {
    const { user } = await visit([application()], '/admin/applications/a1', [[replyToApplication, apiError('conflict', 'It was not sent.')]]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Declined');
    await user.click(screen.getByRole('button', { name: 'Send' }));

    expect((await screen.findByRole('alert')).textContent).toContain('It was not sent.');
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Your volunteer application');
  });

  it('STAFF-27 links to the newer and the older application', async () => {
    const { user } = await visit([application({ newer: 'a2' }), emeka], '/admin/applications/a1');
    expect(screen.queryByRole('link', { name: 'Older' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Newer' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Emeka Obi' })).toBeInTheDocument();
  });

  it('STAFF-27 offers only the mail program if the provider has no email, stages or notes', async () => {
    const { user } = await visit([application()], '/admin/applications/a1', [[getApplicationOptions, apiError('not-found')]]);
    expect(screen.queryByRole('combobox', { name: 'Stage' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Template' }), 'Invite for a chat');

    expect(screen.getByRole('link', { name: 'Open in email app' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
  });

  it('NS-07 deletes the application, and restores it with Undo', async () => {
    const { user, stub, router } = await visit([application()], '/admin/applications/a1', [
      [deleteApplication, { _id: 'a1' }],
      [restoreApplication, application()],
    ]);
    stub.respond(listApplicationsPage, serve([]));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Ṣadé Ọlátúnjí' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/applications/a1');
    expect(screen.getByRole('button', { name: 'Delete' })).toBeInTheDocument();
  });

  it('explains why a change failed', async () => {
    const { user } = await visit([application()], '/admin/applications/a1', [[updateApplication, apiError('forbidden')]]);
    await user.click(screen.getByRole('button', { name: 'Mark as handled' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this');
  });

  it('reports that the application does not exist', async () => {
    await visit([emeka], '/admin/applications/a1');
    expect(screen.getByRole('heading', { level: 1, name: 'Application not found' })).toBeInTheDocument();
  });
});
