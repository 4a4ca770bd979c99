import { decodeHeic } from './decode-heic.ts';

/** Simulates a worker with the given response, because jsdom has none. */
const stubWorker = (respond: (worker: Worker) => void) => {
  const terminate = jest.fn<undefined, []>();
  globalThis.Worker = class {
    postMessage() {
      respond(this as unknown as Worker);
    }
    terminate = terminate;
  } as unknown as typeof Worker;
  return terminate;
};
const photo = () => Object.assign(new Blob(['photo']), { arrayBuffer: async () => new ArrayBuffer(5) });

describe('decodeHeic', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'Worker'));

  it.each([
    ['the library cannot be loaded', (worker: Worker) => worker.onmessage?.(new MessageEvent('message', { data: { problem: 'unreachable' } })), 'unreachable'],
    ['the worker file cannot be loaded', (worker: Worker) => worker.onerror?.(new Event('error') as ErrorEvent), 'unreachable'],
    ['the worker fails', (worker: Worker) => worker.onerror?.(new ErrorEvent('error', { message: 'out of memory' })), 'unreadable'],
    ['the photo is damaged', (worker: Worker) => worker.onmessage?.(new MessageEvent('message', { data: { problem: 'unreadable' } })), 'unreadable'],
  ])('NS-05 reports the problem and terminates the worker if %s', async (_, answer, problem) => {
    const terminate = stubWorker(answer);

    expect(await decodeHeic(photo())).toEqual({ ok: false, error: problem });
    expect(terminate).toHaveBeenCalledTimes(1);
  });
});
