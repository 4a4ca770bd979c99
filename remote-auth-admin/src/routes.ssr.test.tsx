/** @jest-environment node */
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderFallbackToString, renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

describe('the login and staff area routes on the server', () => {
  it('LOGIN-01 renders the login', async () => {
    const page = await renderRoutesToString(createRoutes, '/login', hostServicesStub());

    expect(page).toMatchObject({ status: 200, errors: [], head: { title: 'Login' } });
    expect(page.html).toContain('>Login</h1>');
  });

  it('ROUTE-17 renders no staff page, because the server has no session', () => {
    const [login, staff] = toRouterRoutes(createRoutes(hostServicesStub()));
    const screens = staff?.children?.filter(({ index }) => index !== true) ?? [];

    expect([login, staff, ...screens].map((route) => route?.handle.render)).toEqual(['browser', 'browser', ...screens.map(() => 'browser')]);
  });
});

describe('the first HTML of the login and the staff area', () => {
  const renderFallback = async (path: string) => {
    const rendered = await renderFallbackToString(createRoutes, path, hostServicesStub());
    expect(rendered?.errors).toEqual([]);
    return { markup: rendered?.html ?? '', chunk: rendered?.chunk };
  };
  const readNavigation = (markup: string): string[] =>
    [...(/<nav.*<\/nav>/.exec(markup)?.[0].matchAll(/ title="([^"]*)"/g) ?? [])].map(([, label = '']) => label);

  it.each(['/admin/dashboard', '/admin/posts', '/admin/posts/1', '/admin/gallery', '/admin/profile', '/admin/no-such-screen'])(
    'ROUTE-17 has the links that every role sees, and a skeleton of the screen, at %s',
    async (path) => {
      const { markup, chunk } = await renderFallback(path);

      expect(chunk).toBe('staff');
      expect(readNavigation(markup)).toEqual(['Dashboard', 'News', 'Events', 'Gallery', 'Media library']);
      expect(markup).toContain('View site');
      expect(markup).toContain('aria-busy="true"');
      expect(markup).toMatch(/role="status"><span[^>]*>Loading the page</);
      // These texts depend on the role or the session.
      for (const text of ['Users', 'Programs', 'Trash', 'Sign out', 'Profile:']) expect(markup).not.toContain(text);
    },
  );

  it('ROUTE-17 marks the current area, and has a heading if the title is known', async () => {
    const { markup } = await renderFallback('/admin/posts');

    expect(markup).toMatch(/aria-current="page"[^>]*title="News"|title="News"[^>]*aria-current="page"/);
    expect(markup).toContain('>News</h1>');
    expect((await renderFallback('/admin/dashboard')).markup).not.toContain('<h1');
  });

  it('LOGIN-01 has the login form, disabled until its script has loaded', async () => {
    const { markup, chunk } = await renderFallback('/login');

    expect(chunk).toBe('login');
    expect(markup).toContain('>Login</h1>');
    expect(markup).not.toContain('<form');
    const controls = [...markup.matchAll(/<(?:input|button)[^>]*>/g)].map(([control]) => control);
    expect(controls).toHaveLength(6);
    for (const control of controls) expect(control).toContain('disabled=""');
    expect(markup).toContain('role="status">Loading the page<');
  });
});
