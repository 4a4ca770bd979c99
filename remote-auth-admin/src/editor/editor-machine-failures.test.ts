import { apiError } from '@site/shared/testing/host-services-stub';
import { SEED } from '@site/shared/testing/random';
import fc from 'fast-check';
import {
  after,
  autosavingState,
  created,
  draft,
  type Event,
  fail,
  file,
  liveState,
  load,
  NOW,
  publishingState,
  type Row,
  repeat,
  save,
  saves,
  savingLiveState,
  savingState,
  scheduledState,
  scheduleFields,
  starts,
  succeed,
  testTransitions,
  theirs,
  timerFired,
  transition,
  type,
  typed,
  writes,
} from '../testing/editor-states.ts';
import { type Effect, isUnsaved } from './editor-state.ts';

const ROWS: readonly Row[] = [
  {
    name: 'a failed autosave is retried after two seconds',
    given: autosavingState,
    when: fail('network'),
    state: { problem: { kind: 'retrying' }, unconfirmedValues: { title: 'Mine' } },
    effects: [starts(2000)],
  },
  {
    name: 'the delay before a retry doubles',
    given: after(autosavingState, ...repeat(2, fail('server'), timerFired)),
    when: fail('server'),
    effects: [starts(8000)],
  },
  {
    name: 'the delay before a retry is at most half a minute',
    given: after(autosavingState, ...repeat(6, fail('server'), timerFired)),
    when: fail('server'),
    effects: [starts(30_000)],
  },
  {
    name: 'a retry saves again',
    given: after(autosavingState, fail('too-many')),
    when: timerFired,
    state: { problem: null },
    effects: [writes(), saves({ title: 'Mine' })],
  },
  {
    name: 'an autosave that fails while offline is reported as offline',
    given: autosavingState,
    when: fail('network', undefined, false),
    state: { problem: { kind: 'offline' } },
    effects: [starts(2000)],
  },
  {
    name: 'a failed save of a public document is not retried',
    given: savingLiveState,
    when: fail('network'),
    state: { timer: 'none', message: expect.stringContaining('could not be reached') },
    effects: [],
  },
  {
    name: 'a save that is queued behind a failed autosave is sent',
    given: after(autosavingState, save()),
    when: fail('network'),
    effects: [starts(2000), { type: 'stopTimer' }, writes(), saves({}, { isSilent: false })],
  },
  {
    name: 'an error response leaves no unconfirmed values',
    given: autosavingState,
    when: fail('server'),
    state: { unconfirmedValues: null },
    effects: [starts(2000)],
  },
  {
    name: 'an autosave that the provider rejects is blocked, with the reason',
    given: autosavingState,
    when: fail('invalid', { excerpt: 'Too long' }),
    state: { problem: { kind: 'blocked', message: 'Saved on this device only. Too long' }, errors: {} },
    effects: [],
  },
  {
    name: 'a save that the provider rejects shows the field errors',
    given: savingState,
    when: fail('invalid', { excerpt: 'Too long' }),
    state: { errors: { excerpt: 'Too long' } },
    effects: [],
  },
  {
    name: 'input during a rejected autosave is saved next',
    given: after(autosavingState, type('Mine too'), timerFired),
    when: fail('invalid', { title: 'No' }),
    effects: [writes(), saves({ title: 'Mine too' })],
  },
  {
    name: 'a save of a deleted document reports that it no longer exists',
    given: savingState,
    when: fail('not-found'),
    state: { message: expect.stringContaining('no longer exists') },
    effects: [],
  },

  // Connection and session.
  {
    name: 'a draft is saved at once when the connection is back',
    given: after(autosavingState, fail('network', undefined, false)),
    when: { type: 'reconnected' },
    state: { failures: 0 },
    effects: [starts(0)],
  },
  {
    name: 'a draft is not saved when the connection is back but the session has ended',
    given: after(autosavingState, fail('unauthorized')),
    when: { type: 'reconnected' },
    effects: [],
  },
  {
    name: 'publishing waits for a sign-in when the session has ended',
    given: publishingState,
    when: fail('unauthorized'),
    state: { problem: { kind: 'signed-out' }, awaitingSignIn: { command: 'publish', isAuto: false } },
    effects: [],
  },
  {
    name: 'a sign-in resumes publishing',
    given: after(publishingState, fail('unauthorized')),
    when: { type: 'signedIn' },
    state: { awaitingSignIn: null },
    effects: [writes(), saves({ status: 'published' })],
  },
  {
    name: 'a sign-in resumes an autosave',
    given: after(autosavingState, fail('unauthorized')),
    when: { type: 'signedIn' },
    state: { problem: null },
    effects: [starts(0)],
  },
  {
    name: 'a save that is queued behind an autosave waits for a sign-in when the session has ended',
    given: after(autosavingState, save('publish')),
    when: fail('unauthorized'),
    state: { awaitingSignIn: { command: 'publish', isAuto: false }, queued: null },
    effects: [],
  },
  {
    name: 'a delete stops the autosave',
    given: typed,
    when: { type: 'deleteConfirmed' },
    state: { request: { kind: 'delete' }, timer: 'none' },
    effects: [{ type: 'stopTimer' }, { type: 'delete', id: 'post-1' }],
  },
  { name: 'a delete is queued behind a save in flight', given: savingState, when: { type: 'deleteConfirmed' }, state: { queued: 'delete' }, effects: [] },
  {
    name: 'a queued delete is sent after the save',
    given: after(savingState, { type: 'deleteConfirmed' }),
    when: succeed(),
    state: { request: { kind: 'delete' } },
    effects: [{ type: 'clearBackup' }, { type: 'notify' }, { type: 'delete' }],
  },
  {
    name: 'a queued delete is sent after a failed save',
    given: after(savingState, { type: 'deleteConfirmed' }),
    when: fail('server'),
    state: { request: { kind: 'delete' } },
    effects: [starts(2000), { type: 'stopTimer' }, { type: 'delete' }],
  },
  {
    name: 'a queued delete ignores a conflict',
    given: after(savingState, { type: 'deleteConfirmed' }, fail('conflict')),
    when: load(theirs),
    state: { conflict: null },
    effects: [{ type: 'delete' }],
  },
  { name: 'a save during a delete is ignored', given: after(typed, { type: 'deleteConfirmed' }), when: save(), state: { queued: null }, effects: [] },
  {
    name: 'a deleted document leaves no backup',
    given: after(typed, { type: 'deleteConfirmed' }),
    when: { type: 'deleteSucceeded' },
    state: { phase: 'deleted', file: null },
    effects: [{ type: 'clearBackup' }, { type: 'leaveDeleted', id: 'post-1' }, { type: 'releaseBackup' }],
  },
  {
    name: 'editing continues after a failed delete',
    given: after(typed, { type: 'deleteConfirmed' }),
    when: { type: 'deleteFailed', error: apiError('forbidden') },
    state: { dialog: null, message: 'You do not have permission to do this' },
    effects: [starts(1000)],
  },
  { name: 'closing an unchanged document releases the backup', given: draft, when: { type: 'closed' }, effects: [{ type: 'releaseBackup' }] },
  {
    name: 'closing a public document does not remove its backup',
    given: after(liveState, type('Mine')),
    when: { type: 'closed' },
    effects: [{ type: 'releaseBackup' }],
  },
  {
    name: 'closing during the autosave delay sends the draft',
    given: typed,
    when: { type: 'closed' },
    state: { phase: 'closed' },
    effects: [{ type: 'stopTimer' }, writes(), saves({ title: 'Mine' })],
  },
  {
    name: 'the last save releases the backup',
    given: after(typed, { type: 'closed' }),
    when: succeed(),
    effects: [{ type: 'clearBackup' }, { type: 'releaseBackup' }],
  },
  {
    name: 'a failed last save is not retried',
    given: after(typed, { type: 'closed' }),
    when: fail('network'),
    state: { timer: 'none' },
    effects: [{ type: 'releaseBackup' }],
  },
  {
    name: 'closing during a save queues newer input',
    given: after(savingState, type('Mine too')),
    when: { type: 'closed' },
    state: { queued: { command: 'save', isAuto: true } },
    effects: [{ type: 'stopTimer' }],
  },
  {
    name: 'input queued on closing is sent after the save',
    given: after(savingState, type('Mine too'), { type: 'closed' }),
    when: succeed(),
    effects: [writes(), { type: 'notify' }, writes(), saves({ title: 'Mine too' })],
  },
  {
    name: 'a new document that is saved after closing does not navigate',
    given: after(created, { type: 'changed', values: { title: 'Mine', category: 'Schools' } }, { type: 'closed' }),
    when: succeed(),
    effects: [{ type: 'clearBackup' }, { type: 'releaseBackup' }],
  },
];

