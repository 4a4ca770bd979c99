import { SEED } from '@site/shared/testing/random';
import fc from 'fast-check';
import { DOCUMENT_KINDS, listTextColumns, VERSIONED_KINDS } from '../database/document-kinds.ts';
import { applyDueChanges } from '../maintenance/due-changes.ts';
import { createDocuments } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const INTERLEAVING_COUNT = 200;
const CASES = VERSIONED_KINDS.flatMap(({ versionKind: kind }) => (['draft', 'published'] as const).map((status) => ({ kind, status })));
type Case = (typeof CASES)[number];
/** The first two devices belong to the same person. */
const DEVICE_OWNERS = [0, 0, 1] as const;
const ACTION_WEIGHTS = { type: 3, write: 6, autosave: 2, save: 1, reopen: 1, restore: 4, publish: 1, schedule: 1, archive: 1, withdraw: 2 } as const;
type Action = keyof typeof ACTION_WEIGHTS;
const WEIGHTED_ACTIONS = Object.entries(ACTION_WEIGHTS).flatMap(([act, times]) => Array.from({ length: times }, () => act as Action));
const STATUSES: Partial<Record<Action, string>> = { publish: 'published', schedule: 'scheduled', archive: 'archived', withdraw: 'draft' };

const step = fc.record({ device: fc.nat({ max: DEVICE_OWNERS.length - 1 }), act: fc.constantFrom(...WEIGHTED_ACTIONS), choice: fc.nat({ max: 9 }) });
/** Concurrent steps, each by a different user, while the scheduler runs. */
const round = fc.record({
  seconds: fc.constantFrom(1, 1, 1, 61, 31 * 60),
  steps: fc.uniqueArray(step, { selector: ({ device }) => DEVICE_OWNERS[device], minLength: 1, maxLength: 2 }),
});

let app: TestApp;
let userIds: string[];
let tokens: string[];
beforeAll(async () => {
  app = await startTestApp();
  userIds = [(await app.signInAs('editor')).userId, (await app.signInAs('editor')).userId];
});
afterAll(() => app.stop());

const signIn = async (): Promise<void> => {
  tokens = await Promise.all(userIds.map(async (id) => (await app.services.sessions.start(id, false)).token));
};
const advanceTime = async (seconds: number): Promise<() => Promise<void>> => {
  const since = app.clock.now;
  app.clock.now = new Date(since.getTime() + seconds * 1000);
  if (seconds > 1) await signIn();
  return () => applyDueChanges(app.services, since);
};

let count = 0;
const createWord = (): string => {
  count += 1;
  return `w${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}z`;
};
const toHtml = (words: readonly string[]): string => `<p>Text ${words.join(' ')}</p>`;
const readWords = (text: unknown): string[] => String(text).match(/\bw[a-j]+z\b/g) ?? [];
const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];

