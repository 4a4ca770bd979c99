/** Returns the same object, which reports each member that is read. Code that lists the members counts as reading them all. */
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
