const { appendFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { relative, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { default: runCircus } = require('jest-circus/runner');

const root = resolve(__dirname, '../..');
const rootUrl = `${pathToFileURL(root)}/`;
const session = new Session();
session.connect();
const post = (method, parameters) => new Promise((done, fail) => session.post(method, parameters, (error, result) => (error ? fail(error) : done(result))));

/** Recognises functions that run whenever a module is loaded or re-exported: the module itself, the compiler's helpers, and the getters of exports. */
const isOfModule = ({ functionName }, position) => position < 2 || /^(?:_|get )/.test(functionName);
const isExecuted = ({ functions }) => functions.some((each, position) => !isOfModule(each, position) && each.ranges[0].count > 0);

/** Jest's runner, which also records how long a suite takes and in which files of the repository it executes a function. */
module.exports = async (globalConfig, config, environment, runtime, suite, ...rest) => {
  await post('Profiler.enable');
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const began = performance.now();
  const result = await runCircus(globalConfig, config, environment, runtime, suite, ...rest);
  const ms = Math.round(performance.now() - began);
  const { result: scripts } = await post('Profiler.takePreciseCoverage');
  await post('Profiler.stopPreciseCoverage');
  const executed = scripts.filter((script) => script.url.startsWith(rootUrl) && !script.url.includes('/node_modules/') && isExecuted(script));
  const files = [...new Set(executed.map(({ url }) => url.slice(rootUrl.length)))].sort();
  appendFileSync(process.env.COVERAGE_RECORD, `${JSON.stringify({ suite: relative(root, suite), ms, files })}\n`);
  return result;
};
