import { createRandom, SEED } from '@site/shared/testing/random';
import { createImageFile } from '../../testing/images.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { countOutcomes, importArchive } from '../../testing/transfers.ts';
import { toDocumentRow, toLines, toMediaRow, withManifest, withParts, writeZip } from '../../testing/zip.ts';

const ZIP_COUNT = 60;

const random = createRandom(SEED);
const chance = (share: number): boolean => random() < share;
const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0];

let app: TestApp;
let token: string;
let photo: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signInAs('admin')).token;
  photo = await createImageFile();
});
afterAll(() => app.stop());

const NUMBERS = ['1', '2', '3', '4', '5'] as const;
const STATUSES = ['published', 'published', 'draft', 'archived'] as const;
const NAMES = ['one', 'two', 'three', 'four'] as const;

const createId = (kind: string, number: string): string => Buffer.from(`${kind}-${number}`.padEnd(12, '.').slice(0, 12)).toString('hex');
const pickId = (kind: string): string => createId(kind, pick(NUMBERS));
const pickRows = <Row>(kind: string, create: (id: string) => Row): Row[] =>
  NUMBERS.filter(() => chance(0.5))
    .sort(() => random() - 0.5)
    .map((number) => create(createId(kind, number)));

const createText = (): string =>
  pick(['<p>W</p>', '', `<figure><img src="/img/upload/v1/${pickId('media')}.jpg" alt="A" width="60" height="40" /></figure>`] as const);
const createImageFields = () => ({ image: chance(0.5) ? pickId('media') : null, imageAlt: pick(['', 'A', 'B'] as const) });
const createExtraFields = () => ({ ...createImageFields(), status: pick(STATUSES) });
const slug = () => pick(['', ...NAMES, createId('post', '1'), createId('program', '2')] as const);

/** Creates rows that refer to each other by ids, slugs, names and images. Some of the targets are missing or already taken. */
const createRows = () => ({
  media: pickRows('media', (id) =>
    toMediaRow(id, photo, { alt: pick(['', 'A'] as const), decorative: chance(0.3), showsMinors: pick([null, null, false, true] as const) }),
  ),
  album: pickRows('album', (id) => ({
    id,
    name: pick(['Schools', 'SCHOOLS', 'Camps', 'Walks', ''] as const),
    position: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
  })),
  image: pickRows('image', (id) =>
    toDocumentRow(
      id,
      { title: pick(NAMES), album: chance(0.5) ? pickId('album') : '' },
      { image: pickId('media'), status: pick(['published', 'draft'] as const) },
    ),
  ),
  post: pickRows('post', (id) =>
    toDocumentRow(id, { title: pick(NAMES), category: pick(['C', ''] as const), content: createText(), slug: slug() }, createExtraFields()),
  ),
  event: pickRows('event', (id) =>
    toDocumentRow(
      id,
      { title: pick(NAMES), date: '2030-01-01', time: '4:00 PM', location: pick(['L', ''] as const), description: createText() },
      createExtraFields(),
    ),
  ),
  program: pickRows('program', (id) => toDocumentRow(id, { title: pick(NAMES), content: createText(), slug: slug() }, createExtraFields())),
  redirect: NAMES.flatMap((name) => (['post', 'program'] as const).filter(() => chance(0.3)).map((kind) => ({ kind, slug: name, documentId: pickId(kind) }))),
});

const FOLDERS = { media: 'media', album: 'albums', image: 'images', post: 'posts', event: 'events', program: 'programs', redirect: 'redirects' } as const;

const toZip = (rows: ReturnType<typeof createRows>): Promise<Buffer> => {
  const images = new Map(rows.media.map(({ file }) => [file, photo]));
  const lists = Object.entries(rows).filter(([, list]) => list.length > 0);
  if (chance(0.7)) return writeZip(withParts(Object.fromEntries(lists.map(([kind, list]) => [kind, [toLines(list)]])), images));
  const files = lists.flatMap(([kind, list]) =>
    list.map((row): [string, Buffer] => {
      const name = 'id' in row ? row.id : `${row.kind}-${row.slug}`;
      return [`${Reflect.get(FOLDERS, kind)}/${name}.json`, Buffer.from(JSON.stringify(row))];
    }),
  );
  return writeZip(withManifest(new Map([...files, ...images]), { version: 2 }));
};

/** Changes documents, as staff of this site might between two imports. */
const performAction = async (): Promise<void> => {
  const post = `/api/posts/${pickId('post')}`;
  const album = `/api/gallery/albums/${pickId('album')}`;
  const actions = [
    () => app.send('DELETE', post, undefined, token),
    () => app.send('POST', `${post}/restore`, undefined, token),
    () => app.form('PUT', post, { slug: pick(NAMES) }, token),
    () => app.form('PUT', post, { status: pick(['published', 'draft'] as const) }, token),
    () => app.send('DELETE', album, undefined, token),
    () => app.send('POST', `${album}/restore`, undefined, token),
    () => app.send('DELETE', `/api/gallery/${pickId('image')}`, undefined, token),
    () => app.form('PUT', `/api/media/${pickId('media')}`, { showsMinors: 'true', consentBy: 'Guardian', consentOn: '2026-01-01' }, token),
    () => app.form('PUT', `/api/media/${pickId('media')}`, { decorative: String(chance(0.5)) }, token),
    () => app.form('POST', '/api/posts', { title: pick(NAMES) }, token),
    () => app.send('DELETE', `/api/media/${pickId('media')}`, undefined, token),
  ] as const;
  await pick(actions)();
};

describe('an import of random content into a site that changes', () => {
  it('STAFF-22 has exactly the outcomes that its check predicted, row by row', async () => {
    const totals: Record<string, number> = {};
    for (let number = 1; number <= ZIP_COUNT; number += 1) {
      const zip = await toZip(createRows());
      const status = pick(['kept', 'kept', 'draft'] as const);
      const checkedItems = await importArchive(app, token, zip, { run: 'check', status });
      const importedItems = await importArchive(app, token, zip, { status });
      const toReport = (items: typeof importedItems) => ({ seed: SEED, number, items });
      expect(toReport(importedItems)).toEqual(toReport(checkedItems));
      for (const [outcome, count] of Object.entries(countOutcomes(importedItems))) totals[outcome] = (totals[outcome] ?? 0) + count;
      for (let times = 0; times < 4; times += 1) await performAction();
    }
    // Ensures that every outcome has occurred.
    for (const outcome of ['new', 'changed', 'same', 'conflict', 'error'])
      expect([SEED, outcome, totals[outcome]]).toEqual([SEED, outcome, expect.any(Number)]);
  }, 300_000);
});
