import { spawnSync } from 'node:child_process';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { startTestApp } from '../testing/test-app.ts';

/** The validator is an ES module, which Jest cannot load: it runs in a separate process. */
const validate = (document: string): { valid: boolean; errors?: unknown; version: string } => {
  const program = `import { Validator } from '@seriousme/openapi-schema-validator'; import { readFileSync } from 'node:fs';
    const validator = new Validator(); const result = await validator.validate(JSON.parse(readFileSync(0, 'utf8')));
    process.stdout.write(JSON.stringify({ ...result, version: validator.version }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input: document, cwd: __dirname, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
};

describe('/api/openapi.json', () => {
  it('is valid OpenAPI 3.1 and lists every endpoint', async () => {
    const app = await startTestApp();
    const response = await app.get('/api/openapi.json');
    const document = response.json();
    await app.stop();

    const { valid, errors, version } = validate(response.body);

    expect(errors ?? []).toEqual([]);
    expect({ valid, version }).toEqual({ valid: true, version: '3.1' });
    const listed = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).toEqual(ALL_ENDPOINTS.map(([, row]) => `${row.method} /api${row.path.replaceAll(/:(\w+)/g, '{$1}')}`).sort());
  });
});
