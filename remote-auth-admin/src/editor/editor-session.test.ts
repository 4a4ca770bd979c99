import { createPost, getPost, type Post, updatePost } from '@site/shared/contracts/post';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { postEditorConfig } from '../posts/post-editor.tsx';
import { createDraftBackup } from '../session/draft-backup.ts';
import type { Command } from './document-form.ts';
import type { Values } from './editor-config.ts';
import { createEditorSession } from './editor-session.ts';
import { isUnsaved } from './editor-state.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const draft = (changes: Partial<Post> = {}): Post => postFixture({ status: 'draft', publishedAt: null, ...changes });

/** Flushes the pending responses and advances the clock. */
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const sent = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});
/** Simulates the provider: returns the sent document with an incremented version. */
const provider = (): ((input: StubInput) => Post) => {
  let version = 0;
  return (input) => {
    version += 1;
    const { title = '', content = '', slug = '', category = '' } = sent(input) as Record<string, string>;
    return draft({ title, content, slug, category, updatedAt: new Date(NOW + version).toISOString() });
  };
};

const open = async (document: Post | null, responses: readonly StubResponse[] = []) => {
  const services = hostServicesStub({ responses, session: { token: 't', refreshToken: 'r', user: userFixture() } });
  const backup = createDraftBackup({ storage: localStorage, userId: 'user-1', kindName: 'post', now: Date.now });
  const navigation = { openDocument: jest.fn(), openPreview: jest.fn(), leaveDeletedDocument: jest.fn() };
  const session = createEditorSession({ services, config: postEditorConfig, document, backup, now: Date.now, navigation });
  const close = session.open();
  await pass();
  const { dispatch, store } = session;
  return {
    services,
    navigation,
    close,
    dispatch,
    state: store.getState,
    change: (values: Values) => dispatch({ type: 'changed', values }),
    save: (command: Command = 'save') => dispatch({ type: 'saveRequested', command }),
    isSaved: () => !isUnsaved(store.getState()) && store.getState().problem === null && store.getState().request.kind === 'none',
  };
};
const backups = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('createEditorSession', () => {
  it('GEN-12 backs up every input at once, and saves a draft one second after the last input', async () => {
    const { change, services, isSaved } = await open(draft(), [[updatePost, provider()]]);
    change({ title: 'A' });
    expect(backups()).toHaveLength(1);
    await pass(999);
    change({ title: 'Ab' });
    await pass(999);
    expect(services.getCalls(updatePost)).toHaveLength(0);
    await pass(1);

    expect(services.getCalls(updatePost).map(sent)).toMatchObject([{ title: 'Ab', status: 'draft', updatedAt: '2026-11-14T09:00:00.000Z' }]);
    expect(services.getCalls(updatePost)[0]?.silent).toBe(true);
    expect(isSaved()).toBe(true);
    expect(backups()).toHaveLength(0);
  });

  it('API-07 creates a new post as soon as its required fields are filled in', async () => {
    const { change, services, state, navigation } = await open(null, [[createPost, provider()]]);
    change({ content: '<p>Text</p>' });
    await pass(5000);
    expect(state().problem).toEqual({ kind: 'blocked', message: 'Saved on this device only. Enter title to save.' });
    change({ title: 'A', category: 'Schools' });
    await pass(1000);

    expect(services.getCalls(createPost).map(sent)).toMatchObject([{ title: 'A', category: 'Schools', content: '<p>Text</p>' }]);
    expect(state().document?._id).toBe('post-1');
    expect(navigation.openDocument.mock.calls).toEqual([['post-1']]);
  });

  it('NS-09 sends one save at a time, each based on the previous version, and preserves concurrent input', async () => {
    const respond = provider();
    const { change, save, services, state, isSaved } = await open(draft(), [
      [updatePost, (input: StubInput) => new Promise((resolve) => setTimeout(() => resolve(respond(input)), 3000))],
    ]);
    change({ title: 'A' });
    await pass(1500);
    change({ title: 'Ab' });
    save();
    await pass(100);
    expect(services.getCalls(updatePost)).toHaveLength(1);
    expect(backups()).toHaveLength(1);
    await pass(6000);

    expect(services.getCalls(updatePost).map(sent)).toMatchObject([
      { title: 'A', updatedAt: '2026-11-14T09:00:00.000Z' },
      { title: 'Ab', updatedAt: new Date(NOW + 1).toISOString() },
    ]);
    expect(state().values.title).toBe('Ab');
    expect(isSaved()).toBe(true);
  });

  it('retries saving a draft after 2, 4, 8 … seconds until it succeeds', async () => {
    const { change, services, state, isSaved } = await open(draft(), [[updatePost, apiError('server')]]);
    change({ title: 'A' });
    await pass(1000);
    expect(state().problem?.kind).toBe('retrying');
    await pass(2000);
    await pass(4000);
    expect(services.getCalls(updatePost)).toHaveLength(3);
    expect(services.toasts).toEqual([]);
    services.respond(updatePost, provider());
    await pass(8000);
    expect(isSaved()).toBe(true);
  });

  it('reports that it is offline, and saves when the connection is restored', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { change, services, state, isSaved } = await open(draft(), [[updatePost, apiError('network')]]);
    change({ title: 'A' });
    await pass(1000);
    expect(state().problem?.kind).toBe('offline');
    services.respond(updatePost, provider());
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(isSaved()).toBe(true);
  });

  it('retries a save after the next sign-in if the session has expired', async () => {
    const { change, save, services, state, isSaved } = await open(postFixture(), [[updatePost, apiError('unauthorized')]]);
    change({ title: 'A' });
    save();
    await pass();
    expect(state().problem?.kind).toBe('signed-out');
    expect(backups()).toHaveLength(1);
    services.auth.setState({ token: null });
    services.respond(updatePost, provider());
    services.auth.setState({ token: 'new' });
    await pass();
    expect(sent(services.getCalls(updatePost)[1])).toMatchObject({ title: 'A', status: 'published' });
    expect(isSaved()).toBe(true);
  });

  it('never publishes automatically, and backs up changes to a published post on the device', async () => {
    const { change, services } = await open(postFixture());
    change({ title: 'A' });
    await pass(60_000);
    expect(services.calls).toHaveLength(0);
    expect(backups()).toHaveLength(1);
  });

  it('offers to restore earlier unsaved work, with its time, and removes discarded work', async () => {
    const first = await open(postFixture());
    first.change({ title: 'Left behind' });
    const second = await open(postFixture());
    expect(second.state().recovery?.backup).toMatchObject({ storedAt: NOW, values: { title: 'Left behind' } });
    second.dispatch({ type: 'backupRestored' });
    expect(second.state().values.title).toBe('Left behind');
    expect(backups()).toHaveLength(1);

    const third = await open(postFixture());
    third.dispatch({ type: 'backupDiscarded' });
    expect(backups()).toHaveLength(0);
  });

  it('NS-09 recognises its own save if the response was lost, and reports no conflict', async () => {
    const stored = draft({ title: 'A', updatedAt: '2026-11-21T12:00:01.000Z' });
    const { change, services, state, isSaved } = await open(draft(), [
      [updatePost, apiError('network')],
      [getPost, stored],
    ]);
    change({ title: 'A' });
    await pass(1000);
    change({ title: 'Ab' });
    services.respond(updatePost, (input: StubInput) => (sent(input).updatedAt === stored.updatedAt ? provider()(input) : apiError('conflict')));
    await pass(2000);
    expect(state()).toMatchObject({ conflict: null, values: { title: 'Ab' } });
    expect(isSaved()).toBe(true);
  });

  it('NS-09 stops saving after a conflict until the user has resolved it', async () => {
    const theirs = draft({ title: 'Theirs', updatedAt: '2026-11-21T11:00:00.000Z' });
    const { change, services, state, dispatch } = await open(draft(), [
      [updatePost, apiError('conflict')],
      [getPost, theirs],
    ]);
    change({ title: 'Mine' });
    await pass(1000);
    expect(state().conflict?.document.title).toBe('Theirs');
    change({ title: 'Mine too' });
    await pass(60_000);
    expect(services.getCalls(updatePost)).toHaveLength(1);
    services.respond(updatePost, provider());
    dispatch({ type: 'conflictDecided', taken: ['title-0'] });
    await pass();
    expect(state()).toMatchObject({ values: { title: 'Theirs' }, conflict: null });
    expect(backups()).toHaveLength(0);
  });

  it('reports that the device cannot store a backup', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { change, state } = await open(postFixture());
    change({ title: 'A' });
    expect(state().isBackedUp).toBe(false);
  });

  it('removes backups after 30 days, and ignores those of other users', async () => {
    localStorage.setItem('unsaved:user-1:post:post-1:old', JSON.stringify({ keptAt: NOW - 31 * 86_400_000, base: null, values: { title: 'Old' } }));
    localStorage.setItem('unsaved:user-1:post:post-1:junk', '{"keptAt":"now"');
    localStorage.setItem('unsaved:user-2:post:post-1:x', JSON.stringify({ keptAt: NOW, base: null, values: { title: 'By another user' } }));
    const { state } = await open(postFixture());
    expect(state().recovery).toBeNull();
    expect(backups()).toEqual(['unsaved:user-2:post:post-1:x']);
  });

  it('shares backups with earlier releases, which call the time `keptAt`', async () => {
    localStorage.setItem('unsaved:user-1:post:post-1:old', JSON.stringify({ keptAt: NOW - 60_000, base: null, values: { title: 'Earlier' } }));
    const { state, dispatch } = await open(postFixture());
    expect(state().recovery?.backup).toMatchObject({ storedAt: NOW - 60_000, values: { title: 'Earlier' } });

    dispatch({ type: 'backupRestored' });
    expect(backups().map((key) => JSON.parse(localStorage.getItem(key) ?? ''))).toEqual([
      expect.objectContaining({ keptAt: NOW, values: expect.objectContaining({ title: 'Earlier' }) }),
    ]);
  });

  it('reads the time of a scheduled publication as Lagos time, and requires a date', async () => {
    const { change, save, services, state } = await open(draft(), [[updatePost, draft({ status: 'scheduled' })]]);
    save('schedule');
    expect(services.calls).toHaveLength(0);
    expect(state().errors).toEqual({ publishedAt: 'Choose a date and time in the future' });
    change({ publishDate: '2026-11-23', publishTime: '08:00' });
    save('schedule');
    await pass();
    expect(sent(services.getCalls(updatePost)[0])).toMatchObject({ status: 'scheduled', publishedAt: '2026-11-23T07:00:00.000Z' });
  });
});
