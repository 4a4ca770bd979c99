import { observeStatements } from '../testing/observe-statements.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('the data of a person', () => {
  it('PRIV-10 OPS-09 is found in one pass over the versions and one over the audit log, regardless of what is known about the person', async () => {
    const { token } = await app.signInAs('admin');
    const fields = { title: 'A post', category: 'C', content: '<p>Zebulon Quick, zebulon@example.com</p>', status: 'published' };
    await app.form('POST', '/api/posts', fields, token);
    const countReads = async (person: object): Promise<readonly number[]> => {
      const statements = await observeStatements(async () => {
        const response = await app.send('POST', '/api/privacy/person', person, token);
        expect(response.json().data).toMatchObject({
          versions: 1,
          mentions: [{ title: 'A post' }],
          audit: expect.arrayContaining([expect.objectContaining({ action: 'post.create' })]),
        });
      });
      return ['versions', 'audit_details', 'document_drafts', 'review_comments'].map(
        (table) => statements.filter(({ sql }) => sql.startsWith('select') && sql.includes(`"${table}"`)).length,
      );
    };

    const readsByName = await countReads({ name: 'Zebulon Quick' });

    expect(readsByName).toEqual([1, 1, 1, 1]);
    expect(await countReads({ name: 'Zebulon Quick', email: 'zebulon@example.com', phone: '+2348031234567' })).toEqual(readsByName);
  });
});

describe('the personal values of audit entries', () => {
  it('PRIV-12 OPS-09 are erased in large batches', async () => {
    const { db, audit } = app.services;
    const numbers = Array.from({ length: 2500 }, (_, index) => 100_000 + index);
    for (let start = 0; start < numbers.length; start += 500)
      await db
        .insertInto('audit_details')
        .values(numbers.slice(start, start + 500).map((number) => ({ number, salt: '', details: '{}', search_text: '' })))
        .execute();
    const erase = () => db.transaction().execute((transaction) => audit.eraseDetails([99_999, ...numbers].reverse(), 'retention', transaction));

    const statements = await observeStatements(async () => expect(await erase()).toBe(2500));

    // Three entries for deletions, and one that records which values were erased.
    expect(statements.length).toBeLessThanOrEqual(7);
    const { facts } = await db.selectFrom('audit_entries').select('facts').orderBy('number', 'desc').executeTakeFirstOrThrow();
    expect(JSON.parse(facts)).toEqual({ erased: '100000-102499', count: 2500, reason: 'retention' });
    expect(await erase()).toBe(0);
  });
});
