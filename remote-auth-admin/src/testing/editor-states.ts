import type { ApiError, ApiErrorKind } from '@site/shared/contracts/api-error';
import type { Post } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError } from '@site/shared/testing/host-services-stub';
import type { Command } from '../editor/document-form.ts';
import { createTransition } from '../editor/editor-machine.ts';
import { type EditorEvent, type EditorState, type Effect, initialState } from '../editor/editor-state.ts';
import { postEditorConfig } from '../posts/post-editor.tsx';

export const NOW = Date.parse('2026-11-21T12:00:00.000Z');
export const VERSION = '2026-11-14T09:00:00.000Z';
export const NEXT_VERSION = '2026-11-21T12:00:01.000Z';

export type State = EditorState<Post>;
export type Event = EditorEvent<Post>;
export const transition = createTransition(postEditorConfig);

export const draftPost = postFixture({ status: 'draft', publishedAt: null, updatedAt: VERSION });
const livePost = postFixture({ updatedAt: VERSION });
const endingPost = postFixture({ updatedAt: VERSION, unpublishAt: '2030-01-31T07:00:30.000Z' });
export const scheduledPost = postFixture({ status: 'scheduled', publishedAt: '2030-01-31T07:00:00.000Z', updatedAt: VERSION });
export const file = new File(['image'], 'walk.png', { type: 'image/png' });
export const otherFile = new File(['image'], 'run.png', { type: 'image/png' });

/** Returns the state after these events, without their effects. */
export const after = (state: State, ...events: readonly Event[]): State => events.reduce((before, event) => transition(before, event, NOW).state, state);
export const type = (title: string): Event => ({ type: 'changed', values: { title } });
export const save = (command: Command = 'save'): Event => ({ type: 'saveRequested', command });
export const fail = (kind: ApiErrorKind, errors?: ApiError['errors'], isOnline = true): Event => ({
  type: 'saveFailed',
  error: apiError(kind, '', errors),
  isOnline,
});
export const succeed = (changes: Partial<Post> = {}): Event => ({
  type: 'saveSucceeded',
  document: { ...draftPost, title: 'Mine', updatedAt: NEXT_VERSION, ...changes },
});
export const load = (document: Post | null): Event => ({ type: 'storedDocumentLoaded', document });
export const find = (values: Record<string, string>, resumes = false, base: string | null = VERSION, baseValues?: Record<string, string>): Event => ({
  type: 'backupFound',
  found: { key: 'unsaved:old', backup: { storedAt: NOW, base, values, hadFile: false, resumes, ...(baseValues !== undefined && { baseValues }) } },
});
export const repeat = (count: number, ...events: readonly Event[]): Event[] => Array.from({ length: count }, () => events).flat();

export const timerFired: Event = { type: 'saveTimerFired' };
export const draft = initialState(postEditorConfig, draftPost);
export const liveState = initialState(postEditorConfig, livePost);
export const endingState = initialState(postEditorConfig, endingPost);
export const scheduledState = initialState(postEditorConfig, scheduledPost);
export const created = initialState<Post>(postEditorConfig, null);
export const typed = after(draft, type('Mine'));
export const autosavingState = after(typed, timerFired);
export const savingState = after(typed, save());
export const savingLiveState = after(liveState, type('Mine'), save());
export const publishingState = after(typed, save('publish'));
export const theirs: Post = { ...draftPost, title: 'Theirs', updatedAt: NEXT_VERSION };
export const conflictState = after(autosavingState, fail('conflict'), load(theirs));
export const scheduleFields: Event = { type: 'changed', values: { publishDate: '2030-01-31', publishTime: '08:00' } };

/** Event that the image panel sends when a library image is chosen. */
export const chosen: Event = {
  type: 'changed',
  file: null,
  values: {
    featuredImageAlt: 'Drummers',
    decorative: 'false',
    removeFeaturedImage: '',
    focalX: '',
    focalY: '',
    imageId: 'image-2',
    imageSrc: '/img/2.jpg',
    imageFocal: ' ',
    showsMinors: '',
    consentBy: '',
    consentOn: '',
  },
};

export interface Row {
  readonly name: string;
  readonly given: State;
  readonly when: Event;
  /** Expected subset of the next state. */
  readonly state?: object;
  /** All expected effects, each as a subset. */
  readonly effects: readonly ({ readonly type: Effect['type'] } & Record<string, unknown>)[];
}

export const writes = (values: object = {}) => ({ type: 'writeBackup' as const, backup: expect.objectContaining({ values: expect.objectContaining(values) }) });
export const starts = (delayMs: number) => ({ type: 'startTimer' as const, delayMs });
export const saves = (form: object, changes: object = {}) => ({ type: 'save' as const, form: expect.objectContaining(form), ...changes });

/** Runs one test per row. Each row has a state, an event, the next state and all effects. */
export const testTransitions = (rows: readonly Row[]): void => {
  it.each(rows)('$name', ({ given, when, state = {}, effects }) => {
    const step = transition(given, when, NOW);
    expect(step.effects).toEqual(effects.map((effect) => expect.objectContaining(effect)));
    expect(step.state).toMatchObject(state);
  });
};
