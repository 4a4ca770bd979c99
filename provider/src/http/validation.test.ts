import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { LIMITS } from '@site/shared/domain/limits';
import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ALL_KINDS } from '../database/document-kinds.ts';
import { createCall, findOperation, getBodySchema, listQuery, readErrors, sample, sampleQuery } from '../testing/described-calls.ts';
import { KINDS_OF_CONTENT } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = (await app.signInAs('admin')).token;
});
afterAll(() => app.stop());

const call = createCall(
  () => app,
  () => admin,
);

describe('the validation of requests, compared with the API document', () => {
  it.each(ALL_ENDPOINTS.filter(([, row]) => row.query !== undefined))('NS-09 %s requires the parameters that the document requires', async (_, row) => {
    const completeQuery = sampleQuery(row);
    const isRequired: (readonly [name: string, isRequired: boolean])[] = [];
    for (const { name } of listQuery(row)) {
      const { [name]: _omitted, ...others } = completeQuery;
      isRequired.push([name, readErrors(await call(row, others)).includes(name)]);
    }

    expect(isRequired).toEqual(listQuery(row).map(({ name, required }) => [name, required]));
    // Requests that need a body still fail, because they have none.
    expect(readErrors(await call(row, completeQuery)).filter((name) => row.method === 'GET' || name in completeQuery)).toEqual([]);
  });

  it.each(ALL_ENDPOINTS.filter(([, row]) => row.query !== undefined))('NS-09 %s accepts the query parameters that the document allows', async (_, row) => {
    for (const { name, schema } of listQuery(row)) {
      const refusedFields = readErrors(await call(row, { ...sampleQuery(row), [name]: sample(schema) }));
      expect({ name, refused: refusedFields.includes(name) }).toEqual({ name, refused: false });
      if (schema.type !== 'integer') continue;
      for (const [value, isAllowed] of [
        [schema.minimum, true],
        [Number(schema.minimum) - 1, false],
        [schema.maximum, true],
        [Number(schema.maximum) + 1, false],
      ] as const)
        expect([value, readErrors(await call(row, { ...sampleQuery(row), [name]: value })).includes(name)]).toEqual([value, !isAllowed]);
    }
  });

  it.each(ALL_ENDPOINTS.filter(([, row]) => row.body !== undefined || row.file !== undefined))(
    'NS-09 %s requires the body that the document requires',
    async (_, row) => {
      const { requestBody } = findOperation(row);
      const { required = [] } = getBodySchema(row);

      expect([true, required.length > 0]).toContain(requestBody?.required);
      // Do not call endpoints that need no body. The call would succeed and might, for example, sign the user out.
      const errors = requestBody?.required === true ? readErrors(await call(row, sampleQuery(row))) : [];
      expect(errors).toEqual(expect.arrayContaining(required));
      expect(errors.length > 0).toBe(requestBody?.required);
    },
  );

  it.each(ALL_ENDPOINTS.filter(([, row]) => row.acceptedHeaders?.includes('Idempotency-Key')))(
    'NS-09 %s reads the header that the document names',
    async (_, row) => {
      const headers = { authorization: `Bearer ${admin}`, 'idempotency-key': 'short' };
      const response = await app.server.inject({ method: row.method, url: `/api${row.path}`, headers, payload: {} });

      expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(/^The header Idempotency-Key must have /)]);
    },
  );

  const isText = ([, schema]: readonly [string, JsonSchema | boolean]): boolean =>
    typeof schema === 'object' && schema.type === 'string' && schema.enum === undefined;
  const listTexts = (row: Endpoint) => ({
    inQuery: listQuery(row)
      .map(({ name, schema }) => [name, schema] as const)
      .filter(isText),
    inBody: Object.entries(getBodySchema(row).properties ?? {}).filter((entry) => isText(entry) && entry[0] !== row.file?.name),
  });
  it.each(ALL_ENDPOINTS.filter(([, row]) => Object.values(listTexts(row)).flat().length > 0))(
    'NS-09 %s rejects NUL in every text, and names the field',
    async (_, row) => {
      const query = sampleQuery(row);
      const body = sample(getBodySchema(row));
      const { inQuery, inBody } = listTexts(row);
      for (const [name] of inQuery) expect([name, readErrors(await call(row, { ...query, [name]: 'a\0b' }))]).toEqual([name, [name]]);
      for (const [name] of inBody) {
        const errors = readErrors(await call(row, query, Object.assign({}, body, { [name]: 'a\0b' })));
        expect([name, errors]).toEqual([name, expect.arrayContaining([name])]);
      }
    },
  );

  it.each(ALL_KINDS)('NS-05 states the maximum lengths of $kind.name texts, and the provider accepts them, even for emoji', async ({ kind }) => {
    const { list, fields: requiredFields } = KINDS_OF_CONTENT[kind.name];
    const { properties = {} } = getBodySchema({ method: 'PUT', path: `/${list}/:id` } as Endpoint);
    const create = async (form: Readonly<Record<string, string>>) =>
      readErrors(await app.form('POST', `/api/${list}`, { title: 'T', ...requiredFields, ...form }, admin));

    for (const [name, { maxLength, schema }] of Object.entries(kind.fields)) {
      if (maxLength === undefined || !v.is(schema, '😀')) continue;
      expect({ name, ...Object(properties[name]) }).toMatchObject({ name, maxLength });
      expect({ name, errors: (await create({ [name]: '😀'.repeat(maxLength) })).includes(name) }).toEqual({ name, errors: false });
      expect({ name, errors: (await create({ [name]: '😀'.repeat(maxLength + 1) })).includes(name) }).toEqual({ name, errors: true });
    }
  });

  it.each(
    ALL_KINDS.flatMap(({ kind }) => Object.entries(kind.fields).flatMap(([name, { format }]) => (format === 'rich-text' ? [[kind.name, name] as const] : []))),
  )('NS-05 accepts the longest rich text of %s.%s in a form and as JSON, even for emoji', async (kind, name) => {
    const { list } = KINDS_OF_CONTENT[kind];
    const longestText = `<p>${'😀'.repeat(LIMITS.textCharacters - '<p></p>'.length)}</p>`;
    const jsonResponse = await app.send('POST', `/api/${list}`, { title: 'Long', status: 'draft', [name]: longestText }, admin);
    const formResponse = await app.form('POST', `/api/${list}`, { title: 'Long', status: 'draft', [name]: longestText }, admin);
    const tooLongResponse = await app.form('POST', `/api/${list}`, { title: 'Long', status: 'draft', [name]: `${longestText}a` }, admin);

    expect([jsonResponse.statusCode, formResponse.statusCode, readErrors(tooLongResponse)]).toEqual([201, 201, [name]]);
    expect(formResponse.json().data[name]).toBe(longestText);
  });
});
