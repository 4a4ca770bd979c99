import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, printLine, replaceFirst, toPascalCase, toTitle, write, writeAll } from './files.ts';

export const writePage = (remote: string, path: string): void => {
  const folder = `remote-${remote}`;
  const name = path.slice(1).replaceAll('/', '-');
  const [page, title, texts] = [`${toPascalCase(name)}Page`, toTitle(basename(path)), `${name.replaceAll('-', '_').toUpperCase()}_TEXTS`];
  const config = join(folder, 'rspack.config.ts');
  const pages = 'e2e/support/public-pages.ts';
  if (!existsSync(config)) fail(`${config} does not exist.`);
  const paths = /paths: \[([^\]]*)\]/.exec(readFileSync(config, 'utf8'))?.[1]?.match(/\/[\w/-]*/g) ?? [];
  write(
    join(folder, 'src', name, `${name}-content.ts`),
    `/** The texts of ${path}. */\nexport const ${texts} = { title: '${title}', lead: 'Describe the page here.' };\n`,
  );
  write(
    join(folder, 'src', name, `${name}-page.tsx`),
    `import { PageBanner } from '@site/shared/ui/page-banner';
import { ${texts} } from './${name}-content.ts';

export const ${page} = () => <PageBanner tone="indigo" title={${texts}.title} lead={${texts}.lead} />;
`,
  );
  write(
    join(folder, 'src', name, `${name}-page.test.tsx`),
    `import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

describe('${path}', () => {
  it('has its title and lead', async () => {
    await renderRoutes(createRoutes, '${path}', hostServicesStub());

    expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
    expect(screen.getByText('Describe the page here.')).toBeVisible();
  });
});
`,
  );
  const routeLines = `page({
  path: '${path}',
  chunk: '${name}',
  render: 'static',
  head: () => ({ title: '${title}', description: 'Describe the page here.' }),
  lazy: async () => {
    const { ${page} } = await import(/* webpackChunkName: "${name}" */ './${name}/${name}-page.tsx');
    return { element: <${page} /> };
  },
}),`.split('\n');
  replaceFirst(
    join(folder, 'src/routes.tsx'),
    /(?<=[[,]\n)( +)page\(\{/,
    (first, indent = '') => `${routeLines.map((line) => `${indent}${line}`).join('\n')}\n${first}`,
  );
  if (!paths.some((parent) => path === parent || (parent !== '/' && path.startsWith(`${parent}/`)))) {
    replaceFirst(config, /(paths: \[[^\]]*?)(,?\s*)\]/, (_, listed, end) => `${listed}${end.includes('\n') ? `,\n    '${path}',\n  ` : `, '${path}'`}]`);
  }
  replaceFirst(pages, / {2}'\/login',\n/, (login) => `  '${path}',\n${login}`);
  const row = `  '${path}': createAudit('${folder}/src/${name}', PHONE_LIGHT, { closingCall: true }),\n`;
  replaceFirst('e2e/support/audited-pages.ts', / {2}'\/login': createAudit/, (login) => `${row}${login}`);
  writeAll();
  printLine(`
To do:
1. ${folder}/src/${name}: the texts, and what else the page shows (styles in ${name}-page.module.css).
2. ${folder}/src/routes.tsx: title and description for search engines and shared links.
3. host/src/layout/site-links.ts: a link to ${path}, so that visitors find it.
4. npx jest ${folder}/src/${name} && npm run dev -w ${folder}`);
};
