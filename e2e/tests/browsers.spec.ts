import { isLong } from '../support/long-drills.ts';
import { fillApplication, getHelpOpener, PUBLIC_PATHS } from '../support/public-pages.ts';
import { createStaffClient } from '../support/staff.ts';
import { CONDITIONS, type Condition, EXIT_PAGE, expect, test, type Visitor } from '../support/visitor.ts';

const ARTICLE = '/news/what-cough-syrup-does';
const TELEPHONE = /^tel:\+?\d+$/;

const findComingEvent = async ({ site }: Visitor): Promise<string> => {
  const { data }: { data: readonly { readonly _id: string; readonly date: string }[] } = await (await fetch(`${site.url}/api/events`)).json();
  const coming = data.find(({ date }) => Date.parse(date) > Date.now());
  if (coming === undefined) throw new Error('There is no event to come.');
  return `/events/${coming._id}`;
};

const openHelp = async ({ page, hasStyles }: Visitor): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Need to talk?' });
  // Without styles it is one of the last parts of the page.
  if (hasStyles) await expect(dialog).toBeHidden();
  await getHelpOpener(page).click();
  await expect(dialog).toBeInViewport();
  await expect(dialog.getByRole('link', { name: /^Call / })).toHaveAttribute('href', TELEPHONE);
  await expect(dialog.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\//);
  await expect(dialog.getByRole('link', { name: 'Exit this page' })).toHaveAttribute('href', EXIT_PAGE);
};

const openMenu = async ({ page }: Visitor): Promise<void> => {
  await page.getByRole('banner').locator('summary').click();
  await expect(page.getByRole('banner').locator('details').getByRole('link', { name: 'About Us' })).toBeInViewport();
};

const expectHeading = ({ page }: Visitor, name: string | RegExp): Promise<void> => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const countApplications = async ({ site }: Visitor, name: string): Promise<number> => {
  const applications: readonly { readonly name: string }[] = await (await createStaffClient(site)).get('/applications');
  return applications.filter((application) => application.name === name).length;
};

type Journey = (visitor: Visitor, condition: Condition) => Promise<void>;

