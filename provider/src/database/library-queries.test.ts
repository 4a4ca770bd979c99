import { insertGalleryImages, insertImages, insertPosts } from '../testing/insert-rows.ts';
import { matchesWords } from '../testing/matches-words.ts';
import { observeStatements } from '../testing/observe-statements.ts';
import { createRandomContent } from '../testing/random-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type LibraryRequest, listLibraryRows } from './library-queries.ts';
import type { Tables } from './schema/tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const toRequest = (terms: readonly string[]): LibraryRequest => ({
  ...{ visibility: 'all', status: 'all', search: '', sort: undefined, hasCounts: false, offset: 0, limit: 5000 },
  ...{ isWithoutAlt: false, isUnused: false, albumId: undefined, since: undefined, before: undefined },
  terms,
});

/**
 * Searches without an index. Each term must occur in the image's text, or its words must begin words of a document that shows the image. Terms of fewer than
 * three letters must be whole words there.
 */
const findPlainly = async (terms: readonly string[]): Promise<string[]> => {
  const { db } = app.services;
  const texts = new Map<string, string[]>();
  const altKeys = new Map<string, string>();
  for (const { id, alt_key } of await db.selectFrom('pictures').select(['id', 'alt_key']).execute()) {
    texts.set(id, []);
    altKeys.set(id, alt_key ?? '');
  }
  for (const table of ['posts', 'events', 'programs', 'gallery_images'] as const satisfies (keyof Tables)[]) {
    const rows = await db.selectFrom(table).select(['picture_id', 'search_text']).where('deleted_at', 'is', null).execute();
    for (const { picture_id, search_text } of rows) if (picture_id !== null) texts.get(picture_id)?.push(search_text);
  }
  const { items } = await listLibraryRows(db, toRequest([]));
  const has = (id: string, term: string): boolean =>
    altKeys.get(id)?.includes(term) === true || texts.get(id)?.some((text) => matchesWords(text, term)) === true;
  return items.flatMap(({ id }) => (terms.every((term) => has(id, term)) ? [id] : []));
};

describe('the search of the library', () => {
  it('NS-30 STAFF-17 finds the images of all documents and texts that contain the words, few or many', async () => {
    const { db } = app.services;
    await createRandomContent('library').insert(db);
    const images = await insertImages(
      db,
      ['Dancers', 'A "quoted" 100% hall', 'two_words', 'dancers, zebra', ''].map((alt) => ({ alt_key: alt.toLowerCase() })),
    );
    await insertPosts(
      db,
      images.map((picture_id, index) => ({ picture_id, title: `Zebra ${index}`, excerpt: 'Only here', content: '<p>Crocodiles</p>' })),
    );
    // Enough rows to make the search read all texts of a kind instead of using the index.
    await insertGalleryImages(
      db,
      Array.from({ length: 1100 }, (_, index) => ({ title: `Common ${index}`, alt: index % 100 === 0 ? 'Seldom dancers' : '' })),
    );

    for (const terms of [
      'ile',
      'bauchi',
      '100%',
      '_',
      'a',
      'dancers',
      'zebra',
      'only',
      'common',
      'seldom',
      'crocodiles',
      'none',
      'zebra dancers',
      'common dancers 7',
    ])
      expect([terms, (await listLibraryRows(db, toRequest(terms.split(' ')))).items.map(({ id }) => id)]).toEqual([terms, await findPlainly(terms.split(' '))]);
    const dash = await listLibraryRows(db, toRequest(['zebra', '-', 'dancers']));
    expect(dash.items).toEqual((await listLibraryRows(db, toRequest(['zebra', 'dancers']))).items);
    const many = 'a e o c m n common seldom dancers'.split(' ');
    expect((await listLibraryRows(db, toRequest(many))).items.map(({ id }) => id)).toEqual(await findPlainly(many));
  });

  it('NS-30 OPS-09 does not compare the texts of documents if an index finds the words', async () => {
    const { db } = app.services;
    const statements = await observeStatements(() => listLibraryRows(db, toRequest(['hall'])));
    const ofMany = await observeStatements(() => listLibraryRows(db, toRequest('one two three four five six seven eight nine ten'.split(' '))));

    expect(statements.filter(({ sql }) => /search_text"? like/.test(sql))).toEqual([]);
    expect(statements.some(({ sql }) => sql.includes('search_index') || sql.includes('search_documents'))).toBe(true);
    expect(ofMany.length).toBeLessThan(70);
  });
});
