import { postEditorConfig } from '../posts/post-editor.tsx';
import {
  after,
  draft,
  draftPost,
  fail,
  find,
  liveState,
  load,
  type Row,
  starts,
  testTransitions,
  timerFired,
  type,
  VERSION,
  writes,
} from '../testing/editor-states.ts';
import { initialState } from './editor-state.ts';

const ROWS: readonly Row[] = [
  { name: 'the editor looks for a backup', given: draft, when: { type: 'opened' }, effects: [{ type: 'findBackup', id: 'post-1' }] },
  { name: 'a backup is offered', given: draft, when: find({ title: 'Left' }), state: { recovery: { key: 'unsaved:old' }, values: draft.values }, effects: [] },
  {
    name: 'a backup that equals the stored document is removed',
    given: draft,
    when: find({ title: draftPost.title }),
    state: { recovery: null },
    effects: [{ type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'a backup found after closing is ignored',
    given: after(draft, { type: 'closed' }),
    when: find({ title: 'Left' }),
    state: { recovery: null },
    effects: [],
  },
  {
    name: 'a restored backup of an older version is merged with the later changes of a colleague',
    given: after(liveState, find({ title: 'Before', excerpt: 'Left' }, false, 'older', { title: 'Before', excerpt: draftPost.excerpt })),
    when: { type: 'backupRestored' },
    state: { version: VERSION, recovery: null, values: { title: draftPost.title, excerpt: 'Left' }, baseline: liveState.baseline },
    effects: [writes({ title: draftPost.title, excerpt: 'Left' }), { type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'a restored backup is merged by paragraph with a colleague’s changes and with text typed since',
    given: after(
      initialState(postEditorConfig, { ...draftPost, content: '<p>A</p><p>b</p><p>c</p><p>d</p>', status: 'published' }),
      find({ content: '<p>a</p><p>B</p><p>c</p><p>d</p>' }, false, 'older', { content: '<p>a</p><p>b</p><p>c</p><p>d</p>' }),
      { type: 'changed', values: { content: '<p>A</p><p>b</p><p>c</p><p>D</p>' } },
    ),
    when: { type: 'backupRestored' },
    state: { version: VERSION, recovery: null, values: { content: '<p>A</p><p>B</p><p>c</p><p>D</p>' } },
    effects: [writes(), { type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'a restored backup with one conflicting paragraph keeps its base version, and merges all other paragraphs',
    given: after(
      initialState(postEditorConfig, { ...draftPost, content: '<p>A</p><p>b</p><p>C</p>', status: 'published' }),
      find({ content: '<p>X</p><p>b</p><p>c</p>' }, false, 'older', { content: '<p>a</p><p>b</p><p>c</p>' }),
    ),
    when: { type: 'backupRestored' },
    state: { version: 'older', baseline: { content: '<p>a</p><p>b</p><p>c</p>' }, values: { content: '<p>X</p><p>b</p><p>C</p>' } },
    effects: [writes(), { type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'a restored backup that conflicts with a colleague’s changes keeps its base version, so that the save reports the conflict',
    given: after(draft, find({ title: 'Left' }, false, 'older', { title: 'Before' })),
    when: { type: 'backupRestored' },
    state: { version: 'older', recovery: null, baseline: { title: 'Before' } },
    effects: [writes({ title: 'Left' }), { type: 'removeBackup', key: 'unsaved:old' }, starts(1000)],
  },
  {
    name: 'a restored backup without base values keeps its base version, so that the save reports the conflict',
    given: after(draft, find({ title: 'Left' }, false, 'older')),
    when: { type: 'backupRestored' },
    state: { version: 'older', recovery: null, baseline: { title: '' } },
    effects: [writes({ title: 'Left' }), { type: 'removeBackup', key: 'unsaved:old' }, starts(1000)],
  },
  {
    name: 'the conflict dialog opens for a restored backup, and overwrites nothing before the user decides',
    given: after(draft, find({ title: 'Left' }, false, 'older', { title: 'Before' }), { type: 'backupRestored' }, timerFired, fail('conflict')),
    when: load(draftPost),
    state: { dialog: 'conflict', conflict: { document: draftPost }, values: { title: 'Left' } },
    effects: [],
  },
  {
    name: 'a backup does not replace text typed since, and is still offered',
    given: after(liveState, find({ title: 'Left' }), type('Typed')),
    when: { type: 'backupRestored' },
    state: {
      recovery: { key: 'unsaved:old' },
      values: { title: 'Typed' },
      message: 'You have changed the title since. Save that first. Then you can restore the earlier work and compare both.',
    },
    effects: [],
  },
  {
    name: 'a restored backup preserves text typed since in other fields',
    given: after(liveState, find({ excerpt: 'Left' }), type('Typed')),
    when: { type: 'backupRestored' },
    state: { recovery: null, values: { title: 'Typed', excerpt: 'Left' } },
    effects: [writes({ title: 'Typed', excerpt: 'Left' }), { type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'a restored backup with a conflict preserves text typed since in other fields',
    given: after(draft, find({ title: 'Before', excerpt: 'Left' }, false, 'older', { title: 'Before', excerpt: 'Old' }), type('Typed')),
    when: { type: 'backupRestored' },
    state: { values: { title: 'Typed', excerpt: 'Left' }, version: 'older' },
    effects: [writes({ title: 'Typed', excerpt: 'Left' }), { type: 'removeBackup', key: 'unsaved:old' }, starts(1000)],
  },
  {
    name: 'a backup contains its base version and base values',
    given: liveState,
    when: type('Mine'),
    effects: [{ type: 'writeBackup', backup: expect.objectContaining({ base: VERSION, baseValues: liveState.baseline }) }],
  },
  {
    name: 'a discarded backup is removed',
    given: after(draft, find({ title: 'Left' })),
    when: { type: 'backupDiscarded' },
    state: { recovery: null },
    effects: [{ type: 'removeBackup', key: 'unsaved:old' }],
  },
  {
    name: 'returning from the preview restores the backup without asking',
    given: liveState,
    when: find({ title: 'Mine' }, true),
    state: { recovery: null, values: expect.objectContaining({ title: 'Mine' }) },
    effects: [writes(), { type: 'removeBackup' }],
  },
];

describe('editor backups', () => {
  testTransitions(ROWS);
});
