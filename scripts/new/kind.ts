import { join } from 'node:path';
import { printLine, read, replaceFirst, toPascalCase, toTitle, write, writeAll } from './files.ts';
import { createContractSource, createEndpointsSource, createQueriesSource } from './kind-api.ts';
import { writeMigrationOfKind } from './kind-migration.ts';
import { writeKindPages } from './kind-pages.ts';
import { writeKindScreens } from './kind-screens.ts';

export interface KindNames {
  /** For example story and Story. */
  readonly one: string;
  readonly One: string;
  /** For example stories, Stories and STORIES. */
  readonly many: string;
  readonly Many: string;
  readonly MANY: string;
}

const writeRegistries = ({ one, One, many, Many }: KindNames, remote: string): void => {
  const kinds = 'shared/src/domain/kinds.ts';
  const row = `  ${one}: { label: '${One}', plural: '${Many}', path: '${many}', page: '/${many}/', publicName: '${one}', searchOrder: 3, hasVersions: true, hasSlug: true, minimumRole: 'contributor' },\n`;
  replaceFirst(kinds, /(\n)(\} as const satisfies)/, (_, line, end) => `${line}${row}${end}`);
  replaceFirst('shared/src/contracts/endpoints.ts', /(import \* as user from )/, (found) => `import * as ${one} from './${one}.ts';\n${found}`);
  replaceFirst('shared/src/contracts/endpoints.ts', /\n {2}user,\n/, (found) => `\n  ${one},${found}`);
  replaceFirst('shared/public-surface.json', /\n {2}"contracts\/transfer",/, (found) => `\n  "contracts/${one}",${found}`);
  const review = 'shared/src/contracts/review.ts';
  replaceFirst(review, /\n/, (line) => `${line}import { ${one}Schema } from './${one}.ts';\n`);
  replaceFirst(review, /\n(\} satisfies Readonly<Record<VersionKind)/, (_, end) => `\n  ${one}: v.nullish(${one}Schema, null),\n${end}`);

  const tables = 'provider/src/database/schema/content.ts';
  replaceFirst(tables, /import type \{ ContentKind \}/, (found) => `import type { ${one}Kind } from '@site/shared/contracts/${one}';\n${found}`);
  replaceFirst(
    tables,
    /interface GalleryImageTable/,
    (found) => `interface ${One}Table extends Omit<KindColumns<typeof ${one}Kind>, 'title'>, VersionedColumns, WordColumns {
  /** When a scheduled ${one} is published, or when a published one was first published. */
  publish_at: Generated<Timestamp | null>;
  author_id: string | null;
}

${found}`,
  );
  replaceFirst(tables, /\n {2}programs: ProgramTable;/, (found) => `${found}\n  ${many}: ${One}Table;`);
  replaceFirst('provider/src/maintenance/backup-format.ts', /\n {2}programs: true,/, (found) => `${found}\n  ${many}: true,`);

  const documentKinds = 'provider/src/database/document-kinds.ts';
  const ranges = [...read(documentKinds).matchAll(/range: (\d+)/g)].map(([, range]) => Number(range));
  replaceFirst(documentKinds, /export type ContentTable = /, (found) => `${found}'${many}' | `);
  replaceFirst(documentKinds, /import type \{ ContentKind,/, (found) => `import { ${one}Kind } from '@site/shared/contracts/${one}';\n${found}`);
  replaceFirst(
    documentKinds,
    /\n(\} as const satisfies Readonly<Record<KindName, DocumentKind>>)/,
    (_, end) => `
  ${one}: {
    ...createVersionedKind(${one}Kind),
    table: '${many}',
    publishAtColumn: 'publish_at',
    getCopyColumns: ({ id }, publishedAt) => ({ author_id: id, publish_at: publishedAt, unpublish_at: null }),
    search: { range: ${Math.max(...ranges) + 1}, rules: 1, hasTitleKey: true, hasBody: true, lead: '', date: 'publish_at' },
  },
${end}`,
  );
  replaceFirst(
    'provider/src/http/api-texts/content.ts',
    /\n {4}copyDocument: /,
    (found) => `
    list${Many}: ['Lists ${many}, newest first'],
    get${One}: ['Returns a ${one} by id or slug'],
    create${One}: ['Creates a ${one}'],
    update${One}: ['Changes a ${one}'],
    delete${One}: ['Deletes a ${one}'],
    restore${One}: ['Restores a ${one}'],${found}`,
  );
  const app = 'provider/src/app.ts';
  replaceFirst(app, /(\n)(import \{ mountTransfer \})/, (_, line, found) => `${line}import { mount${Many} } from './http/endpoints/${many}.ts';\n${found}`);
  replaceFirst(app, /\n( +)program: mountPrograms\(mount, services\),/, (found, indent) => `${found}\n${indent}${one}: mount${Many}(mount, services),`);
  replaceFirst(
    'provider/src/testing/kinds-of-content.ts',
    /\n {2}program: \{/,
    (found) => `\n  ${one}: { list: '${many}', file: 'coverImage', fields: { content: '<p>W</p>', coverImageAlt: 'A' }, ...STATUS_FIELDS },${found}`,
  );

  const calls = 'remote-auth-admin/src/kinds/kind-calls.ts';
  replaceFirst(
    calls,
    /import type \{ VersionKind \}/,
    (found) => `import { get${One}, list${Many}Page, restore${One}, ${one}Kind } from '@site/shared/contracts/${one}';\n${found}`,
  );
  replaceFirst(
    calls,
    /\n(\} as const satisfies)/,
    (_, end) => `\n  ${one}: { content: ${one}Kind, get: get${One}, list: list${Many}Page, restore: restore${One} },\n${end}`,
  );
  const routes = 'remote-auth-admin/src/kind-routes.tsx';
  replaceFirst(routes, /import type \{ ScreenProps,/, (found) => `import { ${one}Source } from './${many}/${one}-source.ts';\n${found}`);
  replaceFirst(
    routes,
    /\n(\};\n\n\/\*\*[^\n]*\nconst loadEditor)/,
    (_, end) => `
  ${one}: {
    source: ${one}Source,
    loadList: async () => (await import(/* webpackChunkName: "${many}" */ './${many}/${one}-list-page.tsx')).${One}ListPage,
    loadEditor: async () => (await import(/* webpackChunkName: "${one}-editor" */ './${many}/${one}-editor.tsx')).${One}EditorPage,
  },
${end}`,
  );
  const navigation = 'remote-auth-admin/src/layout/staff-navigation.ts';
  const keys = [...read(navigation).matchAll(/key: '(\w)'/g)].map(([, key]) => key);
  const key = [...many, ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !keys.includes(letter)) ?? '';
  replaceFirst(
    navigation,
    /\n {2}\{ path: '\/admin\/gallery'/,
    (found) => `\n  { path: '/admin/${many}', name: '${Many}', icon: documentIcon, from: 'contributor', key: '${key}' },${found}`,
  );
  const search = 'remote-marketing/src/search/search-content.ts';
  replaceFirst(search, /photo: 'Photo' \}/, (found) => `${one}: '${One}', ${found}`);
  replaceFirst(search, /photo: 'Photos' \}/, (found) => `${one}: '${Many}', ${found}`);
  replaceFirst(
    'host/src/layout/site-links.ts',
    /\n {2}\{ label: 'Gallery', to: '\/gallery' \},/,
    (found) => `${found}\n  { label: '${Many}', to: '/${many}' },`,
  );
  replaceFirst('e2e/support/public-pages.ts', /\n {2}'\/login',/, (found) => `\n  '/${many}',${found}`);
  const usages = 'e2e/support/photo-usages.ts';
  replaceFirst(usages, /import type \{ ContentKind \}/, (found) => `import { ${one}Kind } from '@site/shared/contracts/${one}';\n${found}`);
  replaceFirst(
    usages,
    /\n {2}program: \{ kind: programKind/,
    (found) => `\n  ${one}: { kind: ${one}Kind, fields: { status: 'published', content: '<p>Read.</p>' } },${found}`,
  );
  replaceFirst(
    'e2e/support/audited-pages.ts',
    /\n {2}'\/login': createAudit/,
    (found) => `\n  '/${many}': createAudit('remote-${remote}/src/${many}', PHONE_LIGHT, { closingCall: true }),${found}`,
  );
};

