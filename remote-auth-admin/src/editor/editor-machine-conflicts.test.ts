import { apiError } from '@site/shared/testing/host-services-stub';
import { postEditorConfig } from '../posts/post-editor.tsx';
import {
  after,
  autosavingState,
  conflictState,
  created,
  draftPost,
  fail,
  load,
  NEXT_VERSION,
  type Row,
  save,
  saves,
  savingState,
  succeed,
  testTransitions,
  theirs,
  timerFired,
  type,
  writes,
} from '../testing/editor-states.ts';
import { initialState } from './editor-state.ts';

const paragraphs = initialState(postEditorConfig, { ...draftPost, content: '<p>one</p><p>two</p><p>three</p>' });

const ROWS: readonly Row[] = [
  {
    name: 'a conflict loads the stored document',
    given: autosavingState,
    when: fail('conflict'),
    state: { request: { kind: 'compare' } },
    effects: [{ type: 'loadStored', id: 'post-1' }],
  },
  {
    name: 'a different stored version opens the conflict dialog with the name of the colleague',
    given: after(autosavingState, { type: 'saveFailed', error: { ...apiError('conflict'), savedBy: 'Ada Obi' }, isOnline: true }),
    when: load(theirs),
    state: { conflict: { document: theirs, savedBy: 'Ada Obi' }, dialog: 'conflict', problem: { kind: 'conflict' } },
    effects: [],
  },
  {
    name: 'a conflict drops the queued saves',
    given: after(autosavingState, save(), fail('conflict')),
    when: load(theirs),
    state: { queued: null },
    effects: [],
  },
  {
    name: 'a conflict while offline preserves the backup on the device',
    given: after(autosavingState, fail('conflict')),
    when: load(null),
    state: { conflict: null, problem: { kind: 'blocked', message: 'Saved on this device only. Someone else saved first' } },
    effects: [],
  },
  {
    name: 'an earlier save by this editor whose response was lost causes no conflict',
    given: after(autosavingState, fail('network'), type('Mine too'), timerFired, fail('conflict')),
    when: load({ ...draftPost, title: 'Mine', updatedAt: NEXT_VERSION }),
    state: { conflict: null },
    effects: [writes(), saves({ title: 'Mine too', updatedAt: NEXT_VERSION })],
  },
  {
    name: 'a new document is found by its slug if the response was lost',
    given: after(
      created,
      { type: 'changed', values: { title: 'Mine', category: 'Schools', slug: 'mine', content: '' } },
      timerFired,
      fail('network'),
      timerFired,
      fail('conflict', { slug: 'Taken' }),
    ),
    when: load({ ...draftPost, title: 'Mine', category: 'Schools', slug: 'mine', content: '', excerpt: '', tags: [], updatedAt: NEXT_VERSION }),
    effects: [writes(), saves({ updatedAt: NEXT_VERSION }, { id: 'post-1' }), { type: 'openDocument', id: 'post-1' }],
  },
  {
    name: 'a slug that another document uses is a field error',
    given: after(savingState, fail('conflict', { slug: 'Taken' })),
    when: load(theirs),
    state: { errors: { slug: 'Taken' }, conflict: null },
    effects: [],
  },
  {
    name: 'STAFF-07 changes to different fields are merged and saved without asking',
    given: after(autosavingState, fail('conflict')),
    when: load({ ...draftPost, excerpt: 'Theirs', updatedAt: NEXT_VERSION }),
    state: { conflict: null, dialog: null, values: expect.objectContaining({ title: 'Mine', excerpt: 'Theirs' }) },
    effects: [writes(), saves({ title: 'Mine', excerpt: 'Theirs', updatedAt: NEXT_VERSION }, { isSilent: true })],
  },
  {
    name: 'STAFF-07 changes to different paragraphs are merged and saved without asking',
    given: after(paragraphs, { type: 'changed', values: { content: '<p>A</p><p>two</p><p>three</p>' } }, save(), fail('conflict')),
    when: load({ ...draftPost, content: '<p>one</p><p>two</p><p>C</p>', updatedAt: NEXT_VERSION }),
    state: { conflict: null, dialog: null, baseline: { content: '<p>one</p><p>two</p><p>C</p>' } },
    effects: [writes(), saves({ content: '<p>A</p><p>two</p><p>C</p>', updatedAt: NEXT_VERSION })],
  },
  {
    name: 'STAFF-07 individual paragraphs can be taken from the stored version',
    given: after(
      paragraphs,
      { type: 'changed', values: { content: '<p>A</p><p>two</p><p>C</p>' } },
      save(),
      fail('conflict'),
      load({ ...draftPost, content: '<p>X</p><p>two</p><p>Z</p>', updatedAt: NEXT_VERSION }),
    ),
    when: { type: 'conflictDecided', taken: ['content-1'] },
    state: { unchosen: { content: '<p>A</p><p>two</p><p>C</p>' } },
    effects: [
      writes(),
      saves({ content: '<p>X</p><p>two</p><p>C</p>', updatedAt: NEXT_VERSION, unchosen: JSON.stringify({ content: '<p>A</p><p>two</p><p>C</p>' }) }),
    ],
  },
  {
    name: 'STAFF-07 a document published in the meantime is not saved without asking',
    given: after(autosavingState, fail('conflict')),
    when: load({ ...draftPost, excerpt: 'Theirs', status: 'published', updatedAt: NEXT_VERSION }),
    state: { dialog: 'conflict' },
    effects: [],
  },
  {
    name: 'STAFF-07 a field can be taken from the stored version',
    given: conflictState,
    when: { type: 'conflictDecided', taken: ['title-0'] },
    state: { conflict: null, dialog: null, values: expect.objectContaining({ title: 'Theirs' }) },
    effects: [writes(), saves({ title: 'Theirs', updatedAt: NEXT_VERSION })],
  },
  {
    name: 'keeping the typed text saves it over the stored version',
    given: conflictState,
    when: { type: 'conflictDecided', taken: [] },
    state: { conflict: null, dialog: null },
    effects: [writes(), saves({ title: 'Mine', updatedAt: NEXT_VERSION })],
  },
  {
    name: 'keeping the typed text does not unpublish a document published in the meantime',
    given: { ...conflictState, conflict: { document: { ...theirs, status: 'published' }, savedBy: '' } },
    when: { type: 'conflictDecided', taken: [] },
    effects: [writes(), saves({ status: 'published' })],
  },
  {
    name: 'discarded text is sent until a save has succeeded',
    given: after(conflictState, { type: 'conflictDecided', taken: ['title-0'] }, fail('server'), save()),
    when: succeed({ title: 'Theirs' }),
    state: { unchosen: {} },
    effects: [{ type: 'clearBackup' }, { type: 'notify' }],
  },
  {
    name: 'an undecided conflict is shown again at the next save',
    given: after(conflictState, { type: 'dialogClosed' }, save(), fail('conflict')),
    when: load(theirs),
    state: { dialog: 'conflict' },
    effects: [],
  },
];

describe('editor conflicts', () => {
  testTransitions(ROWS);
});
