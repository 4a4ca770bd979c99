const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this process has compiled, by file: the transformed source and its script. */
const compiled = new Map();

/**
 * Jest's runtime, except that a process compiles a module once: a script runs in any number of contexts, and retains what V8 has compiled of its functions. Jest
 * compiles every module, packages included, anew for each file of tests, which takes longer than most of the tests.
 */
class CompileOnceRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      // Jest knows what to do without an environment.
      if (context === null) return compile(source, filename);
      if (compiled.get(filename)?.source !== source) {
        try {
          compiled.set(filename, { source, script: new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length }) });
        } catch {
          // Jest describes the error.
          return compile(source, filename);
        }
      }
      return compiled.get(filename).script.runInContext(context);
    };
  }
}

module.exports = CompileOnceRuntime;