const JOURNEYS = {
  'NS-02 helplines of every page': async (visitor: Visitor) => {
    for (const path of [...PUBLIC_PATHS, '/donate', '/accessibility', '/safeguarding', '/gallery?page=2', ARTICLE, await findComingEvent(visitor)]) {
      await visitor.open(path);
      await openHelp(visitor);
      if (!visitor.hasStyles) continue;
      await visitor.page.getByRole('dialog', { name: 'Need to talk?' }).getByLabel('Close').click();
      await expect(visitor.page.getByRole('dialog', { name: 'Need to talk?' })).toBeHidden();
    }
  },
  'SHELL-10 menu': async (visitor: Visitor) => {
    await visitor.open('/');
    await openMenu(visitor);
    await visitor.page.getByRole('banner').locator('details').getByRole('link', { name: 'About Us' }).click();
    await expect(visitor.page).toHaveURL(/\/about$/);
    await expectHeading(visitor, 'Empowering Youth for a Better Tomorrow');
    await openMenu(visitor);
    await visitor.page.getByRole('banner').locator('details').getByRole('link', { name: 'Gallery' }).click();
    await expectHeading(visitor, 'Our Gallery');
  },
  'NS-12 search': async (visitor: Visitor) => {
    const { page } = visitor;
    await visitor.open('/nope');
    await page.getByRole('main').getByRole('searchbox').fill('school');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: /for “school”$/ })).toBeVisible();
    await openMenu(visitor);
    await page.locator('details').getByRole('searchbox').fill('ile ife');
    await page.locator('details').getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: /for “ile ife”/ })).toBeVisible();
    const result = page.getByRole('main').getByRole('heading', { level: 3 }).first();
    const title = await result.textContent();
    await result.getByRole('link').click();
    await expect(page).not.toHaveURL(/\/search/);
    await expect(page.getByRole('main')).toContainText(title ?? '');
  },
  'POST-01 article': async (visitor: Visitor) => {
    const { page } = visitor;
    await visitor.open('/news');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Read More/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/news\/[^/]+$/);
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeVisible();
    await visitor.open(ARTICLE);
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Call 112/ })
        .first(),
    ).toHaveAttribute('href', TELEPHONE);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeVisible();
  },
  'EVD-01 event and calendars': async (visitor: Visitor) => {
    const { page, site } = visitor;
    await visitor.open('/events');
    await page
      .locator(`main a[href="${await findComingEvent(visitor)}"]`)
      .first()
      .click();
    await expect(page.getByRole('complementary', { name: 'Event facts' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Google Calendar/ })).toHaveAttribute('href', /^https:\/\/calendar\.google\.com\//);
    await expect(page.getByRole('link', { name: /^Outlook/ })).toHaveAttribute('href', /^https:\/\/outlook\.live\.com\//);
    const file = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href');
    expect(await (await fetch(`${site.url}${file}`)).text()).toContain('BEGIN:VEVENT');
  },
  'GAL-04 gallery and lightbox': async (visitor: Visitor) => {
    const { page, hasScript, hasStyles } = visitor;
    await visitor.open('/gallery');
    await page.getByRole('button', { name: 'Schools' }).click();
    await expect(page).toHaveURL(/[?&]album=/);
    await expect(page.getByRole('button', { name: 'Schools' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('list', { name: 'Photos' }).getByRole('link').first().click();
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
    if (hasStyles) await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Next photo' }).click();
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
    if (hasScript) await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/^2 of \d+$/)).toHaveCount(0);
    await expect(page).not.toHaveURL(/photo=/);
  },
  'VOL-11 volunteer form': async (visitor: Visitor, condition: Condition) => {
    const { page } = visitor;
    const name = `Sent from ${condition}`;
    await visitor.open('/volunteer');
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible();
    await fillApplication(page);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByText('What happens next')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');
    expect(await countApplications(visitor, name)).toBe(1);
  },
  'GEN-07 donate': async (visitor: Visitor) => {
    const { page, context, hasScript } = visitor;
    await visitor.open('/impact');
    await page.getByRole('main').getByRole('link', { name: 'Ways to give' }).click();
    await expectHeading(visitor, 'What your gift does');
    await expect(page.getByText('*000*1*5000*0000000000#')).toBeVisible();
    if (hasScript) await expect(page.getByRole('main').getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
    // Playwright does not answer requests of Chrome 90's new tabs: that they are sent is enough.
    const payment = context.waitForEvent('request', (request) => request.url() === 'https://donate.bettertomorrow.example/give');
    await page.getByRole('link', { name: /^Continue to payment/ }).click();
    await payment;
  },
  'EBOOK-02 ebook': async (visitor: Visitor) => {
    const { page, hasScript, hasStyles } = visitor;
    await visitor.open('/ebook');
    await expect(page.getByRole('link', { name: /^Buy Now/ })).toHaveAttribute('href', 'https://store.bettertomorrow.example/navigating-adolescence');
    if (!hasScript || !hasStyles) return;
    await page.getByRole('button', { name: 'Go to slide 2' }).click();
    await expect(page.getByRole('button', { name: 'Go to slide 2' })).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.slick-active').getByRole('img', { name: 'Navigating Adolescence 2' })).toBeInViewport();
  },
  'HOME-17 home': async (visitor: Visitor) => {
    const { page, hasScript, hasStyles } = visitor;
    await visitor.open('/');
    if (hasStyles) await expect(page.getByRole('link', { name: 'Skip to main content' })).not.toBeInViewport();
    const reviews = page.locator('section[aria-label="Success stories"]');
    if (hasScript) {
      await reviews.getByRole('button', { name: 'Go to slide 3' }).click();
      await expect(reviews.getByRole('button', { name: 'Go to slide 3' })).toHaveAttribute('aria-current', 'true');
      await expect(reviews.getByRole('group', { name: '3 of 5' })).toBeVisible();
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Play the film/ })
        .or(page.getByRole('link', { name: /^Play the film/ }))
        .click();
      await expect(page.locator('iframe')).toBeVisible();
      return;
    }
    await expect(page.getByRole('link', { name: /^Play the film/ })).toHaveAttribute('href', /^https:/);
  },
  'PROG-01 program': async (visitor: Visitor) => {
    const { page } = visitor;
    await visitor.open('/what-we-do');
    await page.locator('main a[href="/programs/navigate"]').first().click();
    await expectHeading(visitor, 'NAVIGATE');
    await expect(page.getByRole('link', { name: /^Apply on WhatsApp/ })).toHaveAttribute('href', /^https:\/\/wa\.me\//);
    await page.getByRole('link', { name: 'Help as a volunteer' }).click();
    await expectHeading(visitor, 'Volunteer with Us');
  },
  'NS-02 quick exit': async (visitor: Visitor) => {
    const { page, hasScript } = visitor;
    await visitor.open('/news');
    await visitor.open(ARTICLE);
    await openHelp(visitor);
    const left = page.waitForRequest(EXIT_PAGE);
    await page.getByRole('dialog', { name: 'Need to talk?' }).getByRole('link', { name: 'Exit this page' }).click();
    await left;
    await expect(page.getByRole('main')).toHaveCount(0);
    if (!hasScript) return;
    const leftAgain = page.waitForRequest(EXIT_PAGE);
    await page.evaluate(() => history.back());
    await leftAgain;
    await expect(page.getByRole('main')).toHaveCount(0);
  },
} satisfies Readonly<Record<string, Journey>>;

test.describe('Journeys of visitors', () => {
  test.skip(!isLong, 'A drill that downloads Chrome 90: npm run bench -- browsers.');
  for (const condition of Object.keys(CONDITIONS) as Condition[]) {
    test.describe(condition, () => {
      test.use({ condition });

      for (const [title, journey] of Object.entries<Journey>(JOURNEYS)) {
        test(title, async ({ visitor }) => {
          test.setTimeout(title.includes('every page') ? 300_000 : 90_000);
          await journey(visitor, condition);
        });
      }
    });
  }
});
