/** @jest-environment node */
import { siteFixture } from '@site/shared/testing/fixtures';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import THEME_SCRIPT from './display-preferences.inline.ts?inline';
import { Shell } from './shell.tsx';
import { createShellParts } from './shell-parts.tsx';
import { RenderedParts } from './static-part.tsx';

describe('Shell on the server', () => {
  const site = siteFixture({ emergencyTelephone: '112' });
  const element = (
    <RenderedParts value={createShellParts(site)}>
      <Shell site={site} currentPath="/" closingCall>
        <h1>A page</h1>
      </Shell>
    </RenderedParts>
  );
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);

  it('is complete HTML: links, menu, helplines', () => {
    for (const part of [
      'href="/volunteer"',
      '<summary',
      'href="tel:+2348000000000"',
      'href="tel:112"',
      'href="/donate#bank-transfer"',
      'href="/school-visit"',
      'href="#help"',
      '<div id="help" role="dialog"',
      '<h1>A page</h1>',
      '<footer',
    ]) {
      expect(html.toLowerCase()).toContain(part.toLowerCase());
    }
  });

  it('NS-02 opens and closes the helplines with links that have no button role', () => {
    expect(html).not.toContain('role="button"');
  });

  it('needs no inline handlers or styles', () => {
    expect(html).not.toMatch(/\son[a-z]+=|<style|<script|javascript:/);
  });
});

describe('THEME_SCRIPT', () => {
  const run = (cookie: string, hash = '') => {
    const classes: string[] = [];
    const root = { classList: { add: (name: string) => classes.push(name) }, dataset: {} as Record<string, string> };
    new Function('document', 'location', THEME_SCRIPT)({ documentElement: root, cookie }, { hash });
    return { classes, dataset: root.dataset };
  };

  it('applies the stored preferences before the first paint', () => {
    expect(run('a=b; theme=dark; calm=on')).toEqual({ classes: ['js'], dataset: { theme: 'dark', calm: '' } });
    expect(run('')).toEqual({ classes: ['js'], dataset: {} });
    expect(run('theme=neon; calm=only').dataset).toEqual({});
  });

  it('lays out the whole page immediately if the browser scrolls to a part of it', () => {
    expect(run('', '#trust').dataset).toEqual({ whole: '' });
  });
});
