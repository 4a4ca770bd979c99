// Every class name is its own name, so that tests can read which class a part carries.
module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });
