import { createDocuments } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { endSessions } from './audit-sessions.ts';
import { verifyAudit } from './verify-audit.ts';
import { SESSION_MS } from './version-queries.ts';

const KEY = 'b'.repeat(64);

let app: TestApp;
let admin: string;
let editor: string;
let documents: ReturnType<typeof createDocuments>;
beforeAll(async () => {
  app = await startTestApp({ settings: { AUDIT_KEY: KEY } });
  documents = createDocuments(app, () => editor);
});
beforeEach(async () => {
  admin = (await app.signInAs('admin')).token;
  editor = (await app.signInAs('editor')).token;
});
afterAll(() => app.stop());

interface Entry {
  readonly action: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly details: { readonly before: Readonly<Record<string, string>>; readonly after: Readonly<Record<string, string>>; readonly actor: string };
}
const listEntries = async (id: string): Promise<Entry[]> => (await app.get(`/api/audit?q=${id}`, admin)).json().data;
const autosaveTitles = async (id: string, titles: readonly string[]): Promise<void> => {
  for (const title of titles) expect((await documents.save('post', id, { title, isAutosave: 'true' })).statusCode).toBe(200);
};

describe('the autosaves of one editing session', () => {
  it('PRIV-15 become one entry with all of their changes once the document is saved manually', async () => {
    const { _id } = await documents.create('post', { status: 'draft' });
    await autosaveTitles(_id, ['T', 'Ty', 'Typ', 'Typed']);
    expect((await listEntries(_id)).map(({ action }) => action)).toEqual(['post.create']);

    await documents.save('post', _id, { title: 'Typed', excerpt: 'By hand' });
    const [saved, session] = await listEntries(_id);
    expect(session).toMatchObject({
      action: 'post.autosave',
      facts: { saves: 4, fields: ['title'] },
      details: { before: { title: 'Open day' }, after: { title: 'Typed' } },
    });
    expect(saved).toMatchObject({ action: 'post.update', facts: { fields: ['excerpt'] } });
    expect((await verifyAudit(app.services.db, KEY)).problems).toEqual([]);
  });

  it('PRIV-15 end when another user saves, and each user gets an entry', async () => {
    const { _id } = await documents.create('post', { status: 'draft' });
    await autosaveTitles(_id, ['Mine']);
    const other = createDocuments(app, () => admin);
    await other.save('post', _id, { excerpt: 'Theirs', isAutosave: 'true' });
    await autosaveTitles(_id, ['Mine again']);
    await endSessions(app.services, {});

    const sessions = (await listEntries(_id)).filter(({ action }) => action === 'post.autosave');
    expect(sessions.map(({ details: { after } }) => after.title ?? after.excerpt)).toEqual(['Mine again', 'Theirs', 'Mine']);
  });

  it('PRIV-15 end half an hour after the last one', async () => {
    const { _id } = await documents.create('post', { status: 'draft' });
    await autosaveTitles(_id, ['Left']);
    const idleSince = (): string => new Date(app.clock.now.getTime() - SESSION_MS).toISOString();
    expect(await endSessions(app.services, { idleSince: idleSince() })).toBe(0);
    app.clock.now = new Date(app.clock.now.getTime() + SESSION_MS + 1);
    expect([await endSessions(app.services, { idleSince: idleSince() }), await endSessions(app.services, { idleSince: idleSince() })]).toEqual([1, 0]);
  });

  it('PRIV-15 add no entries while an editor types', async () => {
    const { _id } = await documents.create('post', { status: 'draft' });
    const measure = async () =>
      (await app.services.db.selectFrom('audit_details').select('details').execute()).reduce((sum, { details }) => sum + details.length, 0);
    const before = await measure();
    await autosaveTitles(
      _id,
      Array.from({ length: 20 }, (_, index) => `Title ${index}`),
    );
    expect(await measure()).toBe(before);
  });
});
