/** @jest-environment node */
import { PassThrough, Readable } from 'node:stream';
import { createBodyReceiver } from './receive-body.ts';

const KIB = 1024;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('request bodies', () => {
  it('arrive complete', async () => {
    const receive = createBodyReceiver(KIB);

    expect(String(await receive(Readable.from(['a', 'b'].map((text) => Buffer.from(text))), { address: 'one', maxBytes: 2 }))).toBe('ab');
    await expect(receive(Readable.from([Buffer.from('abc')]), { address: 'one', maxBytes: 2 })).rejects.toMatchObject({ statusCode: 413 });
  });

  it('SEC-03 use limited memory per address and in total, and small ones are always accepted', async () => {
    const receive = createBodyReceiver(400 * KIB);
    const begin = async (address: string, size: number): Promise<{ refused: () => boolean; body: PassThrough }> => {
      const body = new PassThrough();
      let isRefused = false;
      receive(body, { address, maxBytes: 1024 * KIB }).catch(() => {
        isRefused = true;
      });
      body.write(Buffer.alloc(size));
      await settle();
      return { refused: () => isRefused, body };
    };
    const open = [await begin('one', 80 * KIB)];
    expect((await begin('one', 80 * KIB)).refused()).toBe(true);
    for (const address of ['two', 'three', 'four', 'five']) open.push(await begin(address, 80 * KIB));
    expect(open.map(({ refused }) => refused())).toEqual(Array(5).fill(false));
    expect((await begin('six', 80 * KIB)).refused()).toBe(true);
    const smallBodies = await Promise.all(Array.from({ length: 300 }, () => begin('one', 10 * KIB)));
    expect(smallBodies.some(({ refused }) => refused())).toBe(false);

    for (const { body } of open) body.end();
    await settle();
    expect((await begin('six', 80 * KIB)).refused()).toBe(false);
  });
});
