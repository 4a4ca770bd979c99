const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs suites in the order of the command line. */
class GivenOrder extends Sequencer {
  sort(tests) {
    const orders = new Map(process.argv.map((argument, position) => [argument, position]));
    return [...tests].sort((a, b) => orders.get(a.path) - orders.get(b.path));
  }
}

module.exports = GivenOrder;
