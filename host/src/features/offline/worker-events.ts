interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** Undefined or resolved with undefined if the browser has no navigation preload. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly message: ExtendableEvent;
  readonly sync: ExtendableEvent & { readonly tag: string };
  readonly fetch: FetchEvent;
}

/** Listens to an event of the service worker. TypeScript's types of pages do not know these events. */
export const onWorkerEvent = <Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void =>
  addEventListener(name, listener as EventListener);
