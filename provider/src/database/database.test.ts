import { type Migration, sql } from 'kysely';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { isForeignKeyViolation, isUniqueViolation, isUnstorable } from './engine-errors.ts';
import { migrateToLatest } from './migrate.ts';
import { MIGRATIONS } from './released-migrations.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const isPostgres = Reflect.get(globalThis, 'TEST_ENGINE') === 'postgres';
const [itPostgres, itSqlite] = isPostgres ? [it, it.skip] : [it.skip, it];
const catchReason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (reason: unknown) => reason,
  );

describe('the database', () => {
  it('is the engine of this test run', async () => {
    const version = isPostgres ? sql<{ version: string }>`select version() as version` : sql<{ version: string }>`select sqlite_version() as version`;
    const { rows } = await version.execute(app.services.db);

    expect(rows[0]?.version).toMatch(isPostgres ? /^PostgreSQL/ : /^3\./);
  });

  itPostgres('does not compile statements, which takes PostgreSQL longer than running them', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(app.services.db);

    expect(rows[0]?.jit).toBe('off');
  });

  itSqlite('writes every commit to the disk: write-ahead log, full synchronisation', async () => {
    const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(app.services.db);
    const synchronous = await sql<{ synchronous: number }>`pragma synchronous`.execute(app.services.db);

    expect(mode.rows[0]?.journal_mode).toBe('wal');
    expect(synchronous.rows[0]?.synchronous).toBe(2);
  });

  itPostgres('OPS-01 survives the end of a connection between two statements of a transaction', async () => {
    const { db } = app.services;
    const interruptedTransaction = db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
      // The connection is lost between two statements. Without an error listener, this would end the process.
      await new Promise(setImmediate);
      await sql`select 1`.execute(transaction);
    });

    await expect(interruptedTransaction).rejects.toThrow(/terminat|not queryable/);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });

  it('OPS-10 reports the first error if the engine has ended the transaction, for example on a full disk', async () => {
    const change = app.services.db.transaction().execute(async (transaction) => {
      await sql`rollback`.execute(transaction);
      throw new Error('database or disk is full');
    });

    await expect(change).rejects.toThrow('database or disk is full');
  });

  it('can be migrated again at every start', async () => {
    await expect(migrateToLatest(app.services.db)).resolves.toBeUndefined();
  });

  it('rolls back an interrupted migration completely, and runs it at the next start', async () => {
    const { db } = app.services;
    const step = (isBroken: boolean): Record<string, Migration> => ({
      ...MIGRATIONS,
      '999-trial': {
        up: async (trial) => {
          await trial.schema.createTable('trial').addColumn('id', 'text').execute();
          if (isBroken) throw new Error('power failure');
        },
      },
    });

    await expect(migrateToLatest(db, step(true))).rejects.toThrow('power failure');
    await expect(migrateToLatest(db, step(false))).resolves.toBeUndefined();
    await expect(sql`select id from trial`.execute(db)).resolves.toMatchObject({ rows: [] });
  });

  it('distinguishes unique violations, missing rows and unstorable text, on both engines', async () => {
    const { db } = app.services;
    const album = (id: string, key: string) =>
      db.insertInto('albums').values({ id, name: key, name_key: key, position: 0, is_sample: 0, created_at: '', updated_at: '' }).execute();
    await album('a', 'one');

    expect(isUniqueViolation(await catchReason(album('b', 'one')))).toBe(true);
    expect(isUniqueViolation(await catchReason(album('a', 'two')))).toBe(true);
    expect(isUnstorable(await catchReason(album('c', 'x\0y')))).toBe(true);
    const orphan = db.insertInto('refresh_tokens').values({ token_hash: 'x', session_id: 'none', created_at: '', used_at: null }).execute();
    expect(isForeignKeyViolation(await catchReason(orphan))).toBe(true);
  });

  it('rolls back a failed change together with its revision', async () => {
    const { db, revision } = app.services;
    // Read the number from the table, because `revision.state()` may return a cached value.
    const readRevision = () => db.selectFrom('content_revision').select('number').executeTakeFirstOrThrow();
    const before = await readRevision();
    const reason = await catchReason(
      revision.write(async (transaction) => {
        await transaction.updateTable('albums').set({ name: 'changed' }).execute();
        throw new Error('no');
      }),
    );

    expect(reason).toBeInstanceOf(Error);
    expect(await readRevision()).toEqual(before);
    expect((await revision.state()).number).toBe(before.number);
    expect(await revision.write(async () => 'done')).toBe('done');
    expect(await readRevision()).toEqual({ number: before.number + 1 });
    expect(await db.selectFrom('albums').select('name').where('name', '=', 'changed').execute()).toEqual([]);
  });

  it('accepts booleans, which would crash the process of the embedded engine', async () => {
    const { rows } = await sql<{ value: unknown }>`select ${isPostgres ? 1 : true} as value`.execute(app.services.db);

    expect(Number(rows[0]?.value)).toBe(1);
  });
});
