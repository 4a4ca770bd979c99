import {
  after,
  draft,
  draftPost,
  fail,
  liveState,
  load,
  type Row,
  save,
  saves,
  scheduledPost,
  scheduledState,
  testTransitions,
  transition,
  type,
} from '../testing/editor-states.ts';

const PUBLISH_TIME = Date.parse(scheduledPost.publishedAt ?? '');
const STORED_AT = '2030-01-31T07:00:01.000Z';
const published = { ...scheduledPost, status: 'published' as const, updatedAt: STORED_AT };

const ROWS: readonly Row[] = [
  {
    name: 'a save opens the conflict dialog if the stored status has changed',
    given: after(scheduledState, type('Mine'), save('schedule'), fail('conflict')),
    when: load(published),
    state: { dialog: 'conflict', conflict: { document: published, savedBy: '' }, values: { title: 'Mine' } },
    effects: [],
  },
  {
    name: 'accepting the stored status keeps the typed text and saves nothing',
    given: after(scheduledState, type('Mine'), save('schedule'), fail('conflict'), load(published)),
    when: { type: 'statusTaken' },
    state: { document: published, version: STORED_AT, values: { title: 'Mine' }, conflict: null, dialog: null, problem: null },
    effects: [{ type: 'writeBackup' }],
  },
  {
    name: 'the next save keeps the document published',
    given: after(scheduledState, type('Mine'), save('schedule'), fail('conflict'), load(published), { type: 'statusTaken' }),
    when: save(),
    effects: [{ type: 'writeBackup' }, saves({ title: 'Mine', status: 'published', updatedAt: STORED_AT })],
  },
  { name: 'accepting the stored status does nothing without a conflict', given: liveState, when: { type: 'statusTaken' }, effects: [] },
];

describe('a status change that the editor has not loaded', () => {
  testTransitions(ROWS);

  it('NS-09 is loaded once the publication time has passed, before the date is reported as invalid', () => {
    const typed = after(scheduledState, type('Mine'));
    const { state, effects } = transition(typed, save('schedule'), PUBLISH_TIME + 1000);
    expect(effects.map((effect) => effect.type)).toEqual(['loadStored']);

    const publishedStep = transition(state, load(published), PUBLISH_TIME + 1000);
    expect(publishedStep.state).toMatchObject({ dialog: 'conflict', errors: {} });
    // The scheduler has not published the post yet.
    const scheduledStep = transition(state, load(scheduledPost), PUBLISH_TIME + 1000);
    expect(scheduledStep.state.errors).toHaveProperty('publishedAt');
  });

  it('NS-09 never unpublishes a document', () => {
    const states = [scheduledState, draft, liveState].map((state) =>
      after(state, type('Mine'), save(), fail('conflict'), load({ ...draftPost, status: 'published', updatedAt: STORED_AT })),
    );
    for (const state of states) {
      if (state.conflict === null) continue;
      const sent = transition(after(state, { type: 'statusTaken' }), save(), PUBLISH_TIME).effects.find((effect) => effect.type === 'save');
      expect(sent?.form.status).toBe('published');
    }
  });
});
