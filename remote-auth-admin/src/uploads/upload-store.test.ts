import { NO_CONSENT } from '@site/shared/domain/photo-consent';
import { imageFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { waitFor } from '@testing-library/react';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { newImagesByAlbum, titleFromName, uploadSummary } from './upload-row.ts';
import { createUploads } from './upload-store.ts';

const createFile = (name: string, type = 'image/jpeg') => new File(['image'], name, { type });
const target = { albumId: 'album-1', isPublished: true, consent: NO_CONSENT };
const created = { data: imageFixture() };

const setUp = (count = 1) => {
  const stub = hostServicesStub({ session: { token: 'old', refreshToken: 'r', user: userFixture() } });
  const sent = fakeUploads(stub);
  const onIdle = jest.fn();
  const store = createUploads(stub, onIdle);
  store.getState().add(Array.from({ length: count }, (_, index) => createFile(`photo-of-us-${index + 1}.jpg`)));
  const rows = () => store.getState().rows;
  return { sent, onIdle, store, rows, states: () => rows().map(({ state }) => state) };
};

describe('uploads', () => {
  it('API-11 X-20 sends title, alt text, album and file, and reports its progress', async () => {
    const { sent, store, rows, onIdle } = setUp();
    store.getState().change(rows()[0]!.id, { title: ' Us ', alt: 'Two of us' });
    store.getState().start(target);
    sent[0]?.progress(0.25);

    expect([...sent[0]!.form.keys()]).toEqual(['title', 'alt', 'album', 'published', 'showsMinors', 'image']);
    expect(Object.fromEntries(sent[0]!.form)).toMatchObject({ title: 'Us', alt: 'Two of us', album: 'album-1', published: 'true', showsMinors: 'false' });
    expect(rows()[0]).toMatchObject({ state: 'sending', progress: 0.25 });
    await sent[0]?.respond(201, created);
    expect(rows()[0]).toMatchObject({ state: 'done', progress: 1 });
    expect(onIdle).toHaveBeenCalledTimes(1);
    expect([...newImagesByAlbum(rows())]).toEqual([['album-1', ['image-1']]]);
  });

  it('sends three at a time, in the order of selection', async () => {
    const { sent, store, states, onIdle } = setUp(5);
    store.getState().start(target);
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    await sent[1]?.respond(201, created);

    expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
    expect(sent).toHaveLength(4);
    expect(onIdle).not.toHaveBeenCalled();
  });

  it('AUTH-07 reports an expired session, and can be retried', async () => {
    const { sent, store, rows } = setUp();
    store.getState().start(target);
    await sent[0]?.respond(401, { message: 'No' });

    expect(sent).toHaveLength(1);
    expect(rows()[0]).toMatchObject({ state: 'failed', problem: 'Your session has ended. Sign in again to continue.' });
  });

  it.each([
    [415, { message: 'Choose an image: JPEG, PNG, WebP or AVIF.' }, 'rejected', 'Choose an image: JPEG, PNG, WebP or AVIF.'],
    [413, { message: 'Too large', errors: { image: 'The image is too large: 10 MB at most.' } }, 'rejected', 'The image is too large: 10 MB at most.'],
    [422, { message: 'The image is damaged or incomplete.' }, 'rejected', 'The image is damaged or incomplete.'],
    [403, {}, 'rejected', 'You do not have permission to do this'],
    [503, { message: 'Resting' }, 'failed', 'Resting'],
    [429, {}, 'failed', 'Too many attempts. Wait a few minutes and try again.'],
    [0, '', 'failed', 'The site could not be reached. Try again when you are connected.'],
    [200, '<html>', 'rejected', 'Something went wrong on our side. Try again in a moment.'],
  ])('explains why an upload failed: %i', async (status, body, state, problem) => {
    const { sent, store, rows } = setUp();
    store.getState().start(target);
    await sent[0]?.respond(status, body);

    expect(rows()[0]).toMatchObject({ state, problem });
  });

  it('cancels an upload that is in flight or queued, and retries it', async () => {
    const { sent, store, rows, states } = setUp(4);
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

  it('NS-05 rejects unsupported files before anything is sent', () => {
    const { sent, store, rows, states } = setUp();
    store.getState().add([createFile('letter.pdf', 'application/pdf')]);
    store.getState().start(target);

    expect(states()).toEqual(['sending', 'rejected']);
    expect(sent).toHaveLength(1);
    expect(uploadSummary(rows())).toBe('0 of 1 uploaded, 1 rejected');
    store.getState().remove(rows()[1]!.id);
    expect(states()).toEqual(['sending']);
  });

  it('reads a preview of each', async () => {
    const { rows } = setUp();
    await waitFor(() => expect(rows()[0]?.preview).toMatch(/^data:image\/jpeg/));
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
  ])('%s → "%s"', (name, title) => {
    expect(titleFromName(name)).toBe(title);
  });
});
