import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, dropTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './connection.ts';
import { createDatabaseClock } from './database-clock.ts';
import type { Database } from './schema/tables.ts';

const MINUTE_MS = 60_000;
const isShared = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres';
const [itShared, itEmbedded] = isShared ? [it, it.skip] : [it.skip, it];

let db: Database;
let dataDir: string;
let databaseUrl: string | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'database-clock-'));
  databaseUrl = await createTestDatabase();
  db = await openDatabase({ databaseUrl, dataDir });
});
afterAll(async () => {
  await db.destroy();
  await dropTestDatabase(databaseUrl);
  await rm(dataDir, { recursive: true });
});

const createMachine = (aheadMs: number) => {
  const machine = { aheadMs, now: () => new Date(Date.now() + machine.aheadMs), warn: jest.fn() };
  return machine;
};
const getClockErrorMinutes = (now: Date): number => Math.round(Math.abs(now.getTime() - Date.now()) / MINUTE_MS);

describe('the clock of the database', () => {
  itShared('OPS-10 corrects the clock of the machine, and is measured again when either clock is set', async () => {
    const machine = createMachine(20 * MINUTE_MS);
    const clock = await createDatabaseClock(db, machine.now, machine);
    await clock.measure();
    expect([getClockErrorMinutes(clock.now()), Math.round(clock.getOffsetMs() / MINUTE_MS)]).toEqual([0, -20]);
    expect(machine.warn).toHaveBeenCalledTimes(1);

    machine.aheadMs = 0;
    await clock.measure();
    expect(getClockErrorMinutes(clock.now())).toBe(0);
    expect(machine.warn.mock.calls.map(([, message]) => message)).toEqual([expect.stringContaining('differs'), expect.stringContaining('agrees')]);
  });

  itShared('OPS-10 is not judged by a slow response', async () => {
    const machine = createMachine(-4_000);
    const clock = await createDatabaseClock(
      db,
      () => {
        const now = machine.now();
        machine.aheadMs += 8_000;
        return now;
      },
      machine,
    );

    expect(clock.getOffsetMs()).toBe(0);
    expect(machine.warn).not.toHaveBeenCalled();
  });

  itEmbedded('OPS-10 equals the clock of the machine with the embedded database', async () => {
    const machine = createMachine(20 * MINUTE_MS);
    const clock = await createDatabaseClock(db, machine.now, machine);

    expect([getClockErrorMinutes(clock.now()), clock.getOffsetMs()]).toEqual([20, 0]);
    expect(machine.warn).not.toHaveBeenCalled();
  });
});
