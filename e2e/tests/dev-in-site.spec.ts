import { join } from 'node:path';
import { START_LIMIT_MS, startDevServer } from '../support/dev-server.ts';
import { createTeamCheckout } from '../support/releases.ts';
import { root } from '../support/servers.ts';
import { expect as expectSoon, test } from '../support/site-test.ts';
import { fillLogin } from '../support/staff.ts';

/** Development pages are slower, because they are neither minified nor split, and types are checked after each build. */
const expect = expectSoon.configure({ timeout: 20_000 });

const PAGE = 'remote-gallery/src/gallery/gallery-page.tsx';
const COUNTER = `const Counter = () => {
  const [clicks, setClicks] = useState(0);
  return <button type="button" onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</button>;
};
`;

const readDocument = async (url: string) => {
  const response = await fetch(url);
  return [response.headers.get('content-security-policy'), await response.text()];
};

test('RLS-08 npm run dev -- --host shows the working copy in the live site without changing the site', { tag: '@drill' }, async ({
  site,
  page,
  consoleErrors,
}) => {
  test.setTimeout(START_LIMIT_MS + 60_000);
  const checkout = createTeamCheckout(site.dataFolder);
  checkout.edit(PAGE, "import type { MouseEvent } from 'react';", "import { type MouseEvent, useState } from 'react';");
  checkout.edit(PAGE, 'interface AlbumFilterProps', `${COUNTER}\ninterface AlbumFilterProps`);
  checkout.edit(PAGE, '<AlbumFilter albums', '<Counter /><AlbumFilter albums');
  const before = await readDocument(`${site.url}/gallery`);
  const server = await startDevServer(join(checkout.folder, 'remote-gallery'), [join(root, 'releases/site-kit.mjs'), 'dev', '--host', site.url], {});
  try {
    await page.goto(`${server.url}/gallery`);
    await page.getByRole('button', { name: 'Clicked 0 times' }).click();
    await expect(page.getByRole('button', { name: 'Clicked 1 times' })).toBeVisible();

    checkout.edit(PAGE, 'Clicked {clicks}', 'Pressed {clicks}');
    await expect(page.getByRole('button', { name: 'Pressed 1 times' })).toBeVisible();
    expect(consoleErrors).toEqual([]);

    checkout.edit('remote-gallery/src/routes.tsx', "chunk: 'gallery',", '');
    await expect(page.frameLocator('#rspack-dev-server-client-overlay').getByText(/Property 'chunk' is missing/)).toBeVisible();

    // Pages of other remotes use their released version.
    await page.goto(`${server.url}/login`);
    await fillLogin(page);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    expect(await readDocument(`${site.url}/gallery`)).toEqual(before);
  } finally {
    await server.stop();
    checkout.remove();
  }
});
