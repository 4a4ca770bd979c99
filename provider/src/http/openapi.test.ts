import { spawnSync } from 'node:child_process';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { findOperation, METHODS, openApi, removeParameterNames } from '../testing/described-calls.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { FIELDS, OPERATION_TEXTS, PARAMETERS } from './api-texts/parameters.ts';
import { TOPICS } from './api-texts/topics.ts';

/** Linter rules that do not apply: no paths are ambiguous, because no id is `restore`, and two operations cannot fail with a client error. */
const DISABLED_RULES = { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' };

/** Runs the linter in a separate process, because it is an ES module, which Jest cannot load. Returns one finding per line. */
const lint = (document: string): string => {
  const program = `import { createConfig, lintFromString } from '@redocly/openapi-core'; import { readFileSync } from 'node:fs';
    const config = await createConfig({ extends: ['recommended-strict'], rules: ${JSON.stringify(DISABLED_RULES)} });
    const findings = await lintFromString({ source: readFileSync(0, 'utf8'), config });
    process.stdout.write(['linted', ...findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(' '))].join('\\n'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input: document, cwd: __dirname, encoding: 'utf8' });
  if (!stdout.startsWith('linted')) throw new Error(stderr);
  return stdout.slice('linted'.length);
};

let app: TestApp;
const servedRoutes: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ onRoute: (route) => servedRoutes.push(route) });
});
afterAll(() => app.stop());

describe('/api/openapi.json', () => {
  it('NS-09 is OpenAPI 3.1 without linter findings', async () => {
    const response = await app.get('/api/openapi.json');
    expect(response.json()).toEqual(openApi);
    expect(lint(response.body)).toBe('');
    const { servers: _, ...incomplete } = { ...response.json(), openapi: '3.1.0' };

    expect(lint(JSON.stringify(incomplete))).toContain('no-empty-servers');
  }, 30_000);

  it('NS-09 lists every operation that is served below /api, with one item for each path', () => {
    const listedOperations = Object.entries(openApi.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => `${method.toUpperCase()} ${removeParameterNames(path)}`),
    );

    expect(listedOperations.sort()).toEqual(
      servedRoutes
        .filter((route) => /^(?!HEAD )\w+ \/api\//.test(route))
        .map(removeParameterNames)
        .sort(),
    );
    const paths = Object.keys(openApi.paths).map(removeParameterNames);
    expect(paths).toHaveLength(new Set(paths).size);
    for (const [path, { parameters = [] }] of Object.entries(openApi.paths))
      expect(parameters.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(Object.keys(openApi.paths)).toEqual(expect.arrayContaining(['/api/posts/{idOrSlug}', '/api/programs/{slug}']));
  });

  it('NS-09 refers to defined responses only, and names the content types other than JSON', () => {
    const responses = Object.values(openApi.paths).flatMap((item) => METHODS.flatMap((method) => Object.values(item[method]?.responses ?? {})));

    const references = responses.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref.replace('#/components/responses/', '')]));
    expect(Object.keys(openApi.components.responses)).toEqual(expect.arrayContaining([...new Set(references)]));
    expect(new Set(responses.flatMap(({ content = {} }) => Object.keys(content)))).toEqual(new Set(['application/json', 'application/zip']));
  });

  it.each(ALL_ENDPOINTS.filter(([, row]) => row.file !== undefined))('NS-09 the document describes the file that %s accepts', (_, row) => {
    const { name = '', type, isRequired = false } = row.file ?? {};
    const { schema } = findOperation(row).requestBody?.content['multipart/form-data'] ?? {};

    expect(schema?.properties?.[name]).toEqual({ type: 'string', contentMediaType: type });
    expect((schema?.required ?? []).includes(name)).toBe(isRequired);
  });

  it('NS-09 has every operation under exactly one topic', () => {
    const names = TOPICS.map(({ name }) => name);
    const tags = Object.values(openApi.paths).flatMap((item) => METHODS.flatMap((method) => (item[method] === undefined ? [] : [item[method].tags])));

    expect(tags.filter(({ length }) => length !== 1)).toEqual([]);
    expect(new Set(tags.flat())).toEqual(new Set(names));
  });

  it('NS-09 uses every description of a parameter or field, so that none describes something that does not exist', () => {
    const document = JSON.stringify(openApi);
    const texts = [PARAMETERS, FIELDS, ...Object.values(OPERATION_TEXTS)].flatMap((group) => Object.entries(group));

    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter(([, text]) => !document.includes(JSON.stringify({ description: text }).slice(1, -1)))).toEqual([]);
  });

  it('NS-09 lists the headers of individual operations, and `If-None-Match` for every public read', () => {
    const listHeaders = (name: string): string[] =>
      ALL_ENDPOINTS.filter(([, row]) => findOperation(row).parameters.some((parameter) => parameter.in === 'header' && parameter.name === name))
        .map(([operation]) => operation)
        .sort();

    expect(listHeaders('If-Match')).toEqual(['updateEvent', 'updateImage', 'updatePost', 'updateProgram']);
    expect(listHeaders('Idempotency-Key')).toEqual(['createImage', 'createLibraryImage', 'sendApplication']);
    expect(listHeaders('Form-Token')).toEqual(['sendApplication']);
    expect(listHeaders('X-Session-Binding')).toEqual(['acceptInvitation', 'login', 'signInWithPasskey']);
    const publicReads = ALL_ENDPOINTS.filter(([, { method, access }]) => method === 'GET' && access === 'public');
    expect(listHeaders('If-None-Match')).toEqual(publicReads.map(([operation]) => operation).sort());
  });
});
