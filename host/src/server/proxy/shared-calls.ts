interface SharedCall<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  clients: number;
}

/** Clients that ask for the same at the same time share one call, which ends when all of them have left. Nothing is stored once it has been answered. */
export const createSharedCalls = <Answer>() => {
  const calls = new Map<string, SharedCall<Answer>>();

  const begin = (key: string, call: (signal: AbortSignal) => Promise<Answer>): SharedCall<Answer> => {
    const controller = new AbortController();
    const shared: SharedCall<Answer> = { answer: call(controller.signal).finally(() => forget(key, shared)), controller, clients: 0 };
    calls.set(key, shared);
    return shared;
  };

  const forget = (key: string, shared: SharedCall<Answer>): void => {
    if (calls.get(key) === shared) calls.delete(key);
  };

  return (key: string, client: AbortSignal, call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    const shared = calls.get(key) ?? begin(key, call);
    shared.clients += 1;
    const leave = (): void => {
      shared.clients -= 1;
      if (shared.clients > 0) return;
      // Anyone who comes now begins anew.
      forget(key, shared);
      shared.controller.abort();
    };
    client.addEventListener('abort', leave, { once: true });
    return shared.answer;
  };
};
