import { BrowserUnavailable } from '@site/scripts/browsers';
import sharp from 'sharp';
import { runInPage } from '../support/browsers/driver.ts';
import { watchFaults } from '../support/browsers/faults.ts';
import { startOtherSites } from '../support/browsers/other-sites.ts';
import { BROWSERS, type BrowserName, CONDITIONS, type Condition, isCondition, prepareRun } from '../support/browsers/runs.ts';
import { waitUntil } from '../support/browsers/until.ts';
import { captureView, createViewChecker, type ViewCapture } from '../support/browsers/views.ts';
import { byCss, byRole, createVisitor, firstOf, heading, type Visitor, within } from '../support/browsers/visitor.ts';
import { goBackAndForward, navigate, openSecondTab, returnAfterReleases, VISITED_PATHS, visitTwice } from '../support/browsers/visits.ts';
import { isLongRun } from '../support/long-drills.ts';
import { PUBLIC_PATHS } from '../support/public-pages.ts';
import { STAFF } from '../support/servers.ts';
import { expect, type Site, test } from '../support/site-test.ts';
import { createStaffClient } from '../support/staff.ts';

const EXIT_PAGE = 'https://www.bbc.com/weather';
const ARTICLE = '/news/what-cough-syrup-does';
/** Time for the last page's fault reports to arrive. */
const REPORT_DELAY_MS = 500;
const TELEPHONE = /^tel:\+?\d+$/;

const inMain = (...target: Parameters<typeof byRole>) => within(byRole('main'), byRole(...target));
const inMenu = (...target: Parameters<typeof byRole>) => within(within(byRole('banner'), byCss('details')), byRole(...target));
const helplines = byRole('dialog', 'Need to talk?');

const findUpcomingEvent = async ({ site }: Visitor): Promise<string> => {
  const { data }: { data: readonly { readonly _id: string; readonly date: string }[] } = await (await fetch(`${site.url}/api/events`)).json();
  const upcomingEvent = data.find(({ date }) => Date.parse(date) > Date.now());
  if (upcomingEvent === undefined) throw new Error('There is no upcoming event.');
  return `/events/${upcomingEvent._id}`;
};

const expectLink = (visitor: Visitor, target: ReturnType<typeof byRole>, href: RegExp): Promise<void> =>
  visitor.see(target, ({ attributes }) => href.test(attributes.href ?? ''));

