import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './servers.ts';

/** Pages with fixed content. Their link previews are images of their banners at the size that social networks request. */
const PAGES = ['about', 'team', 'what-we-do', 'impact', 'volunteer', 'ebook'];

const POSTER_STYLE = `
  header, footer, aside, main > :not(:first-child) { display: none !important }
  section:first-child { block-size: 630px !important; padding: 190px 40px 0 !important }
  section:first-child > div[class*="wrap"] { margin-inline: 0 !important }
  h1 { font-size: 92px !important; max-inline-size: 18ch !important }
  h1 + p { font-size: 32px !important; max-inline-size: 32ch !important }
  .poster-mark { position: absolute; inset: 48px auto auto 88px; scale: 1.6; transform-origin: 0 0; color: #fff }
`;

/** Takes the screenshots from a running site: `npx tsx e2e/support/draw-link-previews.ts http://localhost:3000` */
const drawLinkPreviews = async (siteUrl: string): Promise<void> => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, bypassCSP: true, colorScheme: 'light', reducedMotion: 'reduce' });
  for (const name of PAGES) {
    await page.goto(`${siteUrl}/${name}`);
    await page.locator('html[data-alive]').waitFor();
    await page.addStyleTag({ content: POSTER_STYLE });
    await page.evaluate(() => {
      const mark = document.querySelector('footer a[href="/"]')?.cloneNode(true);
      if (!(mark instanceof HTMLElement)) throw new Error('The footer has no logo.');
      mark.classList.add('poster-mark');
      document.querySelector('main section')?.append(mark);
    });
    await page.screenshot({ path: join(root, 'remote-marketing/src/link-previews', `${name}.jpg`), type: 'jpeg', quality: 72 });
  }
  await browser.close();
};

await drawLinkPreviews(process.argv[2] ?? 'http://localhost:3000');
