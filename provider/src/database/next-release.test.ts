import { waitUntil } from '@site/shared/testing/wait-until';
import type { Kysely } from 'kysely';
import { createId } from '../domain/ids.ts';
import { indexPublicContent, readImageTexts, repairDerivedColumns } from '../maintenance/backfills.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { migrateToLatest, undoNewerMigrations } from './migrate.ts';
import { MIGRATIONS, type ReleasedMigration } from './released-migrations.ts';

const NEWEST_MIGRATION = Object.keys(MIGRATIONS).at(-1) ?? '';
const toNextRelease = (migration: ReleasedMigration) => ({ ...MIGRATIONS, '999-next': migration });

const EXPANDING_MIGRATION: ReleasedMigration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('posts')
      .addColumn('subtitle', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.createIndex('posts_by_subtitle').on('posts').column('subtitle').execute();
  },
  compatibleSince: NEWEST_MIGRATION,
  undo: ['drop index posts_by_subtitle', 'alter table posts drop column subtitle'],
};

const RENAMING_MIGRATION: ReleasedMigration = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('posts').renameColumn('excerpt', 'summary').execute(),
  compatibleSince: '999-next',
  undo: ['alter table posts rename column summary to excerpt'],
};

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const restart = async (): Promise<void> => {
  const restartedApp = await startTestApp({ restartOf: app });
  const createResponse = await restartedApp.form(
    'POST',
    '/api/posts',
    { title: 'Written by this release', category: 'C', content: '<p>Text</p>', status: 'published' },
    editor,
  );
  expect(createResponse.statusCode).toBe(201);
  expect((await restartedApp.get('/api/posts?q=by this release')).body).toContain(createResponse.json().data._id);
  await restartedApp.stop();
};

describe('a database that a newer release has migrated', () => {
  it('OPS-02 is read and written by this release when the migrations only add', async () => {
    await migrateToLatest(app.services.db, toNextRelease(EXPANDING_MIGRATION));

    await restart();
    expect(await undoNewerMigrations(app.services.db)).toEqual({ undone: [], remaining: ['999-next'] });
    await expect(migrateToLatest(app.services.db, toNextRelease(EXPANDING_MIGRATION))).resolves.toBeUndefined();
  });

  it('OPS-02 is rejected in one line when this release cannot use it, and works again after a rollback', async () => {
    const { db, registration } = app.services;
    const migrations = { ...toNextRelease(EXPANDING_MIGRATION), '999-renaming': { ...RENAMING_MIGRATION, compatibleSince: '999-renaming' } };
    await migrateToLatest(db, migrations);

    await expect(startTestApp({ restartOf: app })).rejects.toThrow(/^a newer release has upgraded the database, .*\(999-renaming\)\. .*rollback.*$/);
    await expect(undoNewerMigrations(db)).rejects.toThrow('a provider is running');
    await registration.release();
    expect(await undoNewerMigrations(db)).toEqual({ undone: ['999-renaming'], remaining: ['999-next'] });

    await restart();
    await expect(migrateToLatest(db, migrations)).resolves.toBeUndefined();
    await undoNewerMigrations(db);
  });

  it('OPS-02 stays unchanged when a migration cannot be undone', async () => {
    const { db } = app.services;
    const migrations = { ...toNextRelease(EXPANDING_MIGRATION), '999-permanent': { up: async () => undefined } };
    await migrateToLatest(db, migrations);

    await expect(undoNewerMigrations(db)).rejects.toThrow('999-permanent cannot be undone');
    await expect(migrateToLatest(db, migrations)).resolves.toBeUndefined();
    await db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', '999-permanent' as never)
      .execute();
  });
});

