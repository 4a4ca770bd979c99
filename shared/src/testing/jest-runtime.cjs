const { AsyncLocalStorage } = require('node:async_hooks');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const compiled = new Map();

/** `AsyncLocalStorage` objects that the current test file has used. Jest and React create theirs again for each file. */
const usedStorages = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...options) {
    usedStorages.add(this);
    return original.apply(this, options);
  };
}

/** Disables the used storages, because Node 20 copies the value of each enabled storage to every new promise: a process would slow down with each test file. */
const disableStorages = () => {
  for (const storage of usedStorages) storage.disable();
  usedStorages.clear();
};

/**
 * Jest runtime that compiles each module only once per process. A script can run in any number of contexts and keeps the functions that V8 has compiled. Jest
 * itself compiles every module again for each test file, including packages, which takes longer than most of the tests.
 */
class CompileOnceRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      // Jest handles the missing environment.
      if (context === null) return compile(source, filename);
      if (compiled.get(filename)?.source !== source) {
        try {
          compiled.set(filename, { source, script: new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length }) });
        } catch {
          // Jest compiles the source again and describes the error.
          return compile(source, filename);
        }
      }
      return compiled.get(filename).script.runInContext(context);
    };
  }

  teardown() {
    super.teardown();
    disableStorages();
  }
}

module.exports = CompileOnceRuntime;
