import { type Application, deleteApplication, listApplications, updateApplication } from '@site/shared/contracts/application';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubAnswer } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { applicationsCsv } from './applications-csv.ts';

const application = (changes: Partial<Application> = {}): Application => ({
  _id: 'a1',
  name: 'Ṣadé Ọlátúnjí',
  email: 'sade@example.com',
  phone: '+2348031234567',
  qualification: 'BSc',
  location: 'Lagos',
  skills: '',
  interests: 'Music',
  motivation: 'To help',
  createdAt: '2026-11-18T09:00:00.000Z',
  readAt: null,
  isSample: false,
  ...changes,
});
const emeka = application({
  _id: 'a2',
  name: 'Emeka Obi',
  email: 'emeka@example.com',
  createdAt: '2026-11-19T09:00:00.000Z',
  readAt: '2026-11-19T10:00:00.000Z',
});

const visit = async (applications: unknown, path = '/admin/applications', more: readonly StubAnswer[] = []) => {
  const stub = hostServicesStub({ answers: [[listApplications, applications], ...more], session: { token: 't', refreshToken: 'r', user: userFixture() } });
  const view = await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { level: 1, name: 'Volunteers' });
  return { stub, ...view };
};

const names = () =>
  screen.queryAllByRole('listitem').flatMap((item) =>
    within(item)
      .queryAllByText(/Ọlátúnjí|Obi/)
      .map(({ textContent }) => textContent),
  );

describe('ApplicationsPage', () => {
  it('NS-07 lists the newest first, with everything that was written', async () => {
    await visit([application(), emeka]);

    expect(names()).toEqual(['Emeka Obi', 'Ṣadé Ọlátúnjí']);
    expect(screen.getByRole('status').textContent).toBe('2 of 2 applications');
    expect(screen.getAllByText('New', { selector: 'span' })).toHaveLength(1);
    expect(screen.getByText('sade@example.com').getAttribute('href')).toBe('mailto:sade@example.com');
  });

  it('searches and filters, and keeps both in the address', async () => {
    const { user, router, stub } = await visit([application(), emeka]);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'sade');
    expect(names()).toEqual(['Ṣadé Ọlátúnjí']);
    await user.click(screen.getByRole('button', { name: 'Read' }));

    expect(screen.getByRole('heading', { name: 'No application matches' })).toBeTruthy();
    expect(router.state.location.search).toBe('?q=sade&show=read');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(2);
    expect(stub.callsOf(listApplications)).toHaveLength(1);
  });

  it('NS-07 marks an application as read', async () => {
    const { user, stub } = await visit([application()], '/admin/applications', [[updateApplication, application({ readAt: '2026-11-20T09:00:00.000Z' })]]);
    stub.answer(listApplications, [application({ readAt: '2026-11-20T09:00:00.000Z' })]);
    await user.click(screen.getByText('Ṣadé Ọlátúnjí'));
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));

    expect(await screen.findByRole('button', { name: 'Mark as new' })).toBeTruthy();
    expect(stub.callsOf(updateApplication)).toEqual([{ params: { id: 'a1' }, body: { isRead: true } }]);
  });

  it('NS-07 deletes an application after a question', async () => {
    const { user, stub } = await visit([application()], '/admin/applications', [[deleteApplication, { _id: 'a1' }]]);
    await user.click(screen.getByText('Ṣadé Ọlátúnjí'));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(stub.callsOf(deleteApplication)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    stub.answer(listApplications, []);
    await user.click(within(screen.getByRole('dialog', { name: 'Delete this application?' })).getByRole('button', { name: 'Delete' }));

    expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeTruthy();
    expect(stub.callsOf(deleteApplication)).toEqual([{ params: { id: 'a1' } }]);
  });

  it('says why a change failed', async () => {
    const { user } = await visit([application()], '/admin/applications', [[updateApplication, apiError('forbidden')]]);
    await user.click(screen.getByText('Ṣadé Ọlátúnjí'));
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You do not have permission to do this');
  });

  it('NS-08 says inline that a contributor may not read them', async () => {
    await visit(apiError('forbidden'));
    expect(screen.getByText('You do not have permission to do this')).toBeTruthy();
  });

  it('NS-07 exports all facts of an application', () => {
    const [, line] = applicationsCsv([application()]).split('\r\n');
    expect(line).toBe('"2026-11-18T09:00:00.000Z","Ṣadé Ọlátúnjí","sade@example.com","\'+2348031234567","BSc","Lagos","","Music","To help",""');
  });
});
