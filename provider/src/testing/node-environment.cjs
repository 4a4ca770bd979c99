const { TestEnvironment } = require('jest-environment-node');

/** Node environment with the process's own `require`, which loads packages only once. Jest would load every package again for each test file. */
class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    this.global.requireOnce = require;
  }
}

module.exports = NodeEnvironment;
