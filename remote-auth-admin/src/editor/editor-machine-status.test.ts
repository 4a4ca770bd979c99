import {
  after,
  draft,
  draftPost,
  fail,
  live,
  load,
  type Row,
  save,
  saves,
  scheduled,
  scheduledPost,
  testTransitions,
  transition,
  type,
} from '../testing/editor-states.ts';

const HOUR = Date.parse(scheduledPost.publishedAt ?? '');
const STORED_AT = '2030-01-31T07:00:01.000Z';
const published = { ...scheduledPost, status: 'published' as const, updatedAt: STORED_AT };

const ROWS: readonly Row[] = [
  {
    name: 'a save that finds another status asks, whatever the provider found wrong with it',
    given: after(scheduled, type('Mine'), save('schedule'), fail('conflict')),
    when: load(published),
    state: { dialog: 'conflict', conflict: { document: published, savedBy: '' }, values: { title: 'Mine' } },
    effects: [],
  },
  {
    name: 'the stored status is taken with what was typed, and nothing is saved',
    given: after(scheduled, type('Mine'), save('schedule'), fail('conflict'), load(published)),
    when: { type: 'statusTaken' },
    state: { document: published, version: STORED_AT, values: { title: 'Mine' }, conflict: null, dialog: null, problem: null },
    effects: [{ type: 'writeBackup' }],
  },
  {
    name: 'the next save is one of the document that is public',
    given: after(scheduled, type('Mine'), save('schedule'), fail('conflict'), load(published), { type: 'statusTaken' }),
    when: save(),
    effects: [{ type: 'writeBackup' }, saves({ title: 'Mine', status: 'published', updatedAt: STORED_AT })],
  },
  { name: 'there is nothing to take without another version', given: live, when: { type: 'statusTaken' }, effects: [] },
];

describe('another status than the editor knows', () => {
  testTransitions(ROWS);

  it('NS-09 is looked for when the hour of a scheduled document has passed, before its date is called wrong', () => {
    const typed = after(scheduled, type('Mine'));
    const { state, effects } = transition(typed, save('schedule'), HOUR + 1000);
    expect(effects.map((effect) => effect.type)).toEqual(['loadStored']);

    const asked = transition(state, load(published), HOUR + 1000);
    expect(asked.state).toMatchObject({ dialog: 'conflict', errors: {} });
    // The scheduler has not published the post yet.
    const early = transition(state, load(scheduledPost), HOUR + 1000);
    expect(early.state.errors).toHaveProperty('publishedAt');
  });

  it('NS-09 never unpublishes a document', () => {
    const states = [scheduled, draft, live].map((state) =>
      after(state, type('Mine'), save(), fail('conflict'), load({ ...draftPost, status: 'published', updatedAt: STORED_AT })),
    );
    for (const state of states) {
      if (state.conflict === null) continue;
      const sent = transition(after(state, { type: 'statusTaken' }), save(), HOUR).effects.find((effect) => effect.type === 'save');
      expect(sent?.form.status).toBe('published');
    }
  });
});