const openHelp = async (visitor: Visitor): Promise<void> => {
  // Without styles, the helplines are visible near the end of the page.
  if (visitor.hasStyles) await visitor.seeNo(helplines);
  // The opener is a button once the script runs, and a link before that or without script.
  await visitor.click(firstOf(byCss('header [href="#help"]')));
  await visitor.see(helplines, ({ isInView }) => isInView);
  await expectLink(visitor, firstOf(within(helplines, byRole('link', /^Call /))), TELEPHONE);
  await expectLink(visitor, within(helplines, byRole('link', /^Write on WhatsApp/)), /^https:\/\/wa\.me\//);
  await expectLink(visitor, within(helplines, byRole('link', /^Exit this page/)), new RegExp(`^${EXIT_PAGE}$`));
};

const openMenu = async (visitor: Visitor): Promise<void> => {
  await visitor.click(within(byRole('banner'), byCss('summary')));
  // Without styles, the helplines and the "ways in" fill the first screen.
  await visitor.see(inMenu('link', 'About Us'), ({ isInView }) => isInView || !visitor.hasStyles);
};

const search = async (visitor: Visitor, field: ReturnType<typeof byRole>, text: string): Promise<void> => {
  await visitor.fill(field, text);
  await visitor.press('Enter');
  await visitor.see(heading(2, new RegExp(`for “${text}”`)));
};

const countApplications = async ({ site }: Visitor, name: string): Promise<number> => {
  const applications: readonly { readonly name: string }[] = await (await createStaffClient(site)).get('/applications');
  return applications.filter((application) => application.name === name).length;
};

const signIn = async (visitor: Visitor): Promise<void> => {
  await visitor.open('/login');
  await visitor.fill(byRole('textbox', /^Email/), STAFF.email);
  await visitor.fill(byCss('input[autocomplete=current-password]'), STAFF.password);
  await visitor.click(inMain('button', 'Sign in'));
  await visitor.see(heading(1, /^Good /));
};

type Run = BrowserName | Condition;
type Journey = (visitor: Visitor, run: Run) => Promise<void>;

const JOURNEYS = {
  'NS-02 helplines of every page': async (visitor) => {
    for (const path of [...PUBLIC_PATHS, '/donate', '/accessibility', '/safeguarding', '/gallery?page=2', ARTICLE, await findUpcomingEvent(visitor)]) {
      await visitor.open(path);
      await openHelp(visitor);
      if (!visitor.hasStyles) continue;
      await visitor.click(within(helplines, byRole('button link', 'Close')));
      await visitor.seeNo(helplines);
    }
  },
  'SHELL-10 menu': async (visitor) => {
    await visitor.open('/');
    await openMenu(visitor);
    await visitor.click(inMenu('link', 'About Us'));
    await visitor.seePath(/^\/about$/);
    await visitor.see(heading(1, 'Empowering Youth for a Better Tomorrow'));
    await openMenu(visitor);
    await visitor.click(inMenu('link', 'Gallery'));
    await visitor.see(heading(1, 'Our Gallery'));
  },
  'NS-12 a call, a transfer and a school visit in three taps': async (visitor) => {
    const startFrom = async (link: string): Promise<void> => {
      await visitor.open('/');
      await visitor.click(within(byRole('navigation', 'Where to start'), byRole('link', link)));
    };
    await visitor.open('/');
    // The first tap opens the helplines. A second tap would call the number.
    await openHelp(visitor);
    await startFrom('Give');
    await visitor.seePath(/^\/donate$/);
    await visitor.see(byRole('region', 'Bank transfer'), ({ text }) => text.includes('0000000000'));
    await startFrom('Schools');
    await visitor.seePath(/^\/school-visit$/);
    await visitor.see(firstOf(inMain('textbox')));
  },
  'NS-12 search': async (visitor) => {
    await visitor.open('/nope');
    await search(visitor, inMain('searchbox'), 'school');
    await openMenu(visitor);
    await search(visitor, inMenu('searchbox'), 'ile ife');
    const result = firstOf(within(byRole('main'), heading(3)));
    const { text } = await visitor.read(result);
    await visitor.click(within(result, byRole('link')));
    await visitor.seePath(/^(?!\/search)/);
    await visitor.see(byRole('main'), (main) => main.text.includes(text));
  },
  'POST-01 article': async (visitor) => {
    await visitor.open('/news');
    await visitor.click(firstOf(inMain('link', /^Read More/)));
    await visitor.seePath(/^\/news\/[^/]+$/);
    await visitor.see(heading(2, 'Related Posts'));
    await visitor.open(ARTICLE);
    await expectLink(visitor, firstOf(inMain('link', /^Call 112/)), TELEPHONE);
    await visitor.goBack();
    await visitor.see(heading(2, 'Related Posts'));
  },
  'EVD-01 event and calendars': async (visitor) => {
    await visitor.open('/events');
    await visitor.click(firstOf(byCss(`main a[href="${await findUpcomingEvent(visitor)}"]`)));
    await visitor.see(byRole('complementary', 'Event facts'));
    await expectLink(visitor, byRole('link', /^Google Calendar/), /^https:\/\/calendar\.google\.com\//);
    await expectLink(visitor, byRole('link', /^Outlook/), /^https:\/\/outlook\.live\.com\//);
    const { attributes } = await visitor.read(byRole('link', 'Add to calendar'));
    expect(await (await fetch(`${visitor.site.url}${attributes.href}`)).text()).toContain('BEGIN:VEVENT');
  },
  'GAL-04 gallery and lightbox': async (visitor) => {
    await visitor.open('/gallery');
    await visitor.click(byRole('button', 'Schools'));
    await visitor.seePath(/[?&]album=/);
    await visitor.see(byRole('button', 'Schools'), ({ attributes }) => attributes['aria-pressed'] === 'true');
    await visitor.click(firstOf(within(byRole('list', 'Photos'), byRole('link'))));
    const lightbox = (photo: number) => byRole('dialog', new RegExp(`^Photo ${photo} of \\d+$`));
    await visitor.see(lightbox(1));
    if (visitor.hasStyles) await visitor.see(within(lightbox(1), byRole('img')), ({ isFullyInView }) => isFullyInView);
    await visitor.click(byRole('button link', 'Next photo'));
    await visitor.see(lightbox(2));
    if (visitor.hasScript) await visitor.press('Escape');
    else await visitor.click(within(lightbox(2), byRole('button link', 'Close')));
    await visitor.seeNo(lightbox(2));
    await visitor.seePath(/^(?!.*photo=)/);
  },
  'VOL-11 volunteer form': async (visitor, run) => {
    const name = `Sent from ${run}`;
    await visitor.open('/volunteer');
    await visitor.click(byRole('button', 'Send application'));
    await visitor.see(byRole('heading', 'There is a problem'));
    await visitor.fill(inMain('textbox', /^Name/), name);
    await visitor.fill(inMain('textbox', /^Email/), 'ada@example.org');
    await visitor.choose(inMain('combobox', /^Qualification/), 'BSc');
    await visitor.fill(inMain('textbox', /^Location/), 'Surulere, Lagos');
    await visitor.fill(inMain('textbox', /^Motivation/), 'A friend once listened to me.');
    await visitor.click(byRole('button', 'Send application'));
    await visitor.see(byRole('main'), ({ text }) => text.includes('What happens next'));
    await visitor.see(inMain('textbox', /^Name/), ({ value }) => value === '');
    expect(await countApplications(visitor, name)).toBe(1);
  },
  'GEN-07 donate': async (visitor) => {
    await visitor.open('/impact');
    await visitor.click(inMain('link', 'Ways to give'));
    await visitor.see(heading(1, 'What your gift does'));
    await visitor.see(byRole('main'), ({ text }) => text.includes('*000*1*AMOUNT*0000000000#'));
    if (visitor.hasScript) await visitor.see(firstOf(inMain('button', /^Copy/)));
    await visitor.click(byRole('link', /^Continue to payment/));
    await visitor.seeRequest('https://donate.bettertomorrow.example/give');
  },
  'EBOOK-02 ebook': async (visitor) => {
    await visitor.open('/ebook');
    await expectLink(visitor, byRole('link', /^Buy Now/), /^https:\/\/store\.bettertomorrow\.example\/navigating-adolescence$/);
    if (!visitor.hasScript || !visitor.hasStyles) return;
    const dot = byRole('button', 'Go to slide 2');
    await visitor.click(dot);
    await visitor.see(dot, ({ attributes }) => attributes['aria-current'] === 'true');
    await visitor.see(within(byCss('.slick-active'), byRole('img', 'Navigating Adolescence 2')), ({ isInView }) => isInView);
  },
  'HOME-17 home': async (visitor) => {
    await visitor.open('/');
    if (visitor.hasStyles) await visitor.see(byRole('link', 'Skip to main content'), ({ isInView }) => !isInView);
    if (!visitor.hasScript) return expectLink(visitor, byRole('link', /^Play the film/), /^https:/);
    const reviews = byCss('section[aria-label="Success stories"]');
    const dot = within(reviews, byRole('button', 'Go to slide 3'));
    await visitor.click(dot);
    await visitor.see(dot, ({ attributes }) => attributes['aria-current'] === 'true');
    await visitor.see(within(reviews, byRole('group', '3 of 5')));
    await visitor.click(inMain('button link', /^Play the film/));
    await visitor.see(byCss('iframe'));
  },
  'PROG-01 program': async (visitor) => {
    await visitor.open('/what-we-do');
    await visitor.click(firstOf(byCss('main a[href="/programs/navigate"]')));
    await visitor.see(heading(1, 'NAVIGATE'));
    await expectLink(visitor, byRole('link', /^Apply on WhatsApp/), /^https:\/\/wa\.me\//);
    await visitor.click(byRole('link', 'Volunteer with us'));
    await visitor.see(heading(1, 'Volunteer with Us'));
  },
  'NS-02 quick exit': async (visitor) => {
    await visitor.open('/news');
    await visitor.open(ARTICLE);
    await openHelp(visitor);
    await visitor.click(within(helplines, byRole('link', /^Exit this page/)));
    await visitor.seeRequest(EXIT_PAGE);
    await visitor.seeNo(byRole('main'));
    if (!visitor.hasScript) return;
    await visitor.goBack();
    await visitor.seeRequest(EXIT_PAGE, 2);
    await visitor.seeNo(byRole('main'));
  },
} satisfies Readonly<Record<string, Journey>>;

const SCRIPT_JOURNEYS = {
  'VISIT-18 a page saved for offline': async (visitor) => {
    await visitor.open(ARTICLE);
    // The footer's settings load when they come into view. Sections get their real height when they come near the viewport, which moves the end of the page.
    const scrollToSettings = () =>
      runInPage(visitor.driver, () => {
        scrollTo(0, document.body.scrollHeight);
        return [...document.querySelectorAll('footer button')].some(({ textContent }) => textContent?.trim() === 'Save for offline');
      });
    await expect.poll(scrollToSettings, { timeout: 20_000 }).toBe(true);
    await visitor.click(byRole('button', 'Save for offline'));
    await visitor.see(byRole('button', 'Saved for offline'));
    // The service worker only lists pages that the browser has verified.
    await visitor.click(byRole('link', 'Saved pages'));
    await visitor.seePath(/^\/saved-pages$/);
    await expectLink(visitor, byRole('link', /cough syrup/i), new RegExp(`^${ARTICLE}$`));
  },
  'LOGIN-04 staff sign-in': async (visitor) => {
    await signIn(visitor);
    await visitor.open('/admin/posts');
    await visitor.see(heading(1, 'News'));
  },
  'GEN-12 write, illustrate, publish': async (visitor, run) => {
    const title = `Written in ${run}`;
    const path = `/news/${title.toLowerCase().replaceAll(' ', '-')}`;
    const image = test.info().outputPath('image.png');
    await sharp({ create: { width: 320, height: 240, channels: 3, background: 'teal' } }).toFile(image);
    await signIn(visitor);
    await visitor.open('/admin/posts/new');
    await visitor.fill(byRole('textbox', /^Title/), title);
    await visitor.fill(byRole('textbox', /^Excerpt/), 'One morning, forty conversations.');
    await visitor.fill(byRole('textbox', /^Content/), 'We came, and they asked.');
    await visitor.fill(byRole('combobox', /^Category/), 'Schools');
    await visitor.driver.upload('input[type=file][accept*=image]', image);
    await visitor.fill(byRole('textbox', /^Alt text/), 'A market at dawn');
    // Images are uploaded when the draft is saved.
    await visitor.click(byRole('button', 'Save draft'));
    await visitor.see(byRole('status', 'Save state'), ({ text }) => text.startsWith('Saved '));
    await visitor.click(byRole('button', 'Publish'));
    await visitor.click(within(byRole('dialog'), byRole('button', 'Publish')));
    await visitor.see(byRole('region', 'Published'));
    await waitUntil(
      'the public post',
      async () => (await fetch(`${visitor.site.url}${path}`)).status,
      (status) => status === 200,
    );
    await visitor.open(path);
    await visitor.see(heading(1, title));
    await visitor.see(byRole('main'), ({ text }) => text.includes('We came, and they asked.'));
    await visitor.see(firstOf(inMain('img', 'A market at dawn')));
  },
} satisfies Readonly<Record<string, Journey>>;

/** Runs a journey as a visitor with a new profile, and checks that the visitor sees no errors. Skips the test if the browser is not available. */
const withVisitor = async (run: Run, site: Site, reducesMotion: boolean, journey: (visitor: Visitor) => Promise<void>): Promise<void> => {
  const open = await prepareRun(run).catch((error: unknown) => {
    test.skip(error instanceof BrowserUnavailable, String(error));
    throw error;
  });
  const otherSites = await startOtherSites();
  const driver = await open({ siteUrl: site.url, otherSites, reducesMotion });
  const takeFaults = watchFaults(site);
  try {
    test.info().annotations.push({ type: 'version', description: driver.version });
    await journey(createVisitor(driver, site, otherSites, isCondition(run) ? CONDITIONS[run] : undefined));
    await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS));
    expect([...(await driver.takeProblems()), ...takeFaults()]).toEqual([]);
  } finally {
    await driver.close();
    await otherSites.close();
  }
};

const testJourneys = (run: Run, journeys: Readonly<Record<string, Journey>>): void => {
  for (const [title, journey] of Object.entries(journeys))
    test(title, async ({ contentSite }) => {
      test.setTimeout(title.includes('every page') ? 300_000 : 120_000);
      await withVisitor(run, contentSite, false, (visitor) => journey(visitor, run));
    });
};

/** Pages whose headings wrap differently in Debian's WebKitGTK, because that build rounds letter widths to whole pixels. */
const DIFFERENT_WRAPPING_IN_WEBKIT: readonly string[] = ['/volunteer', '/search?q=schools'];

/** Old builds are headless shells, which have no back/forward cache. */
const hasBackForwardCache = (browser: BrowserName): boolean => ['Chromium', 'Firefox', 'WebKitGTK'].includes(browser);

test.describe('Journeys of visitors', () => {
  test.skip(!isLongRun, 'A drill that downloads browsers: npm run bench -- browsers. The short form is warm-visits.spec.ts.');

  for (const browser of BROWSERS)
    test.describe(browser, () => {
      test('ten pages cold and warm, history, navigation, two tabs, releases', async ({ ownSite }) => {
        test.setTimeout(600_000);
        const captures = new Map<string, ViewCapture>();
        await withVisitor('Chromium', ownSite, true, async (visitor) => {
          for (const path of VISITED_PATHS) {
            if (browser === 'WebKitGTK' && DIFFERENT_WRAPPING_IN_WEBKIT.includes(path)) continue;
            await visitor.open(path);
            captures.set(path, await captureView(visitor.driver, { hasOlderLines: browser === 'Chromium 90' }));
          }
        });
        await withVisitor(browser, ownSite, true, async (visitor) => {
          const checker = createViewChecker(visitor, { captures, comparison: browser.startsWith('Chromium') ? 'pixels' : 'boxes' });
          await visitTwice(visitor, checker);
          await goBackAndForward(visitor, checker, { hasBackForwardCache: hasBackForwardCache(browser) });
          await navigate(visitor, checker);
          await openSecondTab(visitor, checker);
          await returnAfterReleases(visitor, checker);
          test.info().annotations.push({ type: 'views', description: checker.getSummary() });
          expect(checker.problems, checker.getSummary()).toEqual([]);
        });
      });
      testJourneys(browser, JOURNEYS);
      testJourneys(browser, SCRIPT_JOURNEYS);
    });

  for (const condition of Object.keys(CONDITIONS) as Condition[]) test.describe(condition, () => testJourneys(condition, JOURNEYS));
});

test.describe('Journeys of visitors, in short', { tag: '@whole' }, () => {
  test.skip(isLongRun, 'Every browser runs it above.');

  // Firefox opens another site in another process, so the tab loses its `sessionStorage`.
  testJourneys('Firefox', { 'NS-02 quick exit': JOURNEYS['NS-02 quick exit'] });
});
