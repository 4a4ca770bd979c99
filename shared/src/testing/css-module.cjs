// Class names map to themselves, so that tests can distinguish them.
module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });
