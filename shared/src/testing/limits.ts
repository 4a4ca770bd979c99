/** CI runs on machines whose other load is unknown. A developer's machine shows a failure soon. */
const isCi = process.env.CI !== undefined;

/** How long a test may take, in milliseconds. */
export const TEST_LIMIT_MS = isCi ? 60_000 : 30_000;

/** How long a test waits for something to become true, in milliseconds. It is far below the limit of a test, so that the failure says what was awaited. */
export const WAIT_LIMIT_MS = isCi ? 15_000 : 3000;
