import { createImage, orderAlbumImages } from '@site/shared/contracts/gallery';
import { createLibraryImage } from '@site/shared/contracts/media';
import { NO_CONSENT } from '@site/shared/domain/photo-consent';
import { albumFixture, imageFixture, libraryImageFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { act, waitFor } from '@testing-library/react';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { createUploadQueue, RETRY_MS } from './upload-queue.ts';
import { getUploadNotice, newImagesByAlbum, titleFromName, type UploadRow, type UploadTarget, uploadSummary } from './upload-row.ts';
import type { StoredUploads, UploadSettings, UploadStorage } from './upload-storage.ts';

const OWNER = userFixture()._id;
const createFile = (name: string, type = 'image/jpeg') => new File(['image'], name, { type });
const target: UploadTarget = { place: 'gallery', albumId: 'album-1', isPublished: true, consent: NO_CONSENT };
const created = { data: imageFixture() };

/** Simulates a device's storage, which several queues can share. */
const fakeStorage = () => {
  const rows = new Map<string, { readonly owner: string; readonly row: UploadRow }>();
  const files = new Set<string>();
  /** For each write, in order, whether the file had its final size. */
  const writes: boolean[] = [];
  const settings = new Map<string, UploadSettings>();
  const storage: UploadStorage = {
    load: async (owner): Promise<StoredUploads> => {
      for (const [id, stored] of rows) if (stored.owner !== owner) rows.delete(id);
      const own = [...rows.values()].map(({ row }): UploadRow => ({ ...row, state: row.state === 'sending' ? 'waiting' : row.state, progress: 0 }));
      return { rows: own, settings: settings.get(owner) ?? null };
    },
    writeFile: async ({ id, isPrepared }) => {
      writes.push(isPrepared);
      return files.add(id).size > 0;
    },
    writeRows: async (owner, written) => {
      for (const row of written) rows.set(row.id, { owner, row });
    },
    writeSettings: async (owner, written) => void settings.set(owner, written),
    remove: async (ids) => {
      for (const id of ids) rows.delete(id);
    },
    clear: async () => rows.clear(),
  };
  return { storage, rows, writes };
};

const setUp = async (count = 1, device = fakeStorage()) => {
  const stub = hostServicesStub({
    session: { token: 'old', refreshToken: 'r', user: userFixture() },
    responses: [[orderAlbumImages, albumFixture()]],
  });
  const sent = fakeUploads(stub);
  const store = createUploadQueue(stub, device.storage);
  const rows = () => store.getState().rows;
  const states = () => rows().map(({ state }) => state);
  store.getState().open(OWNER);
  if (count > 0) {
    store.getState().add(Array.from({ length: count }, (_, index) => createFile(`photo-of-us-${index + 1}.jpg`)));
    await waitFor(() => expect(rows().every(({ isPrepared }) => isPrepared)).toBe(true));
  }
  return { stub, sent, store, rows, states, device };
};
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const getIdempotencyKey = (stub: ReturnType<typeof hostServicesStub>, index: number) =>
  stub.calls.filter(({ endpoint }) => endpoint.path === createImage.path && endpoint.method === 'POST')[index]?.endpoint.headers?.['idempotency-key'];

afterEach(() => jest.useRealTimers());

describe('uploads', () => {
  it('API-11 X-20 sends title, alt text, album and file, and reports its progress', async () => {
    const { stub, sent, store, rows } = await setUp();
    store.getState().change(rows()[0]!.id, { title: ' Us ', alt: 'Two of us' });
    store.getState().start(target);
    sent[0]?.progress(0.25);

    expect([...sent[0]!.form.keys()]).toEqual(['title', 'alt', 'album', 'published', 'showsMinors', 'image']);
    expect(Object.fromEntries(sent[0]!.form)).toMatchObject({ title: 'Us', alt: 'Two of us', album: 'album-1', published: 'true', showsMinors: 'false' });
    expect(rows()[0]).toMatchObject({ state: 'sending', progress: 0.25 });
    expect(getIdempotencyKey(stub, 0)).toBe(rows()[0]?.id);
    await sent[0]?.respond(201, created);
    expect(rows()[0]).toMatchObject({ state: 'done', progress: 1 });
    await waitFor(() => expect(store.getState().completedBatches).toBe(1));
    expect([...newImagesByAlbum(rows())]).toEqual([['album-1', ['image-1']]]);
    expect(stub.getCalls(orderAlbumImages)).toEqual([{ params: { id: 'album-1' }, body: { imageIds: ['image-1'] }, silent: true }]);
  });

  it('NS-30 sends images for the media library with their keys and without an album', async () => {
    const { stub, sent, store, rows } = await setUp();
    store.getState().change(rows()[0]!.id, { alt: 'Two of us' });
    store.getState().start({ ...target, place: 'library', albumId: '' });

    expect([...sent[0]!.form.keys()]).toEqual(['alt', 'showsMinors', 'image']);
    const [call] = stub.calls.filter(({ endpoint }) => endpoint.method === 'POST');
    expect([call?.endpoint.path, call?.endpoint.headers?.['idempotency-key']]).toEqual([createLibraryImage.path, rows()[0]?.id]);
    await sent[0]?.respond(201, { data: libraryImageFixture() });
    await waitFor(() => expect(store.getState().completedBatches).toBe(1));
    expect(stub.getCalls(orderAlbumImages)).toEqual([]);
  });

  it('STAFF-15 sends three files at a time, in the order of selection', async () => {
    const { sent, store, states } = await setUp(5);
    store.getState().start(target);
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    await sent[1]?.respond(201, created);

    expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
    expect(sent).toHaveLength(4);
    expect(store.getState().completedBatches).toBe(0);
  });

  it.each([
    [415, { message: 'Choose a photo: JPEG, PNG, WebP or AVIF.' }, 'Choose a photo: JPEG, PNG, WebP or AVIF.'],
    [413, { message: 'Too large', errors: { image: 'The photo is too large: 10 MB at most.' } }, 'The photo is too large: 10 MB at most.'],
    [422, { message: 'The photo is damaged or incomplete.' }, 'The photo is damaged or incomplete.'],
    [403, {}, 'You do not have permission to do this'],
    [200, '<html>', 'Something went wrong on our side. Try again in a moment.'],
  ])('explains why a file is rejected: %i', async (status, body, problem) => {
    const { sent, store, rows } = await setUp();
    store.getState().start(target);
    await sent[0]?.respond(status, body);

    expect(rows()[0]).toMatchObject({ state: 'rejected', problem });
  });

  it('STAFF-15 STAFF-24 waits for a lost connection, then sends the remaining files with the same keys', async () => {
    const { stub, sent, store, states } = await setUp(4);
    jest.useFakeTimers();
    store.getState().start(target);
    for (const index of [0, 1, 2]) await sent[index]?.respond(0);

    expect(states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    expect(sent).toHaveLength(3);
    expect(getUploadNotice(store.getState())).toBe('Waiting for a connection. The upload will continue automatically.');
    act(() => store.getState().setOnline(true));
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    expect([3, 4, 5].map((index) => getIdempotencyKey(stub, index))).toEqual([0, 1, 2].map((index) => getIdempotencyKey(stub, index)));
    expect(getUploadNotice(store.getState())).toBe('');
  });

  it.each([
    [0, RETRY_MS.first, 'Waiting for a connection'],
    [503, RETRY_MS.first, 'The site is not responding'],
    [429, RETRY_MS.limited, 'The site cannot take any more photos for now'],
  ])('retries automatically after status %i', async (status, ms, notice) => {
    const { sent, store } = await setUp();
    jest.useFakeTimers();
    store.getState().start(target);
    await sent[0]?.respond(status, { message: 'Resting' });
    expect(getUploadNotice(store.getState())).toContain(notice);
    await advance(ms - 1);
    expect(sent).toHaveLength(1);
    await advance(1);

    expect(sent).toHaveLength(2);
  });

  describe('a photo whose decoder could not be loaded', () => {
    const stub = (canDecode: () => boolean) => {
      globalThis.createImageBitmap = async () => {
        if (canDecode()) return { width: 96, height: 64, close: () => undefined };
        throw new Error('no decoder');
      };
      globalThis.Worker = class {
        onerror?: (event: Event) => void;
        postMessage() {
          this.onerror?.(new Event('error'));
        }
        terminate() {}
      } as unknown as typeof Worker;
      jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
      jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:,');
      jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['small'], { type: 'image/jpeg' })));
    };
    afterEach(() => {
      Reflect.deleteProperty(globalThis, 'createImageBitmap');
      Reflect.deleteProperty(globalThis, 'Worker');
    });

    it.each([
      ['the connection is back', async (store: Awaited<ReturnType<typeof setUp>>['store']) => act(() => store.getState().setOnline(true))],
      ['the retry delay has passed', async () => advance(RETRY_MS.decoder)],
    ])('STAFF-24 NS-05 is kept with a reason, and is sent when %s', async (_, pass) => {
      let canDecode = false;
      stub(() => canDecode);
      const { sent, store, rows, device } = await setUp(0);
      jest.useFakeTimers();
      const photo = Object.assign(createFile('Us.HEIC', ''), { arrayBuffer: async () => new ArrayBuffer(5) });
      act(() => store.getState().add([photo]));
      act(() => store.getState().start(target));
      await advance(0);

      expect(rows()[0]).toMatchObject({ state: 'waiting', isPrepared: false, problem: expect.stringContaining('Waiting for the decoder') });
      expect(device.rows.size).toBe(1);
      canDecode = true;
      await pass(store);
      await advance(0);
      expect(rows()[0]).toMatchObject({ state: 'sending', problem: '' });
      expect(sent[0]?.form.get('image')).toMatchObject({ name: 'Us.jpg' });
    });
  });

  it('gives up on a file if the provider fails repeatedly', async () => {
    const { sent, store, rows, states } = await setUp(2);
    jest.useFakeTimers();
    store.getState().start(target);
    await sent[1]?.respond(201, created);
    for (const attempt of [0, 2, 3, 4]) {
      await sent[attempt]?.respond(500, { message: 'Resting' });
      await advance(RETRY_MS.last);
    }

    expect(states()).toEqual(['failed', 'done']);
    expect(rows()[0]?.problem).toBe('Resting');
    store.getState().retryAll();
    await advance(0);
    expect(states()).toEqual(['sending', 'done']);
  });

  it('AUTH-07 waits for a sign-in if the session has ended outside the staff area', async () => {
    const { sent, store, states } = await setUp();
    store.getState().start(target);
    await sent[0]?.respond(401, { message: 'No' });
    expect(states()).toEqual(['waiting']);
    expect(getUploadNotice(store.getState())).toBe('Waiting for you to sign in.');
    store.getState().open(OWNER);

    expect(states()).toEqual(['sending']);
  });

  it('pauses, including uploads in flight, and resumes', async () => {
    const { sent, store, states, device } = await setUp(4);
    store.getState().start(target);
    store.getState().pause();
    expect(sent[0]?.isAborted()).toBe(true);
    expect(states()).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    expect(getUploadNotice(store.getState())).toBe('Paused.');
    const reloadedQueue = await setUp(0, device);
    await waitFor(() => expect(reloadedQueue.states()).toHaveLength(4));
    expect(reloadedQueue.sent).toHaveLength(0);

    reloadedQueue.store.getState().resume();
    expect(reloadedQueue.states()).toEqual(['sending', 'sending', 'sending', 'waiting']);
  });

  it('continues automatically after a reload, with texts, settings and keys', async () => {
    const first = await setUp(3);
    first.store.getState().change(first.rows()[2]!.id, { alt: 'Two of us' });
    first.store.getState().configure({ albumId: 'album-1' });
    first.store.getState().start(target);
    await first.sent[0]?.respond(201, created);
    first.store.getState().add([createFile('later.jpg')]);
    const second = await setUp(0, first.device);

    await waitFor(() => expect(second.states()).toEqual(['done', 'sending', 'sending', 'ready']));
    expect(second.store.getState().settings.albumId).toBe('album-1');
    expect(second.sent[1]?.form.get('alt')).toBe('Two of us');
    expect(getIdempotencyKey(second.stub, 0)).toBe(getIdempotencyKey(first.stub, 1));
    await second.sent[0]?.respond(201, { data: imageFixture({ _id: 'image-2' }) });
    await second.sent[1]?.respond(201, { data: imageFixture({ _id: 'image-3' }) });
    await waitFor(() => expect(second.stub.getCalls(orderAlbumImages)).toHaveLength(1));
    expect(second.stub.getCalls(orderAlbumImages)[0]?.body).toEqual({ imageIds: ['image-1', 'image-2', 'image-3'] });
    await waitFor(() => expect([...first.device.rows.values()].map(({ row }) => row.state)).toEqual(['ready']));
  });

  it('stores all files on the device before resizing the first one, so that an early reload loses none', async () => {
    const { device } = await setUp(5);

    expect(device.writes).toEqual([...Array(5).fill(false), ...Array(5).fill(true)]);
  });

  it('deletes queued files on sign-out and never shows them to another user', async () => {
    const { sent, store, rows, device } = await setUp(2);
    store.getState().start(target);
    store.getState().close();
    expect(sent[0]?.isAborted()).toBe(true);
    expect(rows()).toEqual([]);
    await waitFor(() => expect(device.rows.size).toBe(0));

    const other = await setUp(2, device);
    other.store.getState().start(target);
    other.stub.auth.setState({ user: userFixture({ _id: 'other-user' }) });
    expect(other.sent[0]?.isAborted()).toBe(true);
    expect(other.rows()).toEqual([]);
    other.store.getState().open('other-user');
    await waitFor(() => expect(device.rows.size).toBe(0));
  });

  it('cancels uploads that are in flight or queued, and can retry them', async () => {
    const { sent, store, rows, states } = await setUp(4);
    store.getState().start(target);
    store.getState().cancel(rows()[3]!.id);
    store.getState().cancel(rows()[0]!.id);
    await Promise.resolve();
    expect(sent[0]?.isAborted()).toBe(true);
    expect(states()).toEqual(['cancelled', 'sending', 'sending', 'cancelled']);

    store.getState().retry(rows()[0]!.id);
    await sent[3]?.respond(201, created);
    expect(states()).toEqual(['done', 'sending', 'sending', 'cancelled']);
    expect(uploadSummary(rows())).toBe('1 of 4 uploaded, 1 cancelled');
  });

  it('NS-05 rejects unsupported files before anything is sent', async () => {
    const { sent, store, rows, states } = await setUp();
    store.getState().add([createFile('letter.pdf', 'application/pdf')]);
    store.getState().start(target);

    expect(states()).toEqual(['sending', 'rejected']);
    expect(sent).toHaveLength(1);
    expect(uploadSummary(rows())).toBe('0 of 1 uploaded, 1 rejected');
    store.getState().remove(rows()[1]!.id);
    expect(states()).toEqual(['sending']);
  });

  it('creates a preview of each file', async () => {
    const { rows } = await setUp();
    expect(rows()[0]?.preview).toMatch(/^data:image\/jpeg/);
  });
});

describe('titleFromName', () => {
  it.each([
    ['girls-in-tech_day.jpg', 'Girls in tech day'],
    ['Ọjọ́ ìdárayá.png', 'Ọjọ́ ìdárayá'],
    ['IMG_2031.jpg', ''],
    ['DSC00012.JPG', ''],
    ['PXL_20261121_101112.jpg', ''],
    ['WhatsApp Image 2026-11-21 at 10.11.12.jpeg', ''],
    ['20261121_101112.jpg', ''],
  ])('converts %s to "%s"', (name, title) => {
    expect(titleFromName(name)).toBe(title);
  });
});
