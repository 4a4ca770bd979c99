import type { OtherSites } from './other-sites.ts';

export type Key = 'Enter' | 'Escape';

/** Operations that every browser's client supports. A script in the page finds elements, so that all browsers use the same rules. */
export interface Driver {
  readonly version: string;
  /** Opens a page in the current tab and waits for its load event. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page and returns its value, which must be JSON. Throws while the page is navigating. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks a point in the viewport, given in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  upload(selector: string, path: string): Promise<void>;
  /** Opens a second tab with the same profile. It stays the current tab until `closeTab`. */
  openTab(): Promise<void>;
  closeTab(): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Returns console errors, failed requests and policy violations since the last call. */
  takeProblems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Runs a function in the page. The function cannot refer to anything outside itself; its arguments must be JSON. */
export const runInPage = async <Arguments extends readonly unknown[], Value>(
  driver: Driver,
  script: (...values: Arguments) => Value,
  ...values: Arguments
): Promise<Value> => (await driver.evaluate(`(${script})(...${JSON.stringify(values)})`)) as Value;

export const SCREEN = { width: 360, height: 740 } as const;

export interface DriverOptions {
  readonly siteUrl: string;
  readonly otherSites: OtherSites;
  /** Ends animations and transitions immediately, so that pages can be compared between browsers. */
  readonly reducesMotion: boolean;
  /** Runs in each page before the page's scripts. WebKitGTK's client does not support this option. */
  readonly initScript?: () => void;
}

/** Matches requests that were cancelled because the browser left the page, which is not a failure. */
export const isCancelled = (reason: string | undefined): boolean => /ERR_ABORTED|NS_BINDING_ABORTED|cancelled/i.test(reason ?? '');

/** Runs in each page. Some browsers' clients do not report policy violations, so the page logs them to the console. */
export const logPolicyViolations = (): void => {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Policy violation: ${violatedDirective} blocked ${blockedURI}`),
  );
};
