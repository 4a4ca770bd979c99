/** CI machines have an unknown other load and get longer limits. On a developer's machine, failures should appear quickly. */
const isCi = process.env.CI !== undefined;

/** Maximum duration of a test, in milliseconds. */
export const TEST_LIMIT_MS = isCi ? 60_000 : 30_000;

/** Maximum time that a test waits for a condition, in milliseconds. It is far below the limit of a test, so that the failure names the condition. */
export const WAIT_LIMIT_MS = isCi ? 15_000 : 3000;
