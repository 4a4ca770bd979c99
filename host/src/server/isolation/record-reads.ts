/** Wraps an object and reports each member that is read. Listing the members counts as reading all of them. */
export const recordReads = <T extends object>(object: T, onRead: (name: string) => void): T =>
  new Proxy(object, {
    get: (target, name, receiver) => {
      if (typeof name === 'string') onRead(name);
      return Reflect.get(target, name, receiver);
    },
    ownKeys: (target) => {
      const names = Reflect.ownKeys(target);
      for (const name of names) onRead(String(name));
      return names;
    },
  });
