import type { ConsoleMessage, Page } from 'playwright-core';
import { type Candidate, getRuntimeName, ownsSignIn } from './candidate.ts';
import { compareRecord, compareShell, finding, findLeftovers, toText } from './compare-pages.ts';
import { type Finding, PASSWORD_FIX } from './finding.ts';
import { type Baseline, evaluate, LateError, type Limits, navigate, openPage, readShell } from './gate-page.ts';
import type { PageObserver, PageRecord } from './page-observer.ts';

/** Path that no remote owns, so the page is only the shell. */
export const PLAIN_PATH = '/no-such-page/of-the-gate';

/** Returns the kind and the message of a report from the host's script. */
const describeReport = (text: string): string => {
  const [, kind = 'fault'] = /"kind":"([^"]*)"/.exec(text) ?? [];
  const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return `${kind}: ${toText(message)}`;
};

/** Reports console errors, exceptions, dialogs, and problems that the host's script reports. */
const listen = (page: Page, site: string, note: (what: string, fix: string) => void): void => {
  page.on('console', (message: ConsoleMessage) => {
    // URLs outside the site cannot be reached here; the security policy decides which are allowed.
    const isOutside = /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/.test(message.text()) && !message.location().url.startsWith(site);
    if (message.type() === 'error' && !isOutside)
      note(
        `prints an error: ${toText(`${message.text()} ${/^Failed to load/.test(message.text()) ? message.location().url : ''}`)}`,
        'A visited page leaves the console clean.',
      );
  });
  page.on('pageerror', (error) =>
    note(`throws in the browser: ${toText(error)}`, 'Errors #418 to #425 of React mean that server and browser render different HTML.'),
  );
  page.on('dialog', (dialog) => {
    note('opens a dialog of the browser.', 'Show messages in the page.');
    void dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    if (origin === site && pathname === '/reports' && request.method() === 'POST')
      note(`is reported by the host: ${describeReport(request.postData() ?? '')}`, 'See the message.');
  });
};

/** The site, the candidate and the baseline that a visit is compared with. */
export interface VisitContext {
  /** The site's URL. */
  readonly site: string;
  readonly candidate: Candidate;
  /** A page without a remote. */
  readonly plain: Baseline;
}

/** Another remote's page, which a visit navigates to and returns from. */
export interface Neighbour {
  readonly path: string;
  readonly baseline: Baseline;
}

/** Opens the route, leaves it for a plain page, returns, and leaves it again. */
export const visitPage = async (
  page: Page,
  { site, candidate, plain }: VisitContext,
  { address, neighbour }: { readonly address: string; readonly neighbour: Neighbour | undefined },
  limits: Limits,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  let step = `opening ${address}`;
  const note = (what: string, fix: string): void => void findings.push(finding(step, what, fix));
  listen(page, site, note);
  try {
    await openPage(page, `${site}${address}`, limits);
    const { covered, hasPasswordField } = await evaluate<ReturnType<PageObserver['look']>>(page, 'look()', limits.evaluate);
    for (const name of covered) note(`covers "${name}" of the shell.`, 'Visitors need the header, the help and the quick exit on every page.');
    if (hasPasswordField && !ownsSignIn(candidate.build)) note('asks for a password.', PASSWORD_FIX);
    const { pathname } = new URL(page.url());
    step = `leaving ${address}`;
    await navigate(page, PLAIN_PATH, limits);
    findings.push(...compareShell(step, await readShell(page, limits, plain.shell), plain), ...(await findLeftovers(page, step, plain, limits)));
    if (!(await evaluate<boolean>(page, 'retainsFocus()', limits.evaluate)))
      note('takes the focus away from the shell.', 'Move the focus only in response to an input in the area.');

    step = `navigating to ${address}`;
    await navigate(page, pathname, limits);
    if (neighbour !== undefined) {
      step = `leaving ${address} for ${neighbour.path}`;
      await navigate(page, neighbour.path, limits);
    }
    step = `leaving ${address} again`;
    await navigate(page, PLAIN_PATH, limits);
    findings.push(...compareShell(step, await readShell(page, limits, plain.shell), plain), ...(await findLeftovers(page, step, plain, limits)));
    const record = await evaluate<PageRecord>(page, 'record()', limits.evaluate);
    findings.push(...compareRecord(getRuntimeName(candidate), address, record, neighbour?.baseline.record ?? plain.record, limits));
    return findings;
  } catch (error) {
    if (error instanceof LateError) note(error.message, 'Look for an endless loop, a file that is missing, or an error above.');
    else note(`cannot be examined: ${toText(error)}`, 'The page must stay open and usable.');
    return findings;
  } finally {
    page.removeAllListeners();
  }
};
