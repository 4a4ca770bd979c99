import { createPost, getPost, type Post, updatePost } from '@site/shared/contracts/post';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubAnswer, type StubInput } from '@site/shared/testing/host-services-stub';
import { postKind } from '../posts/post-kind.ts';
import { createDocumentSession } from './document-session.ts';
import { createDraftBackup } from './draft-backup.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const draft = (changes: Partial<Post> = {}): Post => postFixture({ status: 'draft', publishedAt: null, ...changes });

/** Flushes the answers that are ready, and lets the given time pass. */
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const sent = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});
/** The provider as it behaves: takes what it is sent, and counts versions. */
const provider = (): ((input: StubInput) => Post) => {
  let version = 0;
  return (input) => {
    version += 1;
    const { title = '', content = '', slug = '', category = '' } = sent(input) as Record<string, string>;
    return draft({ title, content, slug, category, updatedAt: new Date(NOW + version).toISOString() });
  };
};

const open = async (document: Post | null, answers: readonly StubAnswer[] = []) => {
  const services = hostServicesStub({ answers, session: { token: 't', refreshToken: 'r', user: userFixture() } });
  const backup = createDraftBackup({ storage: localStorage, userId: 'user-1', noun: 'post', now: Date.now });
  const session = createDocumentSession({ services, kind: postKind, document, backup, now: Date.now });
  const stop = session.listen();
  session.start();
  await pass();
  return { services, session, stop, state: session.store.getState };
};
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'));

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('createDocumentSession', () => {
  it('GEN-12 keeps every input at once, and saves a draft one second after the last', async () => {
    const { session, services, state } = await open(draft(), [[updatePost, provider()]]);
    session.change({ title: 'A' });
    expect(kept()).toHaveLength(1);
    await pass(999);
    session.change({ title: 'Ab' });
    await pass(999);
    expect(services.callsOf(updatePost)).toHaveLength(0);
    await pass(1);

    expect(services.callsOf(updatePost).map(sent)).toMatchObject([{ title: 'Ab', status: 'draft', updatedAt: '2026-11-14T09:00:00.000Z' }]);
    expect(services.callsOf(updatePost)[0]?.silent).toBe(true);
    expect(state().progress.kind).toBe('saved');
    expect(kept()).toHaveLength(0);
  });

  it('API-07 creates a new post as soon as it has what the provider asks for', async () => {
    const { session, services, state } = await open(null, [[createPost, provider()]]);
    session.change({ content: '<p>Words</p>' });
    await pass(5000);
    expect(state().progress).toEqual({ kind: 'held', words: 'Kept on this device: enter title and category to save' });
    session.change({ title: 'A', category: 'Schools' });
    await pass(1000);

    expect(services.callsOf(createPost).map(sent)).toMatchObject([{ title: 'A', category: 'Schools', content: '<p>Words</p>' }]);
    expect(state().document?._id).toBe('post-1');
  });

  it('NS-09 sends one save at a time, each from the version before, and keeps what was typed meanwhile', async () => {
    const answer = provider();
    const { session, services, state } = await open(draft(), [
      [updatePost, (input: StubInput) => new Promise((resolve) => setTimeout(() => resolve(answer(input)), 3000))],
    ]);
    session.change({ title: 'A' });
    await pass(1500);
    session.change({ title: 'Ab' });
    const byHand = session.save('save');
    await pass(100);
    expect(services.callsOf(updatePost)).toHaveLength(1);
    expect(kept()).toHaveLength(1);
    await pass(6000);

    expect(await byHand).toBe(true);
    expect(services.callsOf(updatePost).map(sent)).toMatchObject([
      { title: 'A', updatedAt: '2026-11-14T09:00:00.000Z' },
      { title: 'Ab', updatedAt: new Date(NOW + 1).toISOString() },
    ]);
    expect(state()).toMatchObject({ values: { title: 'Ab' }, progress: { kind: 'saved' } });
  });

  it('tries a draft again after 2, 4, 8 … seconds until it arrives', async () => {
    const { session, services, state } = await open(draft(), [[updatePost, apiError('server')]]);
    session.change({ title: 'A' });
    await pass(1000);
    expect(state().progress.kind).toBe('retrying');
    await pass(2000);
    await pass(4000);
    expect(services.callsOf(updatePost)).toHaveLength(3);
    expect(services.toasts).toEqual([]);
    services.answer(updatePost, provider());
    await pass(8000);
    expect(state().progress.kind).toBe('saved');
  });

  it('says that it is offline, and saves when the connection is back', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { session, services, state } = await open(draft(), [[updatePost, apiError('network')]]);
    session.change({ title: 'A' });
    await pass(1000);
    expect(state().progress.kind).toBe('offline');
    services.answer(updatePost, provider());
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(state().progress.kind).toBe('saved');
  });

  it('keeps a save that met an ended session, and sends it after the sign-in', async () => {
    const { session, services, state } = await open(postFixture(), [[updatePost, apiError('unauthorized')]]);
    session.change({ title: 'A' });
    void session.save('save');
    await pass();
    expect(state().progress.kind).toBe('signed-out');
    expect(kept()).toHaveLength(1);
    services.auth.setState({ token: null });
    services.answer(updatePost, provider());
    services.auth.setState({ token: 'new' });
    await pass();
    expect(sent(services.callsOf(updatePost)[1])).toMatchObject({ title: 'A', status: 'published' });
    expect(state().progress.kind).toBe('saved');
  });

  it('never publishes by itself: changes of a published post wait on the device', async () => {
    const { session, services } = await open(postFixture());
    session.change({ title: 'A' });
    await pass(60_000);
    expect(services.calls).toHaveLength(0);
    expect(kept()).toHaveLength(1);
  });

  it('offers back what a page has left behind, with its time, and forgets what is discarded', async () => {
    const first = await open(postFixture());
    first.session.change({ title: 'Left behind' });
    const second = await open(postFixture());
    expect(second.state().recovery?.backup).toMatchObject({ keptAt: NOW, values: { title: 'Left behind' } });
    second.session.restore();
    expect(second.state().values.title).toBe('Left behind');
    expect(kept()).toHaveLength(1);

    const third = await open(postFixture());
    third.session.discard();
    expect(kept()).toHaveLength(0);
  });

  it('NS-09 takes the lost answer to its own save for what it is, and no conflict', async () => {
    const stored = draft({ title: 'A', updatedAt: '2026-11-21T12:00:01.000Z' });
    const { session, services, state } = await open(draft(), [
      [updatePost, apiError('network')],
      [getPost, stored],
    ]);
    session.change({ title: 'A' });
    await pass(1000);
    session.change({ title: 'Ab' });
    services.answer(updatePost, (input: StubInput) => (sent(input).updatedAt === stored.updatedAt ? provider()(input) : apiError('conflict')));
    await pass(2000);
    expect(state()).toMatchObject({ conflict: null, progress: { kind: 'saved' }, values: { title: 'Ab' } });
  });

  it('NS-09 stops saving at a conflict, and goes on as it is told', async () => {
    const theirs = draft({ title: 'Theirs', updatedAt: '2026-11-21T11:00:00.000Z' });
    const { session, services, state } = await open(draft(), [
      [updatePost, apiError('conflict')],
      [getPost, theirs],
    ]);
    session.change({ title: 'Mine' });
    await pass(1000);
    expect(state().conflict?.title).toBe('Theirs');
    session.change({ title: 'Mine too' });
    await pass(60_000);
    expect(services.callsOf(updatePost)).toHaveLength(1);
    session.takeTheirs();
    expect(state()).toMatchObject({ values: { title: 'Theirs' }, conflict: null });
    expect(kept()).toHaveLength(0);
  });

  it('says when the device keeps nothing', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { session, state } = await open(postFixture());
    session.change({ title: 'A' });
    expect(state().isKept).toBe(false);
  });

  it('gives old work up after 30 days, and reads nothing that is not its own', async () => {
    localStorage.setItem('unsaved:user-1:post:post-1:old', JSON.stringify({ keptAt: NOW - 31 * 86_400_000, base: null, values: { title: 'Old' } }));
    localStorage.setItem('unsaved:user-1:post:post-1:junk', '{"keptAt":"now"');
    localStorage.setItem('unsaved:user-2:post:post-1:x', JSON.stringify({ keptAt: NOW, base: null, values: { title: 'Of somebody else' } }));
    const { state } = await open(postFixture());
    expect(state().recovery).toBeNull();
    expect(kept()).toEqual(['unsaved:user-2:post:post-1:x']);
  });

  it('sends a schedule in Lagos time, and asks for a date', async () => {
    const { session, services, state } = await open(draft(), [[updatePost, draft({ status: 'scheduled' })]]);
    expect(await session.save('schedule')).toBe(false);
    expect(state().errors).toEqual({ publishedAt: 'Choose a date and time in the future' });
    session.change({ publishDate: '2026-11-23', publishTime: '08:00' });
    void session.save('schedule');
    await pass();
    expect(sent(services.callsOf(updatePost)[0])).toMatchObject({ status: 'scheduled', publishedAt: '2026-11-23T07:00:00.000Z' });
  });
});