/** Opens a document with an editor on each device, as the staff area does. */
const openDocument = async ({ kind, status }: Case) => {
  const documentKind = DOCUMENT_KINDS[kind];
  const [[field = ''] = []] = listTextColumns(documentKind);
  const publishAtField = documentKind.kind.publishAtField ?? '';
  const documents = createDocuments(app, () => tokens[0] ?? '');
  const { _id: id } = await documents.create(kind, { status });
  const draftUrl = `/api/drafts/${kind}/${id}`;
  /** Words that the server has confirmed as stored. */
  const confirmedWords = new Set<string>();
  const confirmWords = (words: readonly string[]): void => {
    for (const word of words) confirmedWords.add(word);
  };

  const createDevice = (person: number) => {
    let version = '';
    let storedStatus = '';
    let storedWords: string[] = [];
    let words: string[] = [];
    let draftSavedAt = '';
    const getToken = (): string => tokens[person] ?? '';
    const load = async (): Promise<void> => {
      const document = (await app.get(documents.getUrl(kind, id), getToken())).json().data;
      ({ updatedAt: version, status: storedStatus } = document);
      storedWords = readWords(document[field]);
    };
    const readDraft = async () => (await app.get(draftUrl, getToken())).json().data;
    /** Opens the editor with the person's unsaved draft. Merges the draft with the stored document if the document has changed since the draft was begun. */
    const open = async (): Promise<void> => {
      await load();
      const draft = await readDraft();
      draftSavedAt = draft?.savedAt ?? '';
      const draftWords = readWords(draft?.fields[field]);
      if (draft === null) words = storedWords;
      else words = draft.base === version ? draftWords : union(storedWords, draftWords);
    };
    const storeDraft = async (fields: Readonly<Record<string, string>>, isRestored = false) =>
      app.send('PUT', draftUrl, { base: version, fields, isRestored, continues: draftSavedAt }, getToken());
    const isUnsaved = (): boolean => words.join() !== storedWords.join();
    const keepDraft = async (): Promise<void> => {
      const sentWords = words;
      const response = await storeDraft({ [field]: toHtml(sentWords) });
      expect(response.statusCode).toBe(200);
      draftSavedAt = response.json().data.savedAt;
      confirmWords(sentWords);
    };
    const save = async (fields: Readonly<Record<string, string>>, attempts = 2): Promise<void> => {
      const sentWords = words;
      const response = await app.form('PUT', documents.getUrl(kind, id), { updatedAt: version, [field]: toHtml(sentWords), ...fields }, getToken());
      if (response.statusCode === 200) {
        ({ updatedAt: version, status: storedStatus } = response.json().data);
        storedWords = sentWords;
        confirmWords(sentWords);
        if (draftSavedAt !== '') await app.send('DELETE', `${draftUrl}?savedAt=${draftSavedAt}`, undefined, getToken());
        draftSavedAt = '';
        return;
      }
      expect([409, 422]).toContain(response.statusCode);
      if (response.statusCode === 422) return keepDraft();
      const typedWords = words.filter((word) => !storedWords.includes(word));
      const before = storedStatus;
      await load();
      words = union(storedWords, typedWords);
      // Merge the typed words with the stored text. If the status has also changed, keep a draft, because that conflict is the person's decision.
      return before === storedStatus && attempts > 1 ? save(fields, attempts - 1) : keepDraft();
    };
    const autosave = async (): Promise<void> => {
      if (isUnsaved()) await (storedStatus === 'draft' ? save({ isAutosave: 'true' }) : keepDraft());
    };
    const restore = async (choice: number): Promise<void> => {
      // Skip this step if there is unsaved work, because the editor would ask before replacing it.
      if (isUnsaved() || (await readDraft()) !== null) return;
      const versions = (await app.get(`/api/versions/${kind}/${id}`, getToken())).json().data;
      const earlierVersions = versions.slice(1);
      if (earlierVersions.length === 0) return;
      const { number } = earlierVersions[choice % earlierVersions.length];
      const { fields } = (await app.get(`/api/versions/${kind}/${id}/${number}`, getToken())).json().data;
      await load();
      await storeDraft({ [field]: fields[field] }, true);
      await open();
      await autosave();
    };
    const act = async (name: Action, choice: number): Promise<void> => {
      if (name === 'type' || name === 'write') words = [...words, createWord()];
      if (name === 'type') return;
      if (name === 'write' || name === 'autosave') await autosave();
      else if (name === 'reopen') await open();
      else if (name === 'restore') await restore(choice);
      else {
        const inOneMinute = new Date(app.clock.now.getTime() + 60_000).toISOString();
        await save({ ...(STATUSES[name] === undefined ? {} : { status: STATUSES[name] }), ...(name === 'schedule' && { [publishAtField]: inOneMinute }) });
      }
    };
    return { act, open, readDraft };
  };

  const devices = DEVICE_OWNERS.map(createDevice);
  for (const device of devices) await device.open();
  return {
    act: (device: number, name: Action, choice: number) => devices[device]?.act(name, choice),
    listLostWords: async (): Promise<string[]> => {
      const versions = await app.services.db.selectFrom('versions').select('fields').where('document_id', '=', id).execute();
      const drafts = await Promise.all(devices.map(async ({ readDraft }) => JSON.stringify(await readDraft())));
      const document = await documents.read(kind, id);
      const foundWords = new Set(readWords([document[field], ...versions.map(({ fields }) => fields), ...drafts].join(' ')));
      return [...confirmedWords].filter((word) => !foundWords.has(word));
    },
    countConfirmed: () => confirmedWords.size,
  };
};

describe('two people with three devices', () => {
  it('NS-33 lose no text that the server has confirmed as stored', async () => {
    let confirmedWords = 0;
    const property = fc.asyncProperty(fc.constantFrom(...CASES), fc.array(round, { minLength: 4, maxLength: 22 }), async (openedCase, rounds) => {
      await signIn();
      const document = await openDocument(openedCase);
      for (const { seconds, steps } of rounds) {
        const runScheduler = await advanceTime(seconds);
        await Promise.all([runScheduler(), ...steps.map(({ device, act, choice }) => document.act(device, act, choice))]);
      }
      confirmedWords += document.countConfirmed();
      expect(await document.listLostWords()).toEqual([]);
    });
    await fc.assert(property, { numRuns: INTERLEAVING_COUNT, seed: SEED, endOnFailure: true });
    // Ensures that the server confirmed enough words for the test to be meaningful.
    expect(confirmedWords).toBeGreaterThan(INTERLEAVING_COUNT);
  }, 600_000);
});
