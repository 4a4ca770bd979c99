import { type Context, compileFunction } from 'node:vm';

/** Objects that all code in a process shares, by readable name. */
type Targets = ReadonlyMap<string, object>;
type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;
export type IntrinsicsSnapshot = ReadonlyMap<string, { readonly target: object; readonly properties: Properties }>;

/** Properties that are not read, because reading them makes some Node versions create files or print warnings. */
const UNREAD_PROPERTIES = new Set(['localStorage', 'sessionStorage', 'globalThis', 'global', 'self']);

const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** `globalThis`, and prototypes that only syntax can reach. */
type Roots = Readonly<Record<string, object>>;
const ROOTS = `return {
  globalThis,
  AsyncFunction: Object.getPrototypeOf(async () => undefined),
  GeneratorFunction: Object.getPrototypeOf(function* () {}),
  AsyncGeneratorFunction: Object.getPrototypeOf(async function* () {}),
  ArrayIterator: Object.getPrototypeOf([][Symbol.iterator]()),
  TypedArray: Object.getPrototypeOf(Uint8Array),
}`;

/** Returns the root objects of this realm or another context. */
const getRoots = (context?: Context): Roots => compileFunction(ROOTS, [], context === undefined ? {} : { parsingContext: context })();

/** Collects the globals, their prototypes, the other roots and the named objects. */
const collectTargets = ({ globalThis: globals = {}, ...roots }: Roots, extraObjects: Readonly<Record<string, unknown>>): Targets => {
  const targets = new Map<string, object>([['globalThis', globals]]);
  const add = (name: string, value: unknown): void => {
    if (!isObject(value)) return;
    targets.set(name, value);
    const prototype: unknown = 'prototype' in value ? value.prototype : undefined;
    if (isObject(prototype)) targets.set(`${name}.prototype`, prototype);
  };
  for (const name of Object.getOwnPropertyNames(globals)) if (!UNREAD_PROPERTIES.has(name)) add(name, Reflect.get(globals, name));
  for (const [name, value] of Object.entries({ ...roots, ...extraObjects })) add(name, value);
  return targets;
};

const readProperties = (target: object): Properties =>
  new Map(
    Reflect.ownKeys(target).flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      return descriptor === undefined ? [] : [[key, descriptor]];
    }),
  );

/**
 * Records the properties of all globals in this realm or a context, of their prototypes and of the named objects. Reads every global first, because some are
 * created on first access.
 */
export const takeSnapshot = (extraObjects: Readonly<Record<string, unknown>> = {}, context?: Context): IntrinsicsSnapshot => {
  const roots = getRoots(context);
  collectTargets(roots, extraObjects);
  return new Map([...collectTargets(roots, extraObjects)].map(([name, target]) => [name, { target, properties: readProperties(target) }]));
};

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  Object.is(one.value, other.value) &&
  one.get === other.get &&
  one.set === other.set &&
  one.writable === other.writable &&
  one.configurable === other.configurable;

export interface IntrinsicsChange {
  /** For example `Array.prototype.at` or `globalThis.cache`. */
  readonly name: string;
  readonly kind: 'added' | 'changed' | 'removed';
}

/** Returns the differences from a snapshot. */
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
