import { sql } from 'kysely';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type AuditEvent, createAuditLog } from './audit-log.ts';
import { verifyAudit } from './verify-audit.ts';

const KEY = 'a key that only the tests use, and forty';
const ENTRY_COUNT = 8;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { AUDIT_KEY: KEY } });
});
afterAll(() => app.stop());

const event = (index: number): AuditEvent => ({
  category: 'change',
  action: 'post.update',
  actor: { id: `user${index % 2}`, role: 'editor', email: 'ada@site.example' },
  subject: { kind: 'post', id: `post${index}`, name: `Post ${index}` },
  facts: { fields: ['title'] },
  before: { title: 'before' },
  after: { title: 'after' },
});

const fill = async () => {
  const { audit, db } = app.services;
  for (let index = 0; index < ENTRY_COUNT; index += 1) await audit.record(event(index));
  await db.transaction().execute((transaction) => audit.eraseDetails([2, 3, 5], 'request', transaction));
};

const verify = () => verifyAudit(app.services.db, KEY);

const findProblems = async (change: string): Promise<readonly string[]> => {
  let problems: readonly string[] = [];
  const undo = new Error('undo');
  const transaction = app.services.db.transaction().execute(async (inner) => {
    await sql.raw(change).execute(inner);
    ({ problems } = await verifyAudit(inner, KEY));
    throw undo;
  });
  await transaction.catch((reason: unknown) => {
    if (reason !== undo) throw reason;
  });
  return problems;
};

const COLUMNS = ['at', 'action', 'actor_id', 'actor_role', 'subject_kind', 'subject_id', 'facts', 'details_hash', 'previous_hash', 'hash'];
const last = ENTRY_COUNT + 1;
const COPIED_COLUMNS = 'at, category, action, outcome, actor_id, actor_role, subject_kind, subject_id, facts, details_hash, previous_hash, hash';

const MUTATIONS = [
  ...[1, 4, last].flatMap((number) => COLUMNS.map((column) => `update audit_entries set ${column} = ${column} || 'x' where number = ${number}`)),
  ...[1, 4, last].map((number) => `update audit_entries set category = 'read', outcome = 'failed' where number = ${number}`),
  ...[1, 2, 4, last].map((number) => `delete from audit_entries where number = ${number}`),
  `delete from audit_entries where number >= 7`,
  'delete from audit_entries',
  `delete from audit_entries where number = ${last}; delete from audit_details where number = ${last}; update audit_head set number = ${last - 1}, hash = (select hash from audit_entries where number = ${last - 1})`,
  'update audit_entries set number = 100 where number = 4',
  `insert into audit_entries (number, ${COPIED_COLUMNS}) select 100, ${COPIED_COLUMNS} from audit_entries where number = 4`,
  `insert into audit_entries (number, ${COPIED_COLUMNS}) select ${last + 1}, ${COPIED_COLUMNS} from audit_entries where number = ${last}`,
  ...['salt', 'details', 'search_text'].map((column) => `update audit_details set ${column} = ${column} || 'x' where number = 4`),
  'delete from audit_details where number = 4',
  'delete from audit_details',
  "insert into audit_details (number, salt, details, search_text) values (2, 's', '{}', '')",
  "insert into audit_details (number, salt, details, search_text) values (100, 's', '{}', '')",
  'update audit_details set number = 3 where number = 4',
  'delete from audit_head',
  'update audit_head set number = 4',
  "update audit_head set hash = 'x'",
  "update audit_head set seal = 'x'",
  "insert into audit_head (id, number, hash, seal) values (2, 4, '', '')",
];

describe('verifying the audit log', () => {
  beforeAll(fill);

  it('PRIV-05 accepts the log as it was written, including erased values', async () => {
    expect(await verify()).toMatchObject({ entries: last, erased: 3, problems: [] });
    const { head } = await verify();
    expect((await verifyAudit(app.services.db, KEY, head)).problems).toEqual([]);
  });

  it.each(MUTATIONS)('PRIV-05 detects %s', async (change) => {
    let problems: readonly string[] = [];
    if (change.includes(';')) {
      // Run the statements one at a time, because the embedded engine can prepare only one.
      const undo = new Error('undo');
      const work = app.services.db.transaction().execute(async (inner) => {
        for (const statement of change.split(';')) await sql.raw(statement).execute(inner);
        ({ problems } = await verifyAudit(inner, KEY));
        throw undo;
      });
      await expect(work).rejects.toBe(undo);
    } else problems = await findProblems(change);

    expect(problems.length).toBeGreaterThan(0);
  });

  it('PRIV-05 finds random changes of single characters', async () => {
    const rows = await app.services.db.selectFrom('audit_entries').selectAll().execute();
    for (let index = 0; index < 60; index += 1) {
      const row = rows[index % rows.length];
      const column = COLUMNS[index % COLUMNS.length] ?? 'hash';
      const text = String(row?.[column as 'hash']);
      const position = (index * 7919) % Math.max(1, text.length);
      const changedText = `${text.slice(0, position)}${text[position] === 'z' ? 'y' : 'z'}${text.slice(position + 1)}`;

      expect((await findProblems(`update audit_entries set ${column} = '${changedText}' where number = ${row?.number}`)).length).toBeGreaterThan(0);
    }
    expect((await verify()).problems).toEqual([]);
  });

  it('PRIV-05 detects a chain that was recalculated without the key, or replaced by an older one', async () => {
    expect((await verifyAudit(app.services.db, 'another key that is as long as the first')).problems.length).toBeGreaterThan(0);
    const { head } = await verify();
    expect((await verifyAudit(app.services.db, KEY, { ...head, hash: head.hash.replace(/^./, 'z') })).problems).toEqual([
      `Entry ${last} is not the one whose hash was given: the log was replaced by another one.`,
    ]);
  });

  it('PRIV-05 appends in order when several writers, even on a second provider, write concurrently', async () => {
    const second = await createAuditLog(app.services.db, KEY, () => new Date());

    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? app.services.audit : second).record(event(index))));

    expect(await verify()).toMatchObject({ entries: last + 10, problems: [] });
  });
});
