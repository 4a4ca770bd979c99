/** Without a server every test of the PostgreSQL project shows as skipped. */
if (process.env.TEST_POSTGRES_URL === undefined) {
  globalThis.it = globalThis.it.skip;
  globalThis.test = globalThis.it;
}
