import type { OtherSites } from './other-sites.ts';

export type Key = 'Enter' | 'Escape';

/** The few operations that every browser's client supports. Elements are found by script in the page, so that a test means the same in every browser. */
export interface Driver {
  /** The browser's own version. */
  readonly version: string;
  /** Opens a page in the current tab and waits for its load event. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Value of an expression in the page, which must be JSON. Throws while the page navigates. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks at a point of the viewport, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Chooses a file in the first file input that matches a CSS selector. */
  upload(selector: string, path: string): Promise<void>;
  /** Opens a second tab of the same profile, which is the current one until `closeTab`. */
  openTab(): Promise<void>;
  closeTab(): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Console errors, failed requests and policy violations since the last call. */
  takeProblems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Runs a function in the page. The function cannot refer to anything outside itself; its arguments must be JSON. */
export const runInPage = async <Arguments extends readonly unknown[], Value>(
  driver: Driver,
  script: (...values: Arguments) => Value,
  ...values: Arguments
): Promise<Value> => (await driver.evaluate(`(${script})(...${JSON.stringify(values)})`)) as Value;

/** The screen of a cheap phone. */
export const SCREEN = { width: 360, height: 740 } as const;

export interface DriverOptions {
  readonly siteUrl: string;
  readonly otherSites: OtherSites;
  /** Ends animations and transitions immediately, so that screens can be compared. */
  readonly isStill: boolean;
  /** Runs in each page before its own scripts, unless the client is WebKitGTK's, which cannot do that. */
  readonly firstScript?: () => void;
}

/** Leaving a page cancels pending requests, which is not a failure. */
export const isCancelled = (reason: string | undefined): boolean => /ERR_ABORTED|NS_BINDING_ABORTED|cancelled/i.test(reason ?? '');

/** Runs in each page: browsers whose clients do not report policy violations log them to the console. */
export const logPolicyViolations = (): void => {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Policy violation: ${violatedDirective} blocked ${blockedURI}`),
  );
};
