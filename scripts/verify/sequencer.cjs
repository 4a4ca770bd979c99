const { default: Sequencer } = require('@jest/test-sequencer');

class ListedOrderSequencer extends Sequencer {
  sort(tests) {
    const orders = new Map(process.argv.map((argument, position) => [argument, position]));
    return [...tests].sort((a, b) => orders.get(a.path) - orders.get(b.path));
  }
}

module.exports = ListedOrderSequencer;