describe('rows that an older release has written', () => {
  it('OPS-02 are found by search and listed as upcoming after the next tick of the scheduler', async () => {
    const { db, revision } = app.services;
    await waitUntil(async () => (await repairDerivedColumns(app.services)) === 0);
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', is_sample: 0 as const };
    const sharedColumns = { picture_id: null, picture_alt: '', category: 'C', tags: '[]', author_id: null, status: 'published' as const, ...times };
    const post = { slug: createId(), title: 'Old hand', content: '', excerpt: '', published_at: times.created_at, author_name: 'A', author_picture_id: null };
    await db
      .insertInto('posts')
      .values({ id: 'old-post', ...post, ...sharedColumns })
      .execute();
    const event = {
      title: 'Old event',
      description: '',
      date: '2099-01-01',
      time: '',
      end_time: '',
      location: 'L',
      registration_link: '',
      upcoming_override: null,
    };
    await db
      .insertInto('events')
      .values({ id: 'old-event', ...event, ...sharedColumns })
      .execute();
    const before = (await revision.state()).number;

    expect((await app.get('/api/posts?q=old hand')).body).not.toContain('old-post');
    expect(await repairDerivedColumns(app.services)).toBe(2);
    expect((await app.get('/api/posts?q=old hand')).body).toContain('old-post');
    expect((await app.get('/api/events?when=upcoming')).body).toContain('old-event');
    expect((await revision.state()).number).toBe(before + 1);

    // A release without the derived columns changes only the other columns.
    await db.updateTable('posts').set({ title: 'Changed there', updated_at: '2026-01-02T00:00:00.000Z' }).where('id', '=', 'old-post').execute();
    expect(await repairDerivedColumns(app.services)).toBe(1);
    expect((await app.get('/api/posts?q=changed there')).body).toContain('old-post');
    expect(await repairDerivedColumns(app.services)).toBe(0);
  });

  it('OPS-02 are found by their new words, and no longer by the previous ones', async () => {
    const { db } = app.services;
    const isListed = async (word: string): Promise<boolean> => (await app.get(`/api/posts?status=all&scope=all&q=${word}`, editor)).body.includes('old-post');
    const write = async (content: string, day: number): Promise<void> => {
      await db
        .updateTable('posts')
        .set({ content, derived_from: `1|2026-02-0${day}T00:00:00.000Z`, updated_at: `2026-02-0${day}T00:00:00.000Z` })
        .where('id', '=', 'old-post')
        .execute();
      expect(await repairDerivedColumns(app.services)).toBe(1);
    };
    await write('<p>Kálàngú</p>', 1);
    expect([await isListed('kalangu'), await isListed('goje')]).toEqual([true, false]);
    await write('<p>Goje</p>', 2);
    expect([await isListed('kalangu'), await isListed('goje')]).toEqual([false, true]);
  });

  it('X-10 OPS-02 an event of several days stays upcoming when written by a release that does not support last days', async () => {
    const { db } = app.services;
    const day = (offset: number) => new Date(app.clock.now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    const staleColumns = { upcoming_until: '2000-01-01T00:00:00.000Z', derived_from: '1|2026-01-03T00:00:00.000Z', updated_at: '2026-01-03T00:00:00.000Z' };
    await db
      .updateTable('events')
      .set({ date: day(-1), end_date: day(1), ...staleColumns })
      .where('id', '=', 'old-event')
      .execute();
    expect((await app.get('/api/events?when=upcoming')).body).not.toContain('old-event');

    expect(await repairDerivedColumns(app.services)).toBe(1);
    expect((await app.get('/api/events?when=upcoming')).body).toContain('old-event');
  });

  it('OPS-02 stay unchanged if a newer release with other rules has computed their columns', async () => {
    const { db } = app.services;
    await db.updateTable('posts').set({ derived_from: '9|2099-01-01T00:00:00.000Z', search_text: 'by other rules' }).where('id', '=', 'old-post').execute();

    expect(await repairDerivedColumns(app.services)).toBe(0);
  });

  it('OPS-02 stay in the queues of a newer release if this release does not support their kind', async () => {
    const { db } = app.services;
    await indexPublicContent(app.services);
    const kind = 'story' as never;
    await db.insertInto('search_queue').values({ kind, id: 's1' }).execute();
    await db.insertInto('text_image_queue').values({ kind, document_id: 's1' }).execute();

    expect([await indexPublicContent(app.services), await readImageTexts(app.services)]).toEqual([0, 0]);
    const queues = ['search_queue', 'text_image_queue'] as const;
    for (const queue of queues) expect(await db.selectFrom(queue).select('kind').where('kind', '=', kind).execute()).toHaveLength(1);
    for (const queue of queues) await db.deleteFrom(queue).where('kind', '=', kind).execute();
  });

  it('OPS-02 do not include rows that this release has written', async () => {
    await app.form('POST', '/api/posts', { title: 'Of this release', category: 'C' }, editor);
    const album = (await app.send('POST', '/api/gallery/albums', { name: 'Album' }, editor)).json().data;
    await app.send('PUT', `/api/gallery/albums/${album._id}`, { name: 'Renamed' }, editor);

    expect(await repairDerivedColumns(app.services)).toBe(0);
  });
});
