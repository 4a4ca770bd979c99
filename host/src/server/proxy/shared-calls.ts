interface SharedCall<Answer> {
  readonly answer: Promise<Answer>;
  readonly controller: AbortController;
  clients: number;
}

/**
 * Lets clients that make the same call at the same time share it. The call is aborted when all of them have disconnected. Nothing is stored after the response.
 */
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
      // Later clients start a new call.
      forget(key, shared);
      shared.controller.abort();
    };
    client.addEventListener('abort', leave, { once: true });
    return shared.answer;
  };
};
