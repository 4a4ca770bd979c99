import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importArchive, sendImport } from '../../testing/transfers.ts';
import { patchZip, toDocumentRow, toLines, toMediaRow, withManifest, withParts, writeZip } from '../../testing/zip.ts';

jest.mock('../../samples/artwork/artwork.ts', () => require('../../testing/plain-artwork.ts'));

let source: TestApp;
let admin: string;
beforeAll(async () => {
  source = await startTestApp();
  admin = (await source.signInAs('admin')).token;
});
afterAll(() => source.stop());

describe('an untrusted ZIP', () => {
  const json = (text: string) => new Map([['posts/aaaaaaaa.json', Buffer.from(text)]]);
  const createValidFiles = () => withManifest(json('{}'));
  /** Adds ZIP64 records, as a very long ZIP would have, with a different entry count. */
  const setCount = (zip: Buffer, entries: number): Buffer => {
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const record = Buffer.alloc(56);
    record.write('PK\x06\x06', 'latin1');
    record.writeBigUInt64LE(BigInt(entries), 32);
    record.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
    const locator = Buffer.alloc(20);
    locator.write('PK\x06\x07', 'latin1');
    locator.writeBigUInt64LE(BigInt(end), 8);
    return Buffer.concat([zip.subarray(0, end), record, locator, zip.subarray(end)]);
  };
  const setDirectory = (zip: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer => {
    zip.writeUIntLE(value, zip.indexOf('PK\x01\x02', 0, 'latin1') + offset, bytes);
    return zip;
  };

  it.each<readonly [name: string, message: RegExp, make: () => Promise<Buffer>]>([
    ['text', /not a ZIP/, async () => Buffer.from('Not a ZIP at all, but a text that is long enough to be one')],
    ['an image', /not a ZIP/, () => createImageFile()],
    ['nothing', /not a ZIP/, async () => Buffer.alloc(0)],
    ['half a ZIP', /not a ZIP|damaged/, async () => (await writeZip(createValidFiles())).subarray(0, 200)],
    ['a ZIP without its beginning', /damaged|not a ZIP/, async () => (await writeZip(createValidFiles())).subarray(60)],
    ['a ZIP of another program', /no manifest/, () => writeZip(json('{}'))],
    ['a manifest of something else', /something else/, () => writeZip(withManifest(json('{}'), { format: 'backup' }))],
    ['a manifest that is not JSON', /something else/, () => writeZip(new Map([['manifest.json', Buffer.from('{')]]))],
    ['a newer version', /version 4.*Update/, () => writeZip(withManifest(json('{}'), { version: 4 }))],
    ['a manifest without files', /damaged/, () => writeZip(withManifest(json('{}'), { files: 7 }))],
    [
      'a path that escapes the folder',
      /points outside/,
      async () => patchZip(await writeZip(createValidFiles()), 'posts/aaaaaaaa.json', '../../etc/x/aa.json'),
    ],
    ['an absolute path', /points outside/, async () => patchZip(await writeZip(createValidFiles()), 'posts/aaaaaaaa.json', '/etc/aaaaaaaaa.json')],
    ['a drive', /points outside/, async () => patchZip(await writeZip(createValidFiles()), 'posts/aaaaaaaa.json', 'c:/posts/aaaaa.json')],
    ['backslashes', /points outside/, async () => patchZip(await writeZip(createValidFiles()), 'posts/aaaaaaaa.json', 'posts\\aaaaaaaa.json')],
    ['a symbolic link', /is a link/, () => writeZip(createValidFiles(), { mode: 0o120777 })],
    ['a ZIP in the ZIP', /does not belong/, () => writeZip(withManifest(new Map([['posts/nested.zip', Buffer.from('PK')]])))],
    ['a folder of another program', /does not belong/, () => writeZip(withManifest(new Map([['__MACOSX/posts/a.json', Buffer.from('{}')]])))],
    ['a file below a folder', /does not belong/, () => writeZip(withManifest(new Map([['posts/more/a.json', Buffer.from('{}')]])))],
    ['a program', /does not belong/, () => writeZip(withManifest(new Map([['media/a.php', Buffer.from('<?php')]])))],
    ['a file that the manifest does not list', /does not list it/, () => writeZip(withManifest(json('{}'), { files: {} }))],
    ['a manifest that names a missing file', /is missing/, () => writeZip(new Map([...withManifest(json('{}'))].filter(([name]) => name === 'manifest.json')))],
    [
      'a manifest of names without files',
      /names more files/,
      () => writeZip(withManifest(json('{}'), { files: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`posts/${index}.json`, {}])) })),
    ],
    ['a file of another size', /damaged/, () => writeZip(new Map([...createValidFiles(), ['posts/aaaaaaaa.json', Buffer.from('{"longer":1}')]]))],
    [
      'a file twice',
      /twice/,
      async () =>
        patchZip(await writeZip(withManifest(new Map([...json('{}'), ['posts/bbbbbbbb.json', Buffer.from('{}')]]))), 'posts/bbbbbbbb', 'posts/aaaaaaaa'),
    ],
    ['text that unpacks a thousandfold', /far more/, () => writeZip(withManifest(json(' '.repeat(1_900_000))))],
    ['a document of megabytes', /too large/, () => writeZip(withManifest(json(' '.repeat(3_000_000))))],
    ['a declared size of gigabytes', /too large/, async () => setDirectory(await writeZip(createValidFiles()), 24, 3_000_000_000, 4)],
    ['a declared size that is too small', /damaged/, async () => setDirectory(await writeZip(createValidFiles()), 24, 1, 4)],
    ['a password', /password/, async () => setDirectory(await writeZip(createValidFiles()), 8, 0x801, 2)],
    ['an unknown compression', /unsupported compression/, async () => setDirectory(await writeZip(createValidFiles()), 10, 12, 2)],
    ['half a million files', /more than 400,000 files/, async () => setCount(await writeZip(createValidFiles()), 500_000)],
  ])('STAFF-22 is rejected with a message: %s', async (_name, message, make) => {
    const response = await sendImport(source, admin, await make(), { run: 'apply' });

    expect(response.statusCode).toBe(422);
    expect(response.json().message).toMatch(message);
    expect(response.json().errors.file).toMatch(message);
  });

  const row = (id: string) => toDocumentRow(id, { title: id });
  const lines = (...ids: string[]) => toLines(ids.map(row));
  const photo = Buffer.from('A photo');
  const createMediaLines = (extraFields: object = {}) => toLines([toMediaRow('bbbbbbbbbbbbbbbbbbbbbbb1', photo, extraFields)]);
  const images = new Map([['media/bbbbbbbbbbbbbbbbbbbbbbb1.jpg', photo]]);
  const FIRST_PART = 'posts/000001.ndjson';
  const SECOND_PART = 'posts/000002.ndjson';
  const createTwoParts = () => withParts({ post: [lines('a1', 'a2'), lines('b1', 'b2')] });
  const replace = (files: Map<string, Buffer>, ...changes: [name: string, bytes: Buffer | undefined][]) => {
    for (const [name, bytes] of changes) {
      if (bytes === undefined) files.delete(name);
      else files.set(name, bytes);
    }
    return files;
  };

  it.each<readonly [name: string, message: RegExp, make: () => ReadonlyMap<string, Buffer>]>([
    ['a part is missing', /“posts\/000001.ndjson” is missing/, () => replace(createTwoParts(), [FIRST_PART, undefined])],
    ['the last part is missing', /“posts\/000002.ndjson” is missing/, () => replace(createTwoParts(), [SECOND_PART, undefined])],
    ['the manifest does not list a part', /does not list it/, () => replace(createTwoParts(), ['events/000001.ndjson', Buffer.from(lines('e1'))])],
    [
      'two parts are exchanged',
      /damaged/,
      () => replace(createTwoParts(), [FIRST_PART, createTwoParts().get(SECOND_PART)], [SECOND_PART, createTwoParts().get(FIRST_PART)]),
    ],
    ['a part appears twice', /“posts\/a1.json” is in this ZIP twice/, () => withParts({ post: [lines('a1', 'a2'), lines('a1', 'a2')] })],
    ['a row appears twice', /“posts\/a1.json” is in this ZIP twice/, () => withParts({ post: [lines('a1', 'a1')] })],
    ['a part ends within a line', /cut off/, () => withParts({ post: [lines('a1', 'a2').slice(0, -20)] })],
    ['a part is shorter than the manifest says', /damaged/, () => replace(createTwoParts(), [FIRST_PART, Buffer.from(lines('a1'))])],
    ['a part has other bytes', /damaged/, () => replace(createTwoParts(), [FIRST_PART, Buffer.from(lines('a1', 'a3'))])],
    ['a line is not JSON', /Line 2 of “posts\/000001.ndjson” is not JSON/, () => withParts({ post: [`${lines('a1')}{"id":\n`] })],
    ['a line is empty', /Line 2 of “posts\/000001.ndjson” is not JSON/, () => withParts({ post: [`${lines('a1')}\n${lines('a2')}`] })],
    ['a line has megabytes', /Line 1 .* too long/, () => withParts({ post: [toLines([toDocumentRow('a1', { title: 'x'.repeat(3_000_000) })])] })],
    ['a line is 100 MB long', /“posts\/000001.ndjson” is too large/, () => replace(createTwoParts(), [FIRST_PART, Buffer.alloc(100 * 1024 * 1024, 'x')])],
    ['a row has no id', /row without a valid id/, () => withParts({ post: [toLines([{ fields: {} }])] })],
    ['a row is not an object', /row without a valid id/, () => withParts({ post: ['7\n'] })],
    ['an id escapes the folder', /row without a valid id/, () => withParts({ post: [lines('../a')] })],
    ['the manifest counts other rows', /damaged/, () => withParts({ post: [lines('a1')] }, new Map(), { counts: { post: 2 } })],
    ['a part has too many rows', /damaged/, () => withParts({ post: ['{}\n'.repeat(5_001)] })],
    ['a part is of an unknown kind', /“videos\/000001.ndjson” does not belong/, () => replace(createTwoParts(), ['videos/000001.ndjson', Buffer.from('{}\n')])],
    ['an image is missing', /“media\/b+1.jpg” is missing/, () => withParts({ media: [createMediaLines()] })],
    ['an image has another length', /damaged/, () => withParts({ media: [createMediaLines({ bytes: 3 })] }, images)],
    ['no row names an image', /does not list it/, () => withParts({ post: [lines('a1')] }, images)],
    ['a row names an image outside its folder', /does not list it/, () => withParts({ media: [createMediaLines({ file: 'media/../b.jpg' })] }, images)],
    ['the manifest has an earlier version', /damaged/, () => withParts({ post: [lines('a1')] }, new Map(), { version: 2 })],
  ])('STAFF-22 is rejected completely, so that nothing is imported: %s', async (_name, message, make) => {
    const response = await sendImport(source, admin, await writeZip(make()), { run: 'apply' });

    expect([response.statusCode, response.json().errors?.file]).toEqual([422, expect.stringMatching(message)]);
    expect((await source.get('/api/posts', admin)).json().data).toEqual([]);
  });

  it('STAFF-22 is imported regardless of the order of its entries, and rows of another kind are errors', async () => {
    const files = withParts({ post: [lines('a1', 'a2'), toLines([toDocumentRow('b1', { title: 'An event', location: 'Yaba' })])] });
    const items = await importArchive(source, admin, await writeZip(new Map([...files].reverse())), { status: 'draft' });

    expect(items.map(({ file, outcome, field }) => [file, outcome, field])).toEqual([
      ['posts/a1.json', 'new', ''],
      ['posts/a2.json', 'new', ''],
      ['posts/b1.json', 'error', 'location'],
    ]);
  });

  it('STAFF-22 is rejected when it is larger than the setting allows', async () => {
    const smallApp = await startTestApp({ settings: { IMPORT_MB: '1' } });
    const { token } = await smallApp.signInAs('admin');
    const response = await sendImport(smallApp, token, Buffer.alloc(1_200_000));

    expect(response.statusCode).toBe(413);
    expect(response.json().errors.file).toBe('The file is too large: 1 MB at most.');
    await smallApp.stop();
  });
});
