import { listEvents } from '@site/shared/contracts/event';
import { listPosts } from '@site/shared/contracts/post';
import { getProgram } from '@site/shared/contracts/program';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const program = {
  slug: 'navigate',
  title: 'NAVIGATE',
  coverImage: '/img/upload/v1/navigate.webp',
  coverImageAlt: 'A compass',
  content: '<h2>The eight weeks</h2><p onclick="alert(1)">Two <a href="javascript:alert(1)">calls</a> a week.</p><script>alert(1)</script>',
};

const open = async (response: unknown, path = '/programs/navigate', otherResponses: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({ responses: [[getProgram, response], [listEvents, []], [listPosts, []], ...otherResponses] });
  // The page awaits the response, so the resulting updates must happen inside `act`.
  const view = await act(async () => await renderRoutes(createRoutes, path, stub));
  return { ...view, stub };
};

describe('the program page', () => {
  it("PROG-01 PROG-05 shows the program's cover, title and text, without scripts", async () => {
    const { stub, container } = await open(program);

    expect(await screen.findByRole('heading', { level: 1, name: 'NAVIGATE' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'A compass' })).toBeInTheDocument();
    expect(screen.getByText('Two calls a week.').outerHTML).toBe('<p>Two calls a week.</p>');
    expect(container.querySelector('script')).not.toBeInTheDocument();
    expect(stub.getCalls(getProgram)).toMatchObject([{ params: { slug: 'navigate' } }]);
  });

  it('PROG-01 works without a cover', async () => {
    await open({ ...program, coverImage: null });

    await screen.findByRole('heading', { level: 1, name: 'NAVIGATE' });
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('shows the facts that staff have entered and where to apply', async () => {
    await open({ ...program, duration: 'Eight weeks', ages: '18 to 25', cost: 'Free', nextStart: '' });

    const facts = within(await screen.findByRole('region', { name: 'Program facts' }));
    expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Length', 'Ages', 'Cost']);
    expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Eight weeks', '18 to 25', 'Free']);
    const apply = new URL(facts.getByRole('link', { name: /^Apply on WhatsApp/ }).getAttribute('href') ?? '');
    expect(apply.searchParams.get('text')).toBe('Hello, I would like to apply for NAVIGATE.');
  });

  it('links to the volunteer form if staff have chosen that form', async () => {
    await open({ ...program, ages: '18 and older', applyBy: 'volunteer-form' });
    expect(await screen.findByRole('link', { name: 'Apply with the volunteer form' })).toHaveAttribute('href', '/volunteer');
  });

  it('shows no facts if staff have entered none', async () => {
    await open(program);
    await screen.findByRole('heading', { level: 1, name: 'NAVIGATE' });
    expect(screen.queryByRole('region', { name: 'Program facts' })).not.toBeInTheDocument();
  });

  it('lists the next events and newest articles with its tag, or none if the requests fail', async () => {
    const event = { _id: 'e1', title: 'Information evening', date: '2027-01-08', tags: ['Navigate'] };
    const untaggedEvent = { _id: 'e2', title: 'Another evening', date: '2027-01-08', tags: [] };
    const { stub } = await open({ ...program, relatedTag: '' }, '/programs/navigate', [
      [listEvents, [event, untaggedEvent]],
      [listPosts, apiError('server')],
    ]);

    const section = within(await screen.findByRole('region', { name: 'More about NAVIGATE' }));
    expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/events/e1']);
    expect(stub.getCalls(listEvents)[0]?.query).toEqual({ tag: 'navigate', limit: '2', view: 'summary', when: 'upcoming' });
    expect(stub.toasts).toEqual([]);
  });

  it('ends with descriptive links for taking part and sharing', async () => {
    const { stub } = await open({ ...program, title: 'Arts & Minds' });

    const target = (name: RegExp) => new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'https://site.example');
    await screen.findByRole('heading', { level: 2, name: 'Take part in Arts & Minds' });
    const askUrl = target(/^Ask us on WhatsApp/);
    expect(askUrl.pathname).toBe(`/${stub.site.telephone.replace(/\D/g, '')}`);
    expect(askUrl.searchParams.get('text')).toBe('Hello, I would like to know more about Arts & Minds.');
    expect(target(/^Volunteer with us/).pathname).toBe('/volunteer');
    const share = within(screen.getByRole('region', { name: 'Share this program' }));
    const url = `${stub.site.siteUrl}/programs/navigate`;
    expect(new URL(share.getByRole('link', { name: /^Share on WhatsApp/ }).getAttribute('href') ?? '').searchParams.get('text')).toBe(`Arts & Minds ${url}`);
    expect(share.getByRole('button', { name: 'Copy link' })).toBeInTheDocument();
  });

  it('addresses schools and links to their form if staff have chosen that form', async () => {
    await open({ ...program, title: 'School Drug Sensitization', ages: 'Secondary school', applyBy: 'school-visit-form' });

    const facts = within(await screen.findByRole('region', { name: 'Program facts' }));
    expect(facts.getByRole('link', { name: 'Book a school visit' })).toHaveAttribute('href', '/school-visit');
    const step = within(screen.getByRole('region', { name: 'Bring School Drug Sensitization to your school' }));
    expect(step.getAllByRole('link').map((link) => link.textContent)).toEqual(['Book a school visit', expect.stringMatching(/^Ask us on WhatsApp/)]);
    expect(step.getByRole('link', { name: 'Book a school visit' })).toHaveAttribute('href', '/school-visit');
    expect(screen.queryByRole('link', { name: /^Apply on WhatsApp/ })).not.toBeInTheDocument();
  });

  it('shows no links for taking part in a missing program', async () => {
    await open(apiError('not-found', 'Not found'));

    await screen.findByRole('heading', { name: 'Program Not Found' });
    expect(screen.queryByRole('heading', { name: /^Take part/ })).not.toBeInTheDocument();
  });

  it('STAFF-18 redirects from an old URL of the program to its current URL', async () => {
    const { router } = await open(program, '/programs/navigate-2025');

    await screen.findByRole('heading', { level: 1, name: 'NAVIGATE' });
    expect(router.state.location.pathname).toBe('/programs/navigate');
  });

  it('PROG-02 shows a spinner while the program loads', async () => {
    let respond: (value: unknown) => void = () => undefined;
    const pending = new Promise((resolve) => {
      respond = resolve;
    });
    await open(() => pending);
    expect(screen.getByRole('status')).toBeInTheDocument();

    await act(async () => respond(program));

    await screen.findByRole('heading', { level: 1, name: 'NAVIGATE' });
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('PROG-03 reports a missing program', async () => {
    await open(apiError('not-found'), '/programs/unknown');

    expect(await screen.findByRole('heading', { name: 'Program Not Found' })).toBeInTheDocument();
    expect(screen.getByText("The program you're looking for doesn't exist or has been removed.")).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Programs' })).toHaveAttribute('href', '/what-we-do');
  });

  it('PROG-04 X-15 logs other failures and leaves the page empty', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);

    const { stub, container } = await open(apiError('server'));

    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
    expect(container.textContent).toBe('');
    expect(log).toHaveBeenCalledTimes(1);
    expect(stub.toasts).toMatchObject([{ kind: 'error', message: 'An error occurred' }]);
  });
});
