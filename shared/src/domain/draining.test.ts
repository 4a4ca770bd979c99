/** @jest-environment node */
import { EventEmitter } from 'node:events';
import { createDraining, NEXT_SERVER_HEADER } from './draining.ts';

const setUp = () => {
  const server = new EventEmitter();
  const draining = createDraining(server as never);
  const request = (headersSent = false) => {
    const response = Object.assign(new EventEmitter(), { headersSent, setHeader: jest.fn() });
    server.emit('request', {}, response);
    return response;
  };
  return { draining, request };
};

describe('a server that is shutting down', () => {
  it('OPS-03 asks clients to close their connections from then on, even for requests in progress', async () => {
    const { draining, request } = setUp();
    const [served, running, sent] = [request(), request(), request(true)];
    served.emit('close');
    expect(draining.isDraining()).toBe(false);
    const drainPromise = draining.drain(1);
    expect(draining.isDraining()).toBe(true);

    expect(served.setHeader).not.toHaveBeenCalled();
    expect(running.setHeader.mock.calls).toEqual([['connection', 'close']]);
    expect(sent.setHeader).not.toHaveBeenCalled();
    expect(request().setHeader.mock.calls).toEqual([['connection', 'close']]);
    await drainPromise;
  });

  it('OPS-03 waits for the given time', async () => {
    const began = performance.now();
    await setUp().draining.drain(30);
    expect(performance.now() - began).toBeGreaterThan(28);
  });

  it('OPS-03 leaves read requests to the next server, if the proxy has one', () => {
    const { draining } = setUp();
    const isForNextServer = (method: string, headers = { [NEXT_SERVER_HEADER]: '1' }) => draining.isForNextServer({ method, headers } as never);
    expect(isForNextServer('GET')).toBe(false);
    void draining.drain(1);
    expect(['GET', 'HEAD', 'POST'].map((method) => isForNextServer(method))).toEqual([true, true, false]);
    expect(isForNextServer('GET', {} as never)).toBe(false);
  });
});
