import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendImport } from '../../testing/transfers.ts';
import { patch, withManifest, writeZip } from '../../testing/zip.ts';

jest.mock('../../samples/artwork/artwork.ts', () => require('../../testing/plain-artwork.ts'));

let source: TestApp;
let admin: string;
beforeAll(async () => {
  source = await startTestApp();
  admin = (await source.signInAs('admin')).token;
});
afterAll(() => source.stop());

describe('a ZIP of unknown origin', () => {
  const json = (text: string) => new Map([['posts/aaaaaaaa.json', Buffer.from(text)]]);
  const good = () => withManifest(json('{}'));
  const setCount = (zip: Buffer, entries: number): Buffer => {
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    zip.writeUInt16LE(entries, end + 8);
    zip.writeUInt16LE(entries, end + 10);
    return zip;
  };
  /** Changes a number of the first entry in the directory. */
  const setDirectory = (zip: Buffer, offset: number, value: number, bytes: 2 | 4): Buffer => {
    zip.writeUIntLE(value, zip.indexOf('PK\x01\x02', 0, 'latin1') + offset, bytes);
    return zip;
  };

  it.each<readonly [name: string, message: RegExp, make: () => Promise<Buffer>]>([
    ['text', /not a ZIP/, async () => Buffer.from('Not a ZIP at all, but a text that is long enough to be one')],
    ['an image', /not a ZIP/, () => createImageFile()],
    ['nothing', /not a ZIP/, async () => Buffer.alloc(0)],
    ['half a ZIP', /not a ZIP|damaged/, async () => (await writeZip(good())).subarray(0, 200)],
    ['a ZIP without its beginning', /damaged|not a ZIP/, async () => (await writeZip(good())).subarray(60)],
    ['another ZIP', /no manifest/, () => writeZip(json('{}'))],
    ['a manifest of something else', /something else/, () => writeZip(withManifest(json('{}'), { format: 'backup' }))],
    ['a manifest that is no JSON', /something else/, () => writeZip(new Map([['manifest.json', Buffer.from('{')]]))],
    ['a newer version', /version 3.*Update/, () => writeZip(withManifest(json('{}'), { version: 3 }))],
    ['a manifest without files', /damaged/, () => writeZip(withManifest(json('{}'), { files: 7 }))],
    ['a path that leads out', /leads out/, async () => patch(await writeZip(good()), 'posts/aaaaaaaa.json', '../../etc/x/aa.json')],
    ['an absolute path', /leads out/, async () => patch(await writeZip(good()), 'posts/aaaaaaaa.json', '/etc/aaaaaaaaa.json')],
    ['a drive', /leads out/, async () => patch(await writeZip(good()), 'posts/aaaaaaaa.json', 'c:/posts/aaaaa.json')],
    ['backslashes', /leads out/, async () => patch(await writeZip(good()), 'posts/aaaaaaaa.json', 'posts\\aaaaaaaa.json')],
    ['a symbolic link', /is a link/, () => writeZip(good(), { mode: 0o120777 })],
    ['a ZIP in the ZIP', /does not belong/, () => writeZip(withManifest(new Map([['posts/nested.zip', Buffer.from('PK')]])))],
    ['a folder of another program', /does not belong/, () => writeZip(withManifest(new Map([['__MACOSX/posts/a.json', Buffer.from('{}')]])))],
    ['a file below a folder', /does not belong/, () => writeZip(withManifest(new Map([['posts/more/a.json', Buffer.from('{}')]])))],
    ['a program', /does not belong/, () => writeZip(withManifest(new Map([['media/a.php', Buffer.from('<?php')]])))],
    ['a file that the manifest does not name', /does not name it/, () => writeZip(withManifest(json('{}'), { files: {} }))],
    ['a manifest that names a missing file', /is missing/, () => writeZip(new Map([...withManifest(json('{}'))].filter(([name]) => name === 'manifest.json')))],
    [
      'a manifest of names without files',
      /names more files/,
      () => writeZip(withManifest(json('{}'), { files: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`posts/${index}.json`, {}])) })),
    ],
    ['a file of another size', /damaged/, () => writeZip(new Map([...good(), ['posts/aaaaaaaa.json', Buffer.from('{"longer":1}')]]))],
    [
      'a file twice',
      /twice/,
      async () => patch(await writeZip(withManifest(new Map([...json('{}'), ['posts/bbbbbbbb.json', Buffer.from('{}')]]))), 'posts/bbbbbbbb', 'posts/aaaaaaaa'),
    ],
    ['text that unpacks a thousandfold', /far more/, () => writeZip(withManifest(json(' '.repeat(1_900_000))))],
    ['a document of megabytes', /too large/, () => writeZip(withManifest(json(' '.repeat(3_000_000))))],
    ['a declared size of gigabytes', /too large/, async () => setDirectory(await writeZip(good()), 24, 3_000_000_000, 4)],
    ['a declared size that is too small', /damaged/, async () => setDirectory(await writeZip(good()), 24, 1, 4)],
    ['a password', /password/, async () => setDirectory(await writeZip(good()), 8, 0x801, 2)],
    ['an unknown compression', /not known/, async () => setDirectory(await writeZip(good()), 10, 12, 2)],
    ['sixty thousand files', /60,000/, async () => setCount(await writeZip(good()), 61_000)],
  ])('STAFF-22 is rejected with words: %s', async (_name, message, make) => {
    const response = await sendImport(source, admin, await make(), { run: 'apply' });

    expect(response.statusCode).toBe(422);
    expect(response.json().message).toMatch(message);
    expect(response.json().errors.file).toMatch(message);
  });

  it('STAFF-22 is rejected when it is longer than the setting allows', async () => {
    const small = await startTestApp({ settings: { IMPORT_MB: '1' } });
    const { token } = await small.signInAs('admin');
    const response = await sendImport(small, token, Buffer.alloc(1_200_000));

    expect(response.statusCode).toBe(413);
    expect(response.json().errors.file).toBe('The file is too large: 1 MB at most.');
    await small.stop();
  });
});
