import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { verifyAudit } from '../database/verify-audit.ts';
import { createImageFile } from '../testing/images.ts';
import { selectAllItems } from '../testing/person-items.ts';
import { ADMIN, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createBackup, removeExpiredBackups } from './backup.ts';
import { createBackupKeys, verifyBackup } from './backup-format.ts';
import { repeatErasures } from './repeat-erasures.ts';
import { restoreBackup } from './restore.ts';
import { applyRetention } from './retention.ts';

const KEY = 'a key that only the tests use, and forty';
const DATA_KEY = 'a second key that only the tests use';
const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let admin: string;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ settings: { AUDIT_KEY: KEY, DATA_KEY } });
  // Backups use the real time, so set the clock an hour behind it.
  app.clock.now = new Date(Date.now() - 3_600_000);
  admin = (await app.signInAs('admin')).token;
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-privacy-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const auditKey = 'the key that signs these backups, 32';
const source = () => ({ db: app.services.db, originals: app.services.stores.originals, auditKey, now: () => new Date() });
const travel = (days: number): void => {
  app.clock.now = new Date(app.clock.now.getTime() + days * DAY_MS);
};

const readData = (response: Awaited<ReturnType<TestApp['get']>>) => {
  const { statusCode, body } = response;
  if (statusCode >= 300) throw new Error(`${statusCode}: ${body}`);
  return statusCode === 204 ? undefined : response.json().data;
};
const read = async (url: string) => readData(await app.get(url, admin));
const write = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => readData(await app.send(method, url, body, admin));
const upload = async (url: string, fields: Readonly<Record<string, string | Buffer>>) => readData(await app.form('POST', url, fields, admin));

const ERASED_PERSON = { name: 'Ṣadé Ọlátúnjí-Quickfinch', email: 'sade.quickfinch@example.com', phone: '+2348031234567', location: 'Mushin-Quickfinch Street' };
const OTHER_PERSON = { name: 'Ada Obi', email: 'ada@example.com', phone: '+2348030000000', location: 'Lagos' };
const apply = async (person: typeof ERASED_PERSON, extraFields: object = {}): Promise<string> => {
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  const response = await app.send('POST', '/api/forms/volunteer', { ...person, qualification: 'BSc', motivation: `I am ${person.name}`, ...extraFields });
  expect(response.statusCode).toBe(200);
  const rows = await app.services.db.selectFrom('applications').select('id').where('email', '=', person.email).orderBy('created_at', 'desc').execute();
  return rows[0]?.id ?? '';
};

