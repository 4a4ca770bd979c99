import { applyDueChanges } from '../maintenance/scheduler.ts';
import { createImageFile } from '../testing/images.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createRevision } from './revision.ts';

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

const readState = async () => {
  const { headers } = await app.get('/api/revision');
  return { number: Number(headers['x-content-revision']), withdrawal: Number(headers['x-withdrawal-revision']) };
};
/** Whether the change counts as a withdrawal. */
const isWithdrawal = async (change: () => Promise<unknown>): Promise<boolean> => {
  const before = await readState();
  await change();
  const after = await readState();
  expect(after.number).toBe(before.number + 1);
  expect([before.withdrawal, after.number]).toContain(after.withdrawal);
  return after.withdrawal === after.number;
};
const create = async (fields: Record<string, string | Buffer>): Promise<{ _id: string }> => {
  const response = await app.form('POST', '/api/posts', { title: 'A post', category: 'C', content: '<p>W</p>', ...fields }, editor);
  expect(response.statusCode).toBe(201);
  return response.json().data;
};

describe('the revision of the last withdrawal', () => {
  it('OPS-05 stays the same when content is created, published or edited', async () => {
    let post = { _id: '' };
    const save = async (fields: Record<string, string>) => expect((await app.form('PUT', `/api/posts/${post._id}`, fields, editor)).statusCode).toBe(200);
    const image = { featuredImage: await createImageFile(), featuredImageAlt: 'A' };
    const at = new Date(app.clock.now.getTime() + 60_000);

    const changes = [
      async () => (post = await create({ status: 'draft', ...image })),
      () => save({ status: 'published' }),
      () => save({ title: 'Another title' }),
      async () => (post = await create({ status: 'scheduled', publishedAt: at.toISOString() })),
      async () => {
        app.clock.now = new Date(at.getTime() + 1);
        await applyDueChanges(app.services, at);
      },
      () => app.send('POST', '/api/gallery/albums', { name: 'Summer' }, editor),
    ];
    for (const [index, change] of changes.entries()) expect([index, await isWithdrawal(change)]).toEqual([index, false]);
  });

  it('OPS-05 rises when something is unpublished, deleted, or loses an image, and with every other change', async () => {
    const image = { featuredImage: await createImageFile(), featuredImageAlt: 'A' };
    const textImage = '<img src="/img/upload/v1/0123456789abcdef01234567.jpg" alt="A">';
    const post = await create({ status: 'published', content: `<p>W</p>${textImage}`, ...image });
    const save = async (fields: Record<string, string | Buffer>) =>
      expect((await app.form('PUT', `/api/posts/${post._id}`, fields, editor)).statusCode).toBe(200);
    expect((await app.get(`/api/posts/${post._id}`)).body).toContain('0123456789abcdef01234567');

    expect(await isWithdrawal(() => save({ content: `<p>More</p>${textImage}` }))).toBe(false);
    const changes = [
      () => save({ content: '<p>W</p>' }),
      async () => save({ featuredImage: await createImageFile() }),
      () => save({ removeFeaturedImage: 'true' }),
      () => save({ status: 'draft' }),
      () => app.send('DELETE', `/api/posts/${post._id}`, undefined, editor),
      () => app.send('POST', `/api/posts/${post._id}/restore`, undefined, editor),
      () => app.services.revision.write(async () => undefined),
    ];
    for (const [index, change] of changes.entries()) expect([index, await isWithdrawal(change)]).toEqual([index, true]);
  });

  it('OPS-05 counts what a release that does not know it has written as withdrawn', async () => {
    const { db, revision } = app.services;
    await revision.write(async () => undefined, 'addition');
    await db
      .updateTable('content_revision')
      .set((row) => ({ number: row('number', '+', 1) }))
      .execute();
    const { number, withdrawal } = await (await createRevision(db)).state();
    expect(withdrawal).toBe(number);

    await revision.write(async () => undefined, 'addition');
    expect(await revision.state()).toEqual({ number: number + 1, withdrawal: number });
  });

  it('OPS-05 is named by every public response', async () => {
    expect((await app.get('/api/posts?limit=1')).headers['x-withdrawal-revision']).toBe(String((await readState()).withdrawal));
  });
});
