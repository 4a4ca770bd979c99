const { TestEnvironment } = require('jest-environment-node');

/** Node, with the `require` of the process: what it loads stays loaded, while Jest loads every package anew for each file of tests. */
class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    super(...args);
    this.global.requireOnce = require;
  }
}

module.exports = NodeEnvironment;
