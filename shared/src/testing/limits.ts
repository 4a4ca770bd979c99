/** CI machines get longer limits, because other programs may slow them down. On a developer's machine, failures should appear quickly. */
const isCi = process.env.CI !== undefined;

export const TEST_LIMIT_MS = isCi ? 60_000 : 30_000;

/** Maximum time that a test waits for a condition, in milliseconds. It is far below the limit of a test, so that the failure names the condition. */
export const WAIT_LIMIT_MS = isCi ? 15_000 : 3000;
