/** Jest global tear-down: ends the server that the set-up has started. */
const { rmSync } = require('node:fs');

module.exports = async () => {
  const running = globalThis.postgresForTests;
  if (running === undefined) return;
  const ended = new Promise((resolve) => running.server.once('exit', resolve));
  running.server.kill('SIGINT');
  await ended;
  rmSync(running.folder, { recursive: true, force: true });
};