describe('editor failures and closing', () => {
  testTransitions(ROWS);

  it('never sends two requests at once or leaves unsaved input without a backup', () => {
    const responses: readonly Event[] = [
      succeed(),
      fail('network'),
      fail('unauthorized'),
      fail('conflict'),
      fail('invalid', { title: 'No' }),
      load(theirs),
      load(null),
      { type: 'deleteFailed', error: apiError('server') },
    ];
    const inputs: readonly Event[] = [
      ...['a', 'b', ''].map(type),
      { type: 'changed', file },
      { type: 'changed', file: null },
      scheduleFields,
      { type: 'publishRequested', dialog: 'publish' },
      { type: 'conflictDecided', taken: [] },
      { type: 'conflictDecided', taken: ['title-0'] },
      ...(['save', 'schedule', 'publish', 'unpublish', 'archive'] as const).map(save),
      ...(['outcomeClosed', 'saveTimerFired', 'reconnected', 'signedIn', 'previewOpened', 'deleteConfirmed'] as const).map((name): Event => ({ type: name })),
    ];
    const requests: readonly Effect['type'][] = ['save', 'loadStored', 'delete'];

    fc.assert(
      fc.property(
        fc.constantFrom(draft, liveState, scheduledState, created),
        fc.array(fc.constantFrom(...inputs, ...responses), { maxLength: 40 }),
        (start, events) => {
          let state = start;
          let backup: string | null = null;
          for (const event of events) {
            const before = state;
            const step = transition(before, event, NOW);
            state = step.state;
            const sent = step.effects.filter((effect) => requests.includes(effect.type));
            expect(sent.length).toBeLessThanOrEqual(1);
            if (sent.length === 1) expect(before.request.kind === 'none' || before.request !== state.request).toBe(true);
            for (const effect of step.effects) {
              if (effect.type === 'writeBackup') backup = JSON.stringify(effect.backup.values);
              if (effect.type === 'clearBackup') backup = null;
            }
            if (isUnsaved(state) && state.file === null) expect(backup).toBe(JSON.stringify(state.values));
          }
        },
      ),
      { seed: SEED },
    );
  });
});