export const writeKind = (one: string, many: string, remote: string): void => {
  const names: KindNames = { one, One: toPascalCase(one), many, Many: toPascalCase(many), MANY: many.toUpperCase() };
  write(join('shared/src/contracts', `${one}.ts`), createContractSource(names));
  const migration = writeMigrationOfKind(names);
  write(join('provider/src/database', `${one}-queries.ts`), createQueriesSource(names));
  write(join('provider/src/http/endpoints', `${many}.ts`), createEndpointsSource(names));
  writeKindScreens(names);
  writeKindPages(names, remote);
  writeRegistries(names, remote);
  writeAll();
  printLine(`
To do:
1. shared/src/contracts/${one}.ts: the fields of ${toTitle(one)}, their limits, and where each is found (\`search\`).
2. ${migration}: a column for each field that you have added. Triggers watch \`content\` for images: another rich text needs the same.
3. remote-auth-admin/src/${many}/${one}-editor.tsx: an input for each. remote-${remote}/src/${many}: what the pages show of them.
4. npm run fix; npm run new -- migration ${many} (its hash)
   npm run api-report -w scripts; npm run api -w scripts; npm run database-fixtures -w scripts (needs PostgreSQL)
5. npx jest provider/src/content provider/src/database remote-auth-admin remote-${remote}/src/${many}`);
};
