import { VERSION_KINDS } from '@site/shared/domain/kinds';
import { recordPhotoConsent } from '../database/consent-queries.ts';
import { getStorageKey } from '../images/image-server.ts';
import { linkCopies } from '../images/link-copies.ts';
import { createImageFile } from '../testing/images.ts';
import { createDocuments, KINDS_OF_CONTENT } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let editor: string;
let documents: ReturnType<typeof createDocuments>;
beforeAll(async () => {
  app = await startTestApp();
  editor = (await app.signInAs('editor')).token;
  documents = createDocuments(app, () => editor);
});
afterAll(() => app.stop());

let side = 60;
const createPhoto = (): Promise<Buffer> => {
  side += 1;
  return createImageFile(side);
};
const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
const withdraw = async (url: string) => expect((await app.send('DELETE', `/api/pictures/${getImageId(url)}`, undefined, editor)).statusCode).toBe(200);
const readVersion = async (kind: string, id: string, number: number) => (await app.get(`/api/versions/${kind}/${id}/${number}`, editor)).json().data;
const countFiles = async (): Promise<number> => {
  const rows = await app.services.db.selectFrom('pictures').selectAll().execute();
  return (await Promise.all(rows.map((row) => app.services.stores.originals.get(getStorageKey(row))))).filter((file) => file !== null).length;
};
/** Clears the recorded origins of images, because the previous release did not record the origin of a copy or a former file. */
const forgetOrigins = () => app.services.db.updateTable('pictures').set({ origin_id: null }).execute();
const linkAllCopies = async () => {
  while ((await linkCopies(app.services)) > 0);
};

describe.each(VERSION_KINDS)('a photo of a %s', (kind) => {
  const { file } = KINDS_OF_CONTENT[kind];

  it.each(['this release', 'the release before'])('PRIV-31 is withdrawn together with the former files that versions show, stored by %s', async (release) => {
    const document = await documents.create(kind, { [KINDS_OF_CONTENT[kind].file]: await createPhoto() });
    await documents.save(kind, document._id, { [file]: await createPhoto(), [`${file}Alt`]: 'B' });
    await documents.save(kind, document._id, { [file]: await createPhoto(), [`${file}Alt`]: 'C' });
    const [first, second] = [await readVersion(kind, document._id, 1), await readVersion(kind, document._id, 2)];
    expect([first.image, second.image]).toEqual([expect.stringMatching(/^\/img/), expect.stringMatching(/^\/img/)]);
    if (release !== 'this release') {
      await forgetOrigins();
      await linkAllCopies();
    }
    const files = await countFiles();

    await withdraw((await documents.read(kind, document._id))[file]);
    expect(await countFiles()).toBe(files - 3);
    for (const { image } of [first, second]) expect((await app.get(image, editor)).statusCode).toBe(404);
    for (const number of [1, 2, 3]) expect(await readVersion(kind, document._id, number)).toMatchObject({ image: '', imageId: '' });
    // The version can no longer restore the withdrawn image.
    expect((await documents.save(kind, document._id, { imageId: first.imageId })).statusCode).toBe(422);
  });

  it('PRIV-31 is withdrawn together with copies made by an earlier release', async () => {
    const [source, copy] = [
      await documents.create(kind, { [KINDS_OF_CONTENT[kind].file]: await createPhoto() }),
      await documents.create(kind, { [KINDS_OF_CONTENT[kind].file]: await createPhoto() }),
    ];
    const { db, stores } = app.services;
    const original = await db.selectFrom('pictures').selectAll().where('id', '=', getImageId(source[file])).executeTakeFirstOrThrow();
    const copiedRow = { ...original, id: getImageId(copy[file]), is_copy: 1 as const };
    await db
      .updateTable('pictures')
      .set({ is_copy: 1, bytes: original.bytes, width: original.width, height: original.height })
      .where('id', '=', copiedRow.id)
      .execute();
    await stores.originals.put(getStorageKey(copiedRow), (await stores.originals.get(getStorageKey(original))) ?? Buffer.alloc(0));
    await linkAllCopies();

    await withdraw(source[file]);
    expect([(await documents.read(kind, source._id))[file], (await documents.read(kind, copy._id))[file]]).toEqual(['', '']);
    expect((await app.get(copy[file])).statusCode).toBe(404);
  });

  it('PRIV-30 shares one consent across all copies of its file, but not with its former file', async () => {
    const document = await documents.create(kind, { [KINDS_OF_CONTENT[kind].file]: await createPhoto() });
    await documents.save(kind, document._id, { [file]: await createPhoto(), [`${file}Alt`]: 'B' });
    const { db } = app.services;
    const id = getImageId((await documents.read(kind, document._id))[file]);
    await recordPhotoConsent(db, id, { consent: { showsMinors: true, consentBy: 'Mrs Obi', consentOn: '2026-01-01' }, by: 'E', at: app.clock.now });

    const members = await db.selectFrom('pictures').select(['id', 'consent_by']).where('origin_id', '=', id).execute();
    expect(members.map(({ consent_by }) => consent_by)).toEqual(['']);
  });
});

it('PRIV-31 the origin of a copy is looked up only once', async () => {
  const document = await documents.create('post', { [KINDS_OF_CONTENT.post.file]: await createPhoto() });
  const { db } = app.services;
  await db.updateTable('pictures').set({ is_copy: 1, origin_id: null }).where('id', '=', getImageId(document.featuredImage)).execute();

  expect([await linkCopies(app.services), await linkCopies(app.services)]).toEqual([1, 0]);
});
