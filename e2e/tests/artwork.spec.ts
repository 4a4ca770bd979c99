import sharp from 'sharp';
import { loadImages, openAndHydrate } from '../support/public-pages.ts';
import { expect, test } from '../support/site-test.ts';

test.describe('Artwork and icons', () => {
  test.use({ reducedMotion: 'reduce' });

  test('no hero image crops a head, from 360 to 1920 px', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    for (const width of [360, 768, 900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const croppedHeads = await page.evaluate(async () => {
        const problems: string[] = [];
        for (const image of document.querySelectorAll<HTMLImageElement>('[aria-label="Highlights"] img')) {
          const drawing = await (await fetch(image.src)).text();
          const [, fullWidth = Number.NaN, fullHeight = Number.NaN] = (/viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? []).map(Number);
          const scale = Math.max(image.clientWidth / fullWidth, image.clientHeight / fullHeight);
          const [x = 50, y = 50] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat);
          const left = (image.clientWidth - fullWidth * scale) * (x / 100);
          const top = (image.clientHeight - fullHeight * scale) * (y / 100);
          const people = [...drawing.matchAll(/translate\((\d+) (\d+)\) scale\(([\d.]+)\)/g)].map((match) => match.slice(1).map(Number));
          if (people.length === 0) problems.push(`${image.src} shows no people`);
          // A head with its scarf spans from 30 to 102 units above the shoulders, and 36 units to each side.
          for (const [personX = 0, personY = 0, size = 0] of people) {
            const edges = [
              left + (personX - 36 * size) * scale,
              image.clientWidth - left - (personX + 36 * size) * scale,
              top + (personY - 102 * size) * scale,
            ];
            const chin = image.clientHeight - top - (personY - 30 * size) * scale;
            if (Math.min(...edges, chin) < 0) problems.push(`${image.src}: ${[...edges, chin].map(Math.round).join(', ')}`);
          }
        }
        return problems;
      });
      expect.soft(croppedHeads, `${width} px`).toEqual([]);
    }
  });

  test('the image of a program does not cover its title or extend below the page header', { tag: '@whole' }, async ({ site, page }) => {
    const { data: programs } = await (await fetch(`${site.url}/api/programs`)).json();
    for (const { slug } of programs) {
      await page.goto(`${site.url}/programs/${slug}`);
      for (const width of [768, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const { overlap, overflow } = await page.getByRole('main').evaluate((main) => {
          const title = main.querySelector('h1');
          const image = main.querySelector('header img');
          if (title === null || image === null) throw new Error('The page has no title or no image.');
          const text = document.createRange();
          text.selectNodeContents(title);
          const box = image.getBoundingClientRect();
          const end = main.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          return { overlap: Math.round(text.getBoundingClientRect().right - box.left), overflow: Math.round(box.bottom - end) };
        });
        expect.soft(overlap, `${slug}, ${width} px`).toBeLessThanOrEqual(0);
        expect.soft(overflow, `${slug}, ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });

  test("an event's facts do not cover the faces in its image", { tag: '@whole' }, async ({ site, page }) => {
    const { data: events } = await (await fetch(`${site.url}/api/events`)).json();
    await openAndHydrate(page, `${site.url}/events/${events[0]._id}`);
    for (const width of [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const image = await page.locator('main img').first().boundingBox();
      const card = await page.locator('main dl').first().locator('..').boundingBox();
      expect.soft((card?.y ?? 0) - (image?.y ?? 0), `${width} px`).toBeGreaterThanOrEqual(330);
    }
  });

  test('cards of an incomplete last row are as wide as the others, and no card image is taller than wide on a tablet', { tag: '@whole' }, async ({
    site,
    page,
  }) => {
    for (const path of ['/', '/news', '/events', '/donate', '/about', '/gallery']) {
      await openAndHydrate(page, `${site.url}${path}`);
      await expect(page.locator('html[data-whole]')).toBeAttached();
      for (const width of [768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { unevenGrids, tallImages } = await page.getByRole('main').evaluate((main, isTablet) => {
          const unevenGrids: string[] = [];
          const tallImages: string[] = [];
          for (const grid of main.querySelectorAll<HTMLElement>('*')) {
            if (getComputedStyle(grid).display !== 'grid' || grid.children.length < 3) continue;
            const cards = [...grid.children].filter((child) => child.matches('article, li') || child.textContent?.includes('₦'));
            if (cards.length !== grid.children.length) continue;
            const widths = cards.map((card) => Math.round(card.getBoundingClientRect().width));
            // The first card in a list may be wider, because it shows the newest item.
            const expectedWidth = widths[1] ?? 0;
            if (widths.slice(1).some((width) => Math.abs(width - expectedWidth) > 1))
              unevenGrids.push(`${grid.getAttribute('aria-label') ?? grid.className}: ${widths.join(', ')}`);
            if (!isTablet) continue;
            for (const image of cards.flatMap((card) => [...card.querySelectorAll('img')])) {
              const box = image.getBoundingClientRect();
              if (box.width > 100 && box.height > box.width + 1) tallImages.push(`${image.alt}: ${Math.round(box.width)} by ${Math.round(box.height)}`);
            }
          }
          return { unevenGrids, tallImages };
        }, width === 768);
        expect.soft(unevenGrids, `${path}, ${width} px`).toEqual([]);
        expect.soft(tallImages, `${path}, ${width} px`).toEqual([]);
      }
    }
  });

  test('the title of an article is visible without scrolling on laptops and large screens', { tag: '@whole' }, async ({ site, page }) => {
    for (const slug of ['what-cough-syrup-does', 'twelve-schools-one-question-box']) {
      await openAndHydrate(page, `${site.url}/news/${slug}`);
      for (const viewport of [
        { width: 1280, height: 720 },
        { width: 1920, height: 1080 },
      ]) {
        await page.setViewportSize(viewport);
        const title = await page.getByRole('heading', { level: 1 }).boundingBox();
        expect.soft((title?.y ?? Number.NaN) + (title?.height ?? Number.NaN), `${slug}, ${viewport.width} px`).toBeLessThan(viewport.height);
        expect.soft(title?.y ?? Number.NaN, `${slug}, ${viewport.width} px`).toBeLessThan(570);
      }
    }
  });

  test('the image of the newest article is cropped only at its sides', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, `${site.url}/news`);
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const picture = await page.getByRole('list', { name: 'News articles' }).getByRole('img').first().boundingBox();
      expect.soft((picture?.width ?? Number.NaN) / (picture?.height ?? Number.NaN), `${width} px`).toBeLessThanOrEqual(16 / 9 + 0.01);
    }
  });

  test('the label of the film does not cover the faces on its cover', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const label = await page.getByText('uses about 14 MB').boundingBox();
      const cover = await page.getByRole('img', { name: /outside a college building$/ }).boundingBox();
      if (label === null || cover === null) throw new Error('The film has no cover or no label.');
      // The people are in the middle of the drawing, and their chins are in its upper three quarters.
      const isBesidePeople = label.y >= cover.y + cover.height * 0.75 || label.x + label.width <= cover.x + cover.width * 0.29;
      expect.soft(isBesidePeople, `${width} px`).toBe(true);
      if (width === 360) expect.soft(label.y).toBeGreaterThanOrEqual(cover.y + cover.height - 1);
    }
  });

  test('kerning does not narrow the space after a full stop or a comma', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, site.url);
    const kernedTexts = await page.evaluate(async () => {
      await document.fonts.ready;
      const context = document.createElement('canvas').getContext('2d');
      if (context === null) throw new Error('The browser does not support canvas.');
      context.font = '100px "Onest Variable"';
      const measure = (text: string): number => context.measureText(text).width;
      return ['. W', ', n', '. A'].filter((text) => Math.abs(measure(text) - [...text].reduce((sum, letter) => sum + measure(letter), 0)) > 0.5);
    });
    expect(kernedTexts).toEqual([]);
  });

  test('gallery photos show their captions without hover at phone width', async ({ site, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAndHydrate(page, `${site.url}/gallery`);
    const captions = page.getByRole('list', { name: 'Photos' }).getByRole('link').locator('span:has(> time)');
    expect(await captions.count()).toBeGreaterThan(3);
    expect(new Set(await captions.evaluateAll((all) => all.map((caption) => getComputedStyle(caption).opacity)))).toEqual(new Set(['1']));
  });

  test('the lightbox has no bars beside its photo', { tag: '@whole' }, async ({ site, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.url}/gallery`);
    await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click();
    const photo = page.getByRole('dialog').getByRole('img').first();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const { shown, natural } = await photo.evaluate((image: HTMLImageElement) => ({
      shown: image.clientWidth / image.clientHeight,
      natural: image.naturalWidth / image.naturalHeight,
    }));
    expect(Math.abs(shown / natural - 1)).toBeLessThan(0.01);
  });

  test('there is no visible line between the closing call and the footer', { tag: '@whole' }, async ({ site, page }) => {
    await openAndHydrate(page, `${site.url}/about`);
    for (const width of [360, 768, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await loadImages(page);
      const footer = page.getByRole('contentinfo');
      await footer.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight / 2));
      const box = await footer.boundingBox();
      // Compare the last pixels above the footer with the footer's first pixels, on the side that is indigo at every width.
      const clip = { x: width - 12, y: Math.round(box?.y ?? 0) - 3, width: 10, height: 6 };
      const { channels } = await sharp(await page.screenshot({ clip })).stats();
      expect.soft(Math.max(...channels.map(({ min, max }) => max - min)), `${width} px`).toBeLessThanOrEqual(14);
    }
  });

  test('browsers that support AVIF get it from the second visit on, and `src` refers to WebP', async ({ site, browser }) => {
    const visit = async () => {
      // Another profile: the next visitor, who has no cached photos.
      const page = await browser.newPage();
      const photoResponse = page.waitForResponse((response) => response.url().includes('/f_auto,'));
      await openAndHydrate(page, `${site.url}/news`);
      const type = (await photoResponse).headers()['content-type'];
      const photo = page.getByRole('main').locator('img[srcset]').first();
      expect(await photo.getAttribute('src')).toContain('/f_webp,');
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await page.close();
      return type;
    };
    // The provider encodes AVIF only when it is otherwise idle.
    await expect.poll(visit, { timeout: 20_000 }).toBe('image/avif');
  });
});
