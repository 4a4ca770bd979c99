/** @jest-environment node */
import * as v from 'valibot';
import { ALL_ENDPOINTS } from './endpoints.ts';

interface Node {
  readonly kind: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value && 'type' in value;

/** Lists the schemas, rules and transformations of a schema, each with the type of value that it applies to. */
const listNodes = (value: unknown, base = ''): (readonly [node: Node, base: string])[] => {
  if (Array.isArray(value)) return value.flatMap((item) => listNodes(item, base));
  if (typeof value !== 'object' || value === null) return [];
  if (!isNode(value)) return Object.values(value).flatMap((item) => listNodes(item));
  const { pipe, ...otherFields } = value;
  if (Array.isArray(pipe)) {
    let current = base;
    return pipe.flatMap((item: Node) => {
      if (item.kind === 'schema') current = item.type;
      return listNodes(item, current);
    });
  }
  const parts = [
    otherFields.entries,
    otherFields.options,
    otherFields.wrapped,
    otherFields.item,
    otherFields.items,
    otherFields.key,
    otherFields.value,
    otherFields.rest,
  ].flatMap((part) => listNodes(part));
  return [[value, value.kind === 'schema' ? value.type : base], ...parts];
};

const UTF16_RULES = ['length', 'max_length', 'min_length', 'not_length'];
/** Types whose length counts items. Tags are a union of a list and a text that is split into a list. */
const LISTS = ['array', 'union'];
const findUtf16Rules = (schemas: readonly unknown[]) =>
  schemas
    .flatMap((schema) => listNodes(schema))
    .flatMap(([{ type, requirement }, base]) => (UTF16_RULES.includes(type) && !LISTS.includes(base) ? [[type, requirement]] : []));

describe('the endpoint table', () => {
  it.each(ALL_ENDPOINTS)('NS-05 %s counts the characters of texts as the API document does', (_, { body, query }) => {
    expect(findUtf16Rules([body, query])).toEqual([]);
  });

  it('NS-05 would detect a rule that counts differently', () => {
    const schema = v.object({ texts: v.optional(v.array(v.pipe(v.string(), v.trim(), v.maxLength(4)))), list: v.pipe(v.array(v.string()), v.maxLength(3)) });

    expect(findUtf16Rules([schema])).toEqual([['max_length', 4]]);
  });
});
