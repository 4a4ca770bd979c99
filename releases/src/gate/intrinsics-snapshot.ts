/** Objects that all code of a process shares, by a name for people. */
type Targets = ReadonlyMap<string, object>;
type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;
export type IntrinsicsSnapshot = ReadonlyMap<string, { readonly target: object; readonly properties: Properties }>;

/** Reading these creates files or warnings in some versions of Node. */
const NOT_READ = new Set(['localStorage', 'sessionStorage', 'globalThis', 'global', 'self']);

const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The globals, their prototypes, and prototypes that only syntax reaches. */
const collectTargets = (extra: Readonly<Record<string, unknown>>): Targets => {
  const targets = new Map<string, object>([['globalThis', globalThis]]);
  const add = (name: string, value: unknown): void => {
    if (!isObject(value)) return;
    targets.set(name, value);
    const prototype: unknown = 'prototype' in value ? value.prototype : undefined;
    if (isObject(prototype)) targets.set(`${name}.prototype`, prototype);
  };
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!NOT_READ.has(name)) add(name, Reflect.get(globalThis, name));
  const generator = function* generate(): Generator<undefined> {};
  const asyncGenerator = async function* generate(): AsyncGenerator<undefined> {};
  add(
    'AsyncFunction',
    Object.getPrototypeOf(async () => undefined),
  );
  add('GeneratorFunction', Object.getPrototypeOf(generator));
  add('AsyncGeneratorFunction', Object.getPrototypeOf(asyncGenerator));
  add('ArrayIterator', Object.getPrototypeOf([][Symbol.iterator]()));
  add('TypedArray', Object.getPrototypeOf(Uint8Array));
  for (const [name, value] of Object.entries(extra)) add(name, value);
  return targets;
};

const readProperties = (target: object): Properties =>
  new Map(
    Reflect.ownKeys(target).flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      return descriptor === undefined ? [] : [[key, descriptor]];
    }),
  );

/** Records the properties of all globals, their prototypes and the named objects. Reads every global first: some are created by the first access. */
export const takeSnapshot = (extra: Readonly<Record<string, unknown>> = {}): IntrinsicsSnapshot => {
  collectTargets(extra);
  return new Map([...collectTargets(extra)].map(([name, target]) => [name, { target, properties: readProperties(target) }]));
};

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  Object.is(one.value, other.value) &&
  one.get === other.get &&
  one.set === other.set &&
  one.writable === other.writable &&
  one.configurable === other.configurable;

export interface IntrinsicsChange {
  /** `Array.prototype.at`, `globalThis.cache`. */
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** What differs now from a snapshot. */
export const compareSnapshot = (snapshot: IntrinsicsSnapshot): IntrinsicsChange[] => {
  const changes: IntrinsicsChange[] = [];
  for (const [name, { target, properties }] of snapshot) {
    const now = readProperties(target);
    for (const [key, descriptor] of now) {
      const before = properties.get(key);
      if (before === undefined) changes.push({ name: `${name}.${String(key)}`, kind: 'added' });
      else if (!isSame(before, descriptor)) changes.push({ name: `${name}.${String(key)}`, kind: 'changed' });
    }
    for (const key of properties.keys()) if (!now.has(key)) changes.push({ name: `${name}.${String(key)}`, kind: 'removed' });
  }
  return changes;
};
