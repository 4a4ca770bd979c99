import { deleteDocumentDraft, getDocumentDraft, putDocumentDraft } from '@site/shared/contracts/version';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { postEditorConfig } from '../posts/post-editor.tsx';
import { createDraftBackup } from '../session/draft-backup.ts';
import { createServerDraft, SERVER_KEY } from './server-draft.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const VERSION = '2026-11-14T09:00:00.000Z';
const BASELINE = { title: 'A', excerpt: 'E' };
const STORED = { base: VERSION, fields: { title: 'From the phone' }, savedAt: '2026-11-21T11:00:00.000Z' };

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const open = (responses: readonly StubResponse[]) => {
  const { http, getCalls } = hostServicesStub({ responses: [[deleteDocumentDraft, { _id: 'p1' }], [putDocumentDraft, null], ...responses] });
  const localBackup = createDraftBackup({ storage: localStorage, userId: 'user-1', kindName: 'post', now: Date.now });
  const onStored = jest.fn();
  const draft = createServerDraft({ localBackup, http, config: postEditorConfig, version: VERSION, getBaseline: () => BASELINE, onStored });
  const write = (title: string) => draft.write('p1', { base: VERSION, values: { ...BASELINE, title }, hadFile: false, resumes: false });
  return { draft, write, onStored, puts: () => getCalls(putDocumentDraft), deletes: () => getCalls(deleteDocumentDraft) };
};

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

describe('createServerDraft', () => {
  it('NS-22 sends the changed fields two seconds after the first input, and when the editor is closed', async () => {
    const { draft, write, onStored, puts } = open([]);
    write('Ab');
    await pass(1500);
    write('Abc');
    expect(puts()).toHaveLength(0);
    await pass(500);
    expect(puts()).toMatchObject([{ params: { kind: 'post', id: 'p1' }, body: { base: VERSION, fields: { title: 'Abc' } }, silent: true }]);
    expect(onStored).toHaveBeenCalledWith({ title: 'Abc', excerpt: 'E' });
    write('Abcd');
    draft.release();
    await pass();
    expect(puts()).toHaveLength(2);
  });

  it('NS-22 sends no draft of work that has been saved, and deletes a draft once its work is saved', async () => {
    const { draft, write, puts, deletes } = open([]);
    write('Ab');
    await pass(1000);
    draft.clear();
    await pass(5000);
    expect([puts().length, deletes().length]).toEqual([0, 0]);
    write('Abc');
    await pass(2000);
    draft.clear();
    await pass();
    expect([puts().length, deletes().length]).toEqual([1, 1]);
  });

  it('NS-22 deletes only the draft that it has stored or found', async () => {
    const { draft, write, deletes } = open([
      [putDocumentDraft, STORED],
      [getDocumentDraft, { ...STORED, savedAt: '2026-11-21T13:00:00.000Z' }],
    ]);
    write('Abc');
    await pass(2000);
    draft.clear();
    await pass();
    await draft.find('p1');
    draft.remove(SERVER_KEY);
    await pass();
    expect(deletes().map(({ query }) => query)).toEqual([{ savedAt: STORED.savedAt }, { savedAt: '2026-11-21T13:00:00.000Z' }]);
  });

  it('NS-22 sends the time of the draft that it continues, so that no draft of another device is overwritten', async () => {
    const { draft, write, puts } = open([
      [getDocumentDraft, STORED],
      [putDocumentDraft, { ...STORED, savedAt: '2026-11-21T12:00:02.000Z' }],
    ]);
    write('Without having looked');
    await pass(2000);
    write('Once more');
    await pass(2000);
    await draft.find('p1');
    write('After a look');
    await pass(2000);
    expect(puts().map(({ body }) => body)).toMatchObject([{ continues: '' }, { continues: '2026-11-21T12:00:02.000Z' }, { continues: STORED.savedAt }]);
  });

  it('NS-22 restores the work of another device without asking while the document is unchanged', async () => {
    const { draft, deletes } = open([[getDocumentDraft, STORED]]);

    const found = await draft.find('p1');
    expect(found).toEqual({
      key: SERVER_KEY,
      backup: { storedAt: Date.parse(STORED.savedAt), base: VERSION, values: STORED.fields, hadFile: false, resumes: true },
    });
    draft.remove(SERVER_KEY);
    await pass();
    expect(deletes()).toHaveLength(1);
    expect((await open([[getDocumentDraft, { ...STORED, base: 'older' }]]).draft.find('p1'))?.backup.resumes).toBe(false);
  });

  it('NS-22 converts the base values of a draft to editor values', async () => {
    const { draft } = open([[getDocumentDraft, { ...STORED, base: 'older', baseFields: { title: 'Then', tags: ['one', 'two'] } }]]);

    expect((await draft.find('p1'))?.backup).toMatchObject({ base: 'older', resumes: false, baseValues: { title: 'Then', tags: 'one, two' } });
  });

  it('NS-22 keeps the draft when it is restored', async () => {
    const { draft, write, puts, deletes } = open([[getDocumentDraft, STORED]]);
    await draft.find('p1');
    write('From the phone');
    draft.remove(SERVER_KEY);
    await pass(2000);
    expect([puts().length, deletes().length]).toEqual([1, 0]);
  });

  it('NS-22 prefers the newer of the backup on the device and the draft at the provider', async () => {
    const earlierSession = open([
      [getDocumentDraft, STORED],
      [putDocumentDraft, STORED],
    ]);
    earlierSession.write('From this device');
    expect((await open([[getDocumentDraft, STORED]]).draft.find('p1'))?.backup.values).toMatchObject({ title: 'From this device' });
    const newerDraft = { ...STORED, savedAt: '2026-11-21T13:00:00.000Z' };
    expect((await open([[getDocumentDraft, newerDraft]]).draft.find('p1'))?.key).toBe(SERVER_KEY);
    // The provider never stored the local backup, so the editor offers it again.
    expect((await open([[getDocumentDraft, null]]).draft.find('p1'))?.backup.values).toMatchObject({ title: 'From this device' });

    earlierSession.write('Stored');
    await pass(2000);
    expect((await open([[getDocumentDraft, newerDraft]]).draft.find('p1'))?.key).toBe(SERVER_KEY);
    expect(await open([[getDocumentDraft, null]]).draft.find('p1')).toBeNull();
  });

  it('NS-22 uses the backup on the device if the provider does not respond', async () => {
    open([]).write('From this device');
    expect((await open([[getDocumentDraft, apiError('network')]]).draft.find('p1'))?.backup.values).toMatchObject({ title: 'From this device' });
  });
});
