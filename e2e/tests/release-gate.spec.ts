import { isLongRun } from '../support/long-drills.ts';
import { createTeamCheckout } from '../support/releases.ts';
import { expect, test } from '../support/site-test.ts';

const PAGE = 'remote-gallery/src/gallery/gallery-page.tsx';
const LOADER_LINE = '  const data = useLoaderData<GalleryData>();';

test.describe('The release checks', { tag: '@drill' }, () => {
  test.setTimeout(180_000);
  test.skip(!isLongRun, 'A drill of half a minute: releases.spec.ts runs the complete gate on a healthy release.');

  test('REL-04 reject faults that only a browser shows: leftover globals and a changed shell', async ({ ownSite }) => {
    const team = createTeamCheckout(ownSite.dataFolder);
    try {
      // This React effect contains several faults that no server test could detect.
      const effect = `${LOADER_LINE}
  useEffect(() => {
    Object.assign(window, { galleryState: data });
    window.addEventListener('scroll', () => undefined);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('header { opacity: 0.2 }');
    document.adoptedStyleSheets.push(sheet);
    console.error('something is wrong');
  }, [data]);`;
      team.edit(PAGE, LOADER_LINE, effect);
      team.edit(PAGE, "import type { MouseEvent } from 'react';", "import { type MouseEvent, useEffect } from 'react';");
      expect(team.run('run', 'build', '-w', 'remote-gallery')).toMatchObject({ status: 0 });
      const checkResult = team.run('run', 'check:release', '-w', 'remote-gallery');
      expect(checkResult.status).toBe(1);
      for (const reason of [
        'leaves a global: window.galleryState',
        'a listener of scroll on window',
        'changes the shell',
        'prints an error: something is wrong',
      ])
        expect(checkResult.output).toContain(reason);
    } finally {
      team.remove();
    }
  });
});
