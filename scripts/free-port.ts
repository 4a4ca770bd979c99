import { once } from 'node:events';
import { createServer } from 'node:net';

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The operating system did not assign a port.');
  return address.port;
};