const findInFiles = async (root: string, texts: readonly string[]): Promise<string[]> => {
  const matchingFiles: string[] = [];
  for (const name of await readdir(root, { recursive: true })) {
    const file = path.join(root, name);
    if ((await stat(file)).isDirectory()) continue;
    const bytes = await readFile(file);
    matchingFiles.push(...texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`));
  }
  return matchingFiles;
};

/** Searches the tables instead of files, because searching a PostgreSQL server's files would require access to its data folder. */
const findInTables = async (texts: readonly string[]): Promise<string[]> => {
  const matchingTables: string[] = [];
  const target = path.join(folder, `search-${matchingTables.length}-${Date.now()}`);
  await createBackup(source(), target);
  matchingTables.push(...(await findInFiles(target, texts)));
  await app.services.db.deleteFrom('backups').where('location', '=', target).execute();
  return matchingTables;
};

describe('one person’s data', () => {
  it('PRIV-10 is found, exported, and erased from database, trash, images and new backups', async () => {
    const needles = [ERASED_PERSON.email, 'quickfinch', 'Quickfinch', ERASED_PERSON.phone, 'Photo-of-Q'];
    const first = await apply(ERASED_PERSON, { ageBand: 'under-18', guardianContact: 'Mother Quickfinch, 0803', consentVersion: '2026-11' });
    const second = await apply(ERASED_PERSON);
    const other = await apply(OTHER_PERSON);
    for (const id of [first, second, other]) await read(`/api/applications/${id}`);
    await read('/api/applications?q=quickfinch&view=summary');
    await write('DELETE', `/api/applications/${second}`);
    const image = await upload('/api/gallery', { image: await createImageFile(), title: `${ERASED_PERSON.name} Photo-of-Q` });
    const imageId = /([0-9a-f]{24})\./.exec(image.url)?.[1] ?? 'no image';
    const remainingImage = await upload('/api/gallery', { image: await createImageFile(), title: 'A landscape' });
    const derivedUrl = image.url.replace('/upload/', '/upload/c_fill,w_480/');
    expect((await app.get(derivedUrl)).statusCode).toBe(200);
    const consentedImage = await upload('/api/gallery', { image: await createImageFile(), title: 'Consent' });
    const consentedImageId = /([0-9a-f]{24})\./.exec(consentedImage.url)?.[1] ?? 'no image';
    await sql`update pictures set consent_by = ${ERASED_PERSON.email} where id = ${consentedImageId}`.execute(app.services.db);
    await upload('/api/posts', { title: 'A report', content: `<p>${ERASED_PERSON.name} spoke.</p>`, category: 'News' });
    const oldBackup = path.join(folder, 'old');
    await createBackup(source(), oldBackup);

    const person = { email: ERASED_PERSON.email.toUpperCase(), phone: ERASED_PERSON.phone, name: ERASED_PERSON.name };
    const personData = await write('POST', '/api/privacy/person', person);

    expect(personData.applications.map(({ _id }: { _id: string }) => _id).sort()).toEqual([first, second].sort());
    expect(personData.applications).toEqual(
      expect.arrayContaining([expect.objectContaining({ ageBand: 'under-18', guardianContact: 'Mother Quickfinch, 0803', consentVersion: '2026-11' })]),
    );
    // Images uploaded within one millisecond have no fixed order.
    expect(personData.images.map(({ _id }: { _id: string }) => _id).sort()).toEqual([imageId, consentedImageId].sort());
    expect(personData.audit.length).toBeGreaterThanOrEqual(5);
    expect(personData).toMatchObject({
      mentions: [{ kind: 'post', title: 'A report' }],
      hasAccount: false,
      backups: [{ location: oldBackup }],
    });
    expect((await findInTables(needles)).length).toBeGreaterThan(0);

    const [post] = await read('/api/posts?status=all&limit=1');
    await app.services.db.deleteFrom('posts').where('id', '=', post._id).execute();
    const startedAt = performance.now();
    const { chosen } = selectAllItems(personData);
    const erasedCounts = await write('POST', '/api/privacy/erase', {
      ...person,
      chosen: { ...chosen, images: [...(chosen.images ?? []), remainingImage._id] },
    });
    const auditEntry = await app.services.db
      .selectFrom('audit_entries')
      .select(['action', 'facts'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

    expect(erasedCounts).toMatchObject({ applications: 2, images: 2, backups: [{ location: oldBackup }] });
    expect(auditEntry).toEqual({ action: 'person.erase', facts: expect.stringContaining('"applications":2') });
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(await findInTables(needles)).toEqual([]);
    // Searches the embedded engine's files byte by byte, including its log and unused pages.
    expect(await findInFiles(app.environment.dataDir, needles)).toEqual([]);
    expect((await readdir(app.environment.dataDir, { recursive: true })).filter((name) => name.includes(imageId))).toEqual([]);
    expect((await app.get(image.url)).statusCode).toBe(404);
    expect((await findInFiles(oldBackup, needles)).length).toBeGreaterThan(0);
    expect((await app.get(remainingImage.url)).statusCode).toBe(200);
    expect((await read(`/api/applications/${other}`)).name).toBe(OTHER_PERSON.name);
    expect(await verifyAudit(app.services.db, KEY)).toMatchObject({ problems: [] });
    expect(await write('POST', '/api/privacy/person', person)).toMatchObject({ applications: [], audit: [], images: [] });
  });

  it('PRIV-16 stays erased when an older backup is restored, and so does a withdrawn image', async () => {
    const person = { ...OTHER_PERSON, name: 'Temitope Restored', email: 'temitope@example.com', phone: '+2348039999999' };
    const needles = [person.email, person.phone, 'Temitope'];
    const first = await apply(person);
    await read(`/api/applications/${first}`);
    // The person is also the guardian of a child. The child's application is deleted before the person is erased.
    const child = { ...OTHER_PERSON, name: 'A child', email: 'child@example.com', phone: '+2348031111111' };
    const deletedApplication = await apply(child, { ageBand: 'under-18', guardianContact: `Temitope Restored, ${person.phone}` });
    const image = await upload('/api/gallery', { image: await createImageFile(), title: 'Temitope' });
    const withdrawnImage = await upload('/api/pictures', { image: await createImageFile() });
    const [imageId = '', withdrawnId = ''] = [image, withdrawnImage].map(({ url }) => /([0-9a-f]{24})\./.exec(url)?.[1]);
    const text = {
      title: 'With both',
      category: 'News',
      content: `<p>Text</p><figure><img src="${withdrawnImage.url}" alt="A"><figcaption>Chidi, 12</figcaption></figure>`,
    };
    const post = await upload('/api/posts', text);
    const oldBackup = path.join(folder, 'before-erasure');
    await createBackup(source(), oldBackup);
    await app.services.db.deleteFrom('applications').where('id', '=', deletedApplication).execute();
    const personData = await write('POST', '/api/privacy/person', { email: person.email, phone: person.phone, name: 'Temitope' });
    const erasedCounts = await write('POST', '/api/privacy/erase', {
      email: person.email,
      phone: person.phone,
      name: 'Temitope',
      ...selectAllItems(personData),
    });
    expect(erasedCounts).toMatchObject({ applications: 1, images: 1 });
    await write('DELETE', `/api/pictures/${withdrawnId}`);
    const secondApplication = await apply(person);
    const lateBackup = path.join(folder, 'after-erasure');
    await createBackup(source(), lateBackup);
    const erasureFiles = path.join(app.environment.dataDir, 'erasures');
    expect(await findInFiles(erasureFiles, [...needles, 'temitope'])).toEqual([]);

    const restore = async (backup: string) => {
      const freshApp = await startTestApp({ settings: { AUDIT_KEY: KEY, DATA_KEY } });
      await freshApp.services.db.deleteFrom('users').execute();
      await cp(erasureFiles, path.join(freshApp.environment.dataDir, 'erasures'), { recursive: true });
      await restoreBackup({ db: freshApp.services.db, originals: freshApp.services.stores.originals }, backup, { auditKey });
      return { freshApp, repeated: await repeatErasures(freshApp.services) };
    };
    const { freshApp, repeated } = await restore(oldBackup);
    expect(repeated).toMatchObject({ applications: 2, images: 2 });
    expect(repeated.auditEntries).toBeGreaterThan(0);
    expect(await findInFiles(freshApp.environment.dataDir, [...needles, child.email])).toEqual([]);
    const copy = path.join(folder, 'copy-of-restored');
    await createBackup({ ...source(), db: freshApp.services.db, originals: freshApp.services.stores.originals }, copy);
    expect(await findInFiles(copy, [...needles, child.email])).toEqual([]);
    expect((await readdir(copy, { recursive: true })).filter((name) => name.includes(imageId) || name.includes(withdrawnId))).toEqual([]);
    const restoredPost = await freshApp.services.db.selectFrom('posts').select('content').where('id', '=', post._id).executeTakeFirst();
    expect(restoredPost?.content).toBe('<p>Text</p>');
    expect(await verifyAudit(freshApp.services.db, KEY)).toMatchObject({ problems: [] });
    await freshApp.stop();

    // A person who applies again after the erasure has consented again, so that application is kept.
    const laterRestore = await restore(lateBackup);
    expect(laterRestore.repeated).toMatchObject({ applications: 0, images: 0 });
    expect(await laterRestore.freshApp.services.db.selectFrom('applications').select('id').where('id', '=', secondApplication).execute()).toHaveLength(1);
    await laterRestore.freshApp.stop();
  });

  it('PRIV-16 unsaved drafts stay erased when an older backup is restored, and later ones stay', async () => {
    const editor = await app.signInAs('editor');
    const post = await upload('/api/posts', { title: 'A draft', category: 'News', content: '<p>Text</p>' });
    const other = await upload('/api/posts', { title: 'Another draft', category: 'News', content: '<p>Text</p>' });
    const url = `/api/drafts/post/${post._id}`;
    const save = (to: string, excerpt: string) => app.send('PUT', to, { base: 'b', fields: { excerpt } }, editor.token);
    await save(url, 'Uzoamaka Drafted');
    await save(`/api/drafts/post/${other._id}`, 'Uzoamaka Drafted too');
    const draftBackup = path.join(folder, 'before-draft');
    await createBackup(source(), draftBackup);
    const person = { name: 'Uzoamaka Drafted' };
    const personData = await write('POST', '/api/privacy/person', person);
    const [chosen] = personData.items.filter(({ _id }: { _id: string }) => _id.includes(post._id));
    expect(await write('POST', '/api/privacy/erase', { ...person, chosen: { drafts: [chosen._id] } })).toMatchObject({ drafts: 1 });

    const freshApp = await startTestApp({ settings: { AUDIT_KEY: KEY, DATA_KEY } });
    await freshApp.services.db.deleteFrom('users').execute();
    const erasureFiles = path.join(freshApp.environment.dataDir, 'erasures');
    await cp(path.join(app.environment.dataDir, 'erasures'), erasureFiles, { recursive: true });
    // Write an erasure as a release without drafts would have recorded it.
    const earlierErasure = { id: 'e'.repeat(24), erasedAt: new Date().toISOString(), person: [], applicationIds: [], auditHashes: [], imageIds: [] };
    await writeFile(path.join(erasureFiles, `${earlierErasure.id}.json`), JSON.stringify(earlierErasure));
    await restoreBackup({ db: freshApp.services.db, originals: freshApp.services.stores.originals }, draftBackup, { auditKey });
    await repeatErasures(freshApp.services);
    const listDrafts = async () => (await freshApp.services.db.selectFrom('document_drafts').select('document_id').execute()).map((row) => row.document_id);
    expect(await listDrafts()).toEqual([other._id]);
    expect(await freshApp.services.erasures.list()).toContainEqual(expect.objectContaining({ id: earlierErasure.id, drafts: [] }));

    const laterDraft = { kind: 'post' as const, document_id: post._id, user_id: editor.userId, base: 'b', fields: '{}' };
    await freshApp.services.db
      .insertInto('document_drafts')
      .values({ ...laterDraft, saved_at: new Date(app.clock.now.getTime() + DAY_MS).toISOString() })
      .execute();
    await repeatErasures(freshApp.services);
    expect((await listDrafts()).sort()).toEqual([other._id, post._id].sort());
    await freshApp.stop();
  });

  it('PRIV-10 leaves staff accounts to "Users"', async () => {
    expect((await app.send('POST', '/api/privacy/erase', { email: ADMIN.email }, admin)).statusCode).toBe(409);
  });
});

describe('applications', () => {
  it('PRIV-11 store age band, guardian and consent, and accept forms without them', async () => {
    const readApplication = (id: string) => read(`/api/applications/${id}`);
    const plainId = await apply({ ...OTHER_PERSON, email: 'plain@example.com' });
    expect(await readApplication(plainId)).toMatchObject({ ageBand: '', guardianContact: '', consentVersion: '' });
    const adultId = await apply(
      { ...OTHER_PERSON, email: 'adult@example.com' },
      { ageBand: '18-24', guardianContact: 'nobody asked', consentVersion: '2026-11' },
    );
    expect(await readApplication(adultId)).toMatchObject({ ageBand: '18-24', guardianContact: '', consentVersion: '2026-11' });
    const row = await app.services.db.selectFrom('applications').select('consented_at').where('id', '=', adultId).executeTakeFirst();
    expect(row?.consented_at).toBe(app.clock.now.toISOString());
    const invalidResponse = await app.send('POST', '/api/forms/volunteer', { ...OTHER_PERSON, qualification: 'BSc', motivation: 'x', ageBand: 'old' });
    expect(invalidResponse.json().errors).toEqual({ ageBand: 'Choose an age group or “Prefer not to say”' });
  });
});

describe('retention', () => {
  it('PRIV-12 deletes expired rows, records an audit entry, and keeps the rest', async () => {
    const { retention } = app.environment;
    const handledId = await apply({ ...OTHER_PERSON, email: 'handled@example.com' });
    await write('PUT', `/api/applications/${handledId}`, { isRead: true });
    const openId = await apply({ ...OTHER_PERSON, email: 'open@example.com' });
    const trashedId = await apply({ ...OTHER_PERSON, email: 'trashed@example.com' });
    await write('DELETE', `/api/applications/${trashedId}`);
    const exists = async (id: string) => (await app.services.db.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    await sql`insert into page_views (day, path, views) values ('2000-01-01', '/', 1)`.execute(app.services.db);

    expect(await applyRetention(app.services, retention)).toMatchObject({ applications: 0, pageViews: 1 });
    travel(31);
    expect(await applyRetention(app.services, retention)).toMatchObject({ applications: 1 });
    expect(await exists(trashedId)).toBe(false);
    travel(151);
    expect(await applyRetention(app.services, retention)).toMatchObject({ applications: 0 });
    travel(2);
    const erasedCounts = await applyRetention(app.services, retention);

    expect(erasedCounts).toMatchObject({ applications: 1, trash: 0 });
    expect(erasedCounts.auditEntries).toBeGreaterThan(0);
    expect([await exists(handledId), await exists(openId)]).toEqual([false, true]);
    const { db } = app.services;
    const [last] = await db.selectFrom('audit_entries').select(['action', 'facts']).orderBy('number', 'desc').limit(1).execute();
    expect(last).toEqual({ action: 'server.retention', facts: JSON.stringify(erasedCounts) });
    expect(await applyRetention(app.services, retention)).toEqual({ applications: 0, sessions: 0, pageViews: 0, drafts: 0, auditEntries: 0, trash: 0 });
    expect((await db.selectFrom('audit_entries').select('facts').orderBy('number', 'desc').limit(1).execute())[0]?.facts).toBe(last?.facts);
    travel(800);
    expect((await applyRetention(app.services, retention)).sessions).toBe(0);
    expect(
      await db
        .selectFrom('audit_details')
        .innerJoin('audit_entries', 'audit_entries.number', 'audit_details.number')
        .select('audit_details.number')
        .where('at', '<', '2027')
        .execute(),
    ).toEqual([]);
    expect(await verifyAudit(db, KEY)).toMatchObject({ problems: [] });
  });
});

describe('encrypted backups', () => {
  it('PRIV-13 can be read with the private key only, and restored like others', async () => {
    const keys = await createBackupKeys();
    const target = path.join(folder, 'encrypted');
    await createBackup(source(), target, { recipient: keys.recipient });
    expect(await findInFiles(target, [ADMIN.email, 'open@example.com', 'A landscape', '\u0089PNG'])).toEqual([]);
    const mode = (await stat(path.join(target, 'tables/users/000001.ndjson.age'))).mode % 0o1000;
    expect(mode).toBe(0o600);
    const freshApp = await startTestApp();
    await freshApp.services.db.deleteFrom('users').execute();
    const freshSource = { db: freshApp.services.db, originals: freshApp.services.stores.originals };
    await expect(restoreBackup(freshSource, target, { auditKey })).rejects.toThrow('Set BACKUP_IDENTITY');
    await expect(restoreBackup(freshSource, target, { auditKey, identity: (await createBackupKeys()).identity })).rejects.toThrow('another key');

    await restoreBackup(freshSource, target, { auditKey, identity: keys.identity });

    expect((await freshApp.get('/api/gallery')).json()).toEqual((await app.get('/api/gallery')).json());
    expect(await verifyAudit(freshApp.services.db, KEY)).toMatchObject({ problems: [] });
    await freshApp.stop();
    await writeFile(path.join(target, 'tables/users/000001.ndjson.age'), 'x');
    await expect(verifyBackup(target)).rejects.toThrow('tables/users/000001.ndjson.age is not as it was written');
  });

  it('PRIV-13 expire: their folders are deleted, unless something else is there', async () => {
    const [expiredBackup, other] = [path.join(folder, 'expired'), path.join(folder, 'replaced')];
    for (const target of [expiredBackup, other]) await createBackup(source(), target, { days: 5 });
    await writeFile(path.join(other, 'manifest.json'), '{}');
    const list = async () => (await app.services.db.selectFrom('backups').select('location').execute()).map(({ location }) => location);

    expect(await removeExpiredBackups(app.services.db, new Date(Date.now() + 4 * DAY_MS))).toEqual([]);
    expect(await removeExpiredBackups(app.services.db, new Date(Date.now() + 6 * DAY_MS))).toEqual([expiredBackup]);

    expect(await readdir(other)).toContain('tables');
    expect(await list()).not.toEqual(expect.arrayContaining([expiredBackup, other]));
  });
});
