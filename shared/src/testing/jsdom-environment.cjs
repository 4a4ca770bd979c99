const { TestEnvironment } = require('jest-environment-jsdom');

/**
 * Globals that data routers and the HTTP client need, and that jsdom lacks or implements in a form that Node's fetch rejects. MessageChannel is excluded,
 * because React's scheduler would keep a port open and the test process would never end.
 */
const NODE_GLOBALS = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'structuredClone',
  'Uint8Array',
];

class JsdomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of NODE_GLOBALS) this.global[name] = globalThis[name];
  }
}

module.exports = JsdomEnvironment;
