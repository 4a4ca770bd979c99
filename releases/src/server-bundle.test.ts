/** @jest-environment node */
import { releasePath } from './manifest.ts';
import { evaluateServerBundle } from './server-bundle.ts';

const modules = { react: { marker: "the host's own React" } };

describe('evaluateServerBundle', () => {
  it("provides the bundle with the host's singletons and the URL of its release", () => {
    const code = "const react = require('react'); exports.createRoutes = () => [{ path: react.marker, id: '__RELEASE_PATH__/hero.svg' }];";
    const remote = evaluateServerBundle(code, releasePath('gallery', '1.0.0-abc'), modules);
    expect(remote.createRoutes(Object.create(null))).toEqual([{ path: "the host's own React", id: '/_mf/gallery/1.0.0-abc/hero.svg' }]);
  });

  it.each([
    ["require('node:fs')", 'may not require "node:fs" on the server: it must run in the browser too'],
    ["require('left-pad')", 'may not require "left-pad" on the server'],
    ['throw new Error("broken on purpose")', 'broken on purpose'],
    ['exports.routes = []', 'exports no createRoutes'],
    ['this is not JavaScript', 'Unexpected identifier'],
  ])('rejects %s', (code, reason) => {
    expect(() => evaluateServerBundle(code, '/_mf/x/1/', modules)).toThrow(reason);
  });
});
