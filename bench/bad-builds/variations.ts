import type { Edit } from './checkout.ts';

export interface Variation {
  readonly remote: string;
  readonly name: string;
  readonly edits: readonly Edit[];
}

interface InsertionPoint {
  readonly remote: string;
  readonly routes: string;
  readonly routeList: string;
  readonly path: string;
  readonly page: string;
  /** Insertion anchors: markup is inserted before `markup`, module code before `imports`. */
  readonly markup: string;
  readonly imports: string;
  readonly styles: string;
  readonly members: string;
}

const INSERTION_POINTS: readonly InsertionPoint[] = [
  {
    remote: 'gallery',
    routes: 'remote-gallery/src/routes.tsx',
    routeList: '    children: [\n',
    path: '/gallery',
    page: 'remote-gallery/src/gallery/gallery-page.tsx',
    markup: '      <PageBanner',
    imports: "import type { MouseEvent } from 'react';",
    styles: 'remote-gallery/src/gallery/gallery-page.module.css',
    members: "chunk: 'gallery', render: 'content', head: () => ({ title: 'More', description: 'One more page.' })",
  },
  {
    remote: 'news-events',
    routes: 'remote-news-events/src/routes.tsx',
    routeList: '    children: [...newsRoutes(services)',
    path: '/events',
    page: 'remote-news-events/src/news/news-list-page.tsx',
    markup: '      <PageBanner',
    imports: "import { PostByline } from './post-byline.tsx';",
    styles: 'remote-news-events/src/news/news-list-page.module.css',
    members: "chunk: 'news-list', render: 'content', head: () => ({ title: 'More', description: 'One more page.' })",
  },
  {
    remote: 'marketing',
    routes: 'remote-marketing/src/routes.tsx',
    routeList: '  const routes: RemoteRoute[] = [\n',
    path: '/about',
    page: 'remote-marketing/src/team/team-page.tsx',
    markup: '    <PageBanner',
    imports: "import { TeamGrid } from './team-grid.tsx';",
    styles: 'remote-marketing/src/team/team-page.module.css',
    members: "chunk: 'team', render: 'static', head: () => ({ title: 'More', description: 'One more page.' })",
  },
  {
    remote: 'auth-admin',
    routes: 'remote-auth-admin/src/routes.tsx',
    routeList: "  return [\n    {\n      path: '/login'",
    path: '/login',
    page: 'remote-auth-admin/src/login/login-page.tsx',
    markup: '      {hasEnded && (',
    imports: 'export const LoginPage',
    styles: 'remote-auth-admin/src/login/login-page.module.css',
    members: "...publicPage('login', 'More')",
  },
];

const insert = (file: string, before: string, text: string): Edit => ({ file, from: before, to: `${text}${before}` });

const KINDS: readonly (readonly [name: string, make: (insertionPoint: InsertionPoint, number: number) => readonly Edit[]])[] = [
  ['another text', ({ page, markup }, number) => [insert(page, markup, `      <p>A sentence with the number ${number}.</p>\n`)]],
  [
    'another component',
    ({ page, markup, imports }, number) => [
      insert(page, imports, `const Extra${number} = ({ label }: { readonly label: string }) => <p aria-label={label}>{label.toUpperCase()}</p>;\n`),
      insert(page, markup, `      <Extra${number} label="Number ${number}" />\n`),
    ],
  ],
  [
    'another route below its path',
    ({ routes, routeList, path, members }, number) => {
      const route = `{ path: '${path}/more-${number}', ${members}, element: <p>Page {${number}}</p> }`;
      return [
        {
          file: routes,
          from: routeList,
          to: routeList.includes('[...') ? routeList.replace('[', `[${route}, `) : routeList.replace('[\n', `[\n${route},\n`),
        },
      ];
    },
  ],
  [
    'another chunk',
    ({ routes, routeList, path, members, page }, number) => {
      const file = page.replace(/^remote-[^/]+\/src\//, './');
      const name = /([a-z-]+)\.tsx$/.exec(page)?.[1] ?? '';
      const component = name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
      const lazy = `lazy: async () => { const { ${component}: Lazy } = await import(/* webpackChunkName: "more-${number}" */ '${file}'); void Lazy; return { element: <p>Loaded {${number}}</p> }; }`;
      const route = `{ path: '${path}/chunk-${number}', ...{ ${members} }, chunk: 'more-${number}', ${lazy} }`;
      return [
        {
          file: routes,
          from: routeList,
          to: routeList.includes('[...') ? routeList.replace('[', `[${route}, `) : routeList.replace('[\n', `[\n${route},\n`),
        },
      ];
    },
  ],
  [
    'another class',
    ({ styles, page, markup }, number) => [
      {
        file: styles,
        from: '.',
        to: `.extra${number} {\n  margin-block-start: var(--space-8);\n}\n\n.extra${number} > a:hover {\n  color: var(--ink);\n}\n\n.`,
      },
      insert(page, markup, `      <p className={styles.extra${number}}>Styled {${number}}</p>\n`),
    ],
  ],
  [
    'another loader',
    ({ routes, routeList, path, members }, number) => {
      const route = `{ path: '${path}/loaded-${number}', ${members}, loader: async () => ({ number: ${number}, list: ['a', 'b'] }), element: <p>Loaded {${number}}</p> }`;
      return [
        {
          file: routes,
          from: routeList,
          to: routeList.includes('[...') ? routeList.replace('[', `[${route}, `) : routeList.replace('[\n', `[\n${route},\n`),
        },
      ];
    },
  ],
  [
    'an effect that cleans up',
    ({ page, markup, imports }, number) => [
      insert(page, imports, `import { useEffect as useEffect${number}, useState as useState${number} } from 'react';\n`),
      insert(
        page,
        imports,
        `const Clock${number} = () => { const [count, setCount] = useState${number}(0); useEffect${number}(() => { const timer = setInterval(() => setCount((old) => old + 1), 300); const onKey = () => setCount(0); window.addEventListener('keydown', onKey); return () => { clearInterval(timer); window.removeEventListener('keydown', onKey); }; }, []); return <p>{count}</p>; };\n`,
      ),
      insert(page, markup, `      <Clock${number} />\n`),
    ],
  ],
];

/** Creates `count` healthy variations of the four remotes by cycling through every kind of change in every remote. */
export const createVariations = (count: number): readonly Variation[] =>
  Array.from({ length: count }, (_, index) => {
    const insertionPoint = INSERTION_POINTS[index % INSERTION_POINTS.length];
    const kind = KINDS[Math.floor(index / INSERTION_POINTS.length) % KINDS.length];
    if (insertionPoint === undefined || kind === undefined) throw new Error('There is no such variation.');
    const [name, make] = kind;
    return { remote: insertionPoint.remote, name: `${name} (${index + 1})`, edits: make(insertionPoint, index + 1) };
  });
