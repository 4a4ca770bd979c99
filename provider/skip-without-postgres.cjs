/** Reports every test of the PostgreSQL project as skipped if no server is available. */
if (process.env.TEST_POSTGRES_URL === undefined) {
  globalThis.it = globalThis.it.skip;
  globalThis.test = globalThis.it;
}
