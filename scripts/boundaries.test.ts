/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

const FORBIDDEN_IMPORTS: readonly (readonly [importer: string, specifier: string])[] = [
  ['shared/src/domain/a.ts', '@site/host/src/start'],
  ['shared/src/ui/a.tsx', '@site/remote-gallery/src/routes'],
  ['shared/src/contracts/a.ts', '@site/provider/src/app'],
  ['shared/src/remote/a.ts', '@site/releases/manifest'],
  ['shared/src/testing/a.ts', '../../../host/src/start.tsx'],
  ['host/src/router/a.tsx', '@site/remote-gallery/src/routes'],
  ['host/src/router/a.tsx', '../../../remote-gallery/src/routes.tsx'],
  ['host/src/services/a.ts', '@site/provider/src/app'],
  ['host/src/services/a.ts', '../../../provider/src/app.ts'],
  // Only the server reads the registry, so its code must not be part of a browser bundle.
  ['host/src/federation/a.ts', '@site/releases/release-store'],
  ['host/src/features/offline/a.ts', '@site/releases/release-store'],
  ['host/src/server/a.ts', '@site/remote-marketing/src/routes'],
  ['host/src/server/a.ts', '../../../releases/src/manifest.ts'],
  ['remote-gallery/src/gallery/a.tsx', '@site/host/src/start'],
  ['remote-gallery/src/gallery/a.tsx', '../../../host/src/start.tsx'],
  ['remote-gallery/src/gallery/a.tsx', '@site/remote-marketing/src/routes'],
  ['remote-gallery/src/gallery/a.tsx', '../../../remote-marketing/src/routes.tsx'],
  ['remote-auth-admin/src/posts/a.ts', '@site/provider/src/app'],
  ['remote-auth-admin/src/posts/a.ts', '@site/releases/manifest'],
  ['remote-auth-admin/src/posts/a.ts', '../../../shared/src/domain/dates.ts'],
  ['remote-news-events/src/news/a.tsx', 'react-router-dom'],
  ['releases/src/a.ts', '@site/host/src/server/app'],
  ['releases/src/a.ts', '../../host/src/server/app.ts'],
  ['releases/src/a.ts', '@site/remote-gallery/src/routes'],
  ['releases/src/a.ts', '@site/provider/src/app'],
  ['e2e/tests/a.ts', '@site/host/src/start'],
  ['scripts/a.ts', '@site/provider/src/app'],
  ['provider/src/domain/a.ts', '@site/host/src/start'],
  ['provider/src/domain/a.ts', '@site/remote-gallery/src/routes'],
  ['provider/src/domain/a.ts', '@site/releases/manifest'],
  ['provider/src/domain/a.ts', '../database/schema/tables.ts'],
  ['provider/src/domain/a.ts', '../http/errors.ts'],
  ['provider/src/database/a.ts', '../http/errors.ts'],
  ['provider/src/database/a.ts', '../images/change-image.ts'],
  ['provider/src/database/a.ts', '../limits/counts.ts'],
  ['provider/src/limits/a.ts', '../accounts/sessions.ts'],
  ['provider/src/limits/a.ts', '../http/errors.ts'],
  ['provider/src/images/a.ts', '../http/mount-endpoint.ts'],
  ['provider/src/accounts/a.ts', '../http/mount-endpoint.ts'],
  ['provider/src/accounts/a.ts', '../settings/env.ts'],
  ['provider/src/database/migrations/a.ts', '../../domain/text.ts'],
  ['provider/src/http/a.ts', '@site/shared/ui/button'],
  ['provider/src/http/a.ts', '@site/shared/remote/http-client'],
  ['provider/src/http/a.ts', '@site/shared/testing/hostile-fragments'],
];

const ALLOWED_IMPORTS: readonly (readonly [importer: string, specifier: string])[] = [
  ['shared/src/ui/a.tsx', '../domain/dates.ts'],
  ['host/src/router/a.tsx', '@site/shared/contracts/site'],
  ['host/src/router/a.tsx', '../server/app.ts'],
  ['host/src/server/a.ts', '@site/releases/manifest'],
  ['host/src/features/preview-bar/a.server.ts', '@site/releases/manifest'],
  ['remote-gallery/src/gallery/a.tsx', '@site/shared/ui/button'],
  ['remote-gallery/src/gallery/a.tsx', '@site/shared/router'],
  ['releases/src/a.ts', '@site/shared/contracts/site'],
  ['scripts/a.ts', '@site/releases/release-client'],
  ['e2e/tests/a.ts', '@site/scripts/servers'],
  ['bench/a.ts', '@site/scripts/parts'],
  ['provider/src/http/a.ts', '@site/shared/contracts/post'],
  ['provider/src/domain/a.ts', '@site/shared/domain/dates'],
  ['provider/src/database/a.ts', '../domain/errors.ts'],
  ['provider/src/domain/a.ts', '@site/shared/domain/limits'],
  ['provider/src/limits/a.ts', '../database/schema/tables.ts'],
  ['provider/src/accounts/a.ts', '../limits/sign-in-limits.ts'],
  ['provider/src/http/a.ts', '../database/schema/tables.ts'],
  ['provider/src/domain/a.test.ts', '@site/shared/testing/hostile-fragments'],
];

interface Case {
  readonly importer: string;
  readonly specifier: string;
  /** Path of a separate file for this import, in the importer's folder. */
  readonly file: string;
}

const toCase =
  (prefix: string) =>
  ([importer, specifier]: readonly [string, string], number: number): Case => ({
    importer,
    specifier,
    file: importer.replace('/a.', `/${prefix}-${number}.`),
  });

const forbiddenCases = FORBIDDEN_IMPORTS.map(toCase('forbidden'));
const allowedCases = ALLOWED_IMPORTS.map(toCase('allowed'));

let folder = '';
let rejectedFiles: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter, overrides }));
  for (const { file, specifier } of [...forbiddenCases, ...allowedCases]) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), `import { thing } from '${specifier}';\nexport const used = thing;\n`);
  }
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report: { diagnostics: readonly { location: { path: string } }[] } = JSON.parse(stdout);
  rejectedFiles = report.diagnostics.map(({ location }) => location.path);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('workspace boundaries', () => {
  it.each(forbiddenCases)('$importer may not import $specifier', ({ file }) => {
    expect(rejectedFiles).toContain(file);
  });

  it.each(allowedCases)('$importer may import $specifier', ({ file }) => {
    expect(rejectedFiles).not.toContain(file);
  });
});
