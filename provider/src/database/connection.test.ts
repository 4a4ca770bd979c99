import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { SettingError } from '@site/shared/domain/environment';
import { requireDatabase } from './connection.ts';

const findClosedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describe('requireDatabase', () => {
  it('OPS-08 reports an unreachable database in one line, without the password', async () => {
    const port = await findClosedPort();
    const failure = requireDatabase(`postgres://site:hunter2@127.0.0.1:${port}/site`);

    await expect(failure).rejects.toThrow(SettingError);
    await expect(failure).rejects.toThrow(`DATABASE_URL must name a database that accepts connections (127.0.0.1:${port}/site: `);
    await expect(failure).rejects.toThrow('connect ECONNREFUSED');
    await expect(failure).rejects.toThrow(/^.+$/);
    await expect(failure).rejects.not.toThrow('hunter2');
  });
});
