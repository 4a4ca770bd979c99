import { getProgram } from '@site/shared/contracts/program';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const program = {
  slug: 'navigate',
  title: 'NAVIGATE',
  coverImage: '/img/upload/v1/navigate.webp',
  coverImageAlt: 'A compass',
  content: '<h2>The eight weeks</h2><p onclick="alert(1)">Two <a href="javascript:alert(1)">calls</a> a week.</p><script>alert(1)</script>',
};

const open = async (response: unknown, path = '/programs/navigate') => {
  const stub = hostServicesStub({ responses: [[getProgram, response]] });
  // The page awaits the response itself, so the resulting updates belong to the same act.
  const view = await act(async () => await renderRoutes(createRoutes, path, stub));
  return { ...view, stub };
};

describe('the program page', () => {
  it('PROG-01 PROG-05 shows cover, title and text of the program, without scripts', async () => {
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

  it('ends with ways to take part that name where they lead, and with sharing', async () => {
    const { stub } = await open({ ...program, title: 'Arts & Minds' });

    const target = (name: RegExp) => new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '', 'https://site.example');
    await screen.findByRole('heading', { level: 2, name: 'Take part in Arts & Minds' });
    const question = target(/^Ask us on WhatsApp/);
    expect(question.pathname).toBe(`/${stub.site.telephone.replace(/\D/g, '')}`);
    expect(question.searchParams.get('text')).toBe('Hello, I would like to know more about Arts & Minds.');
    expect(target(/^Help as a volunteer/).pathname).toBe('/volunteer');
    expect(target(/^Share this program on WhatsApp/).searchParams.get('text')).toBe(`Arts & Minds: ${stub.site.siteUrl}/programs/navigate`);
  });

  it('offers no way into a program that does not exist', async () => {
    await open(apiError('not-found', 'Not found'));

    await screen.findByRole('heading', { name: 'Program Not Found' });
    expect(screen.queryByRole('heading', { name: /^Take part/ })).not.toBeInTheDocument();
  });

  it('STAFF-3 leads from a former address of the program to its present one', async () => {
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
