import { KINDS, type KindName, mapKinds } from '@site/shared/domain/kinds';
import { listTextImages } from '../database/consent-queries.ts';
import { ALL_KINDS, type DocumentKind, getStatus, listTextColumns } from '../database/document-kinds.ts';
import { verifyAudit } from '../database/verify-audit.ts';
import { indexPublicContent } from '../maintenance/backfills.ts';
import { KINDS_OF_CONTENT } from './kinds-of-content.ts';
import type { TestApp } from './test-app.ts';

type ShownDocument = Readonly<Record<string, unknown>> & { readonly _id: string; readonly title: string };

export const AUDIT_KEY = 'a key that only the tests use, and forty';
export const PUBLIC_LISTS = mapKinds((kind) => (kind === 'image' ? '/api/gallery/published' : `/api/${KINDS[kind].path}`));
/** Kept below the rate limit for visitors, which uses the app's clock. */
const SEARCHES_PER_AUDIT = 50;

const isShown = (document: ShownDocument): boolean => (typeof document.published === 'boolean' ? document.published : document.status === 'published');
const listImageUrls = (document: ShownDocument): string[] => [
  ...new Set(JSON.stringify({ ...document, shareImage: '' }).match(/\/img\/upload\/v\d+\/[0-9a-f]{24}\.[a-z]+/g) ?? []),
];

const toImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';

let requests = 0;
/** Returns an equivalent URL whose response is not in the provider's cache. */
const bypassCache = (url: string): string => {
  requests += 1;
  return `${url}${url.includes('?') ? '&' : '?'}request=${requests}`;
};

/** Throws unless visitors get the same response with and without the cache. */
export const checkPublicResponses = async (app: TestApp, urls: readonly string[]): Promise<void> => {
  for (const url of urls) {
    const [cachedResponse, freshResponse] = [await app.get(url), await app.get(bypassCache(url))];
    expect({ url, status: cachedResponse.statusCode, body: cachedResponse.body }).toEqual({ url, status: freshResponse.statusCode, body: freshResponse.body });
    const etag = String(cachedResponse.headers.etag ?? '');
    const repeatedResponse = await app.server.inject({ url, headers: { 'if-none-match': etag } });
    expect({ url, status: repeatedResponse.statusCode }).toEqual({ url, status: etag === '' ? freshResponse.statusCode : 304 });
  }
};

const readList = async (app: TestApp, url: string, token?: string): Promise<ShownDocument[]> => (await app.get(url, token)).json().data;

/** Returns every document of a kind that is not in the trash, and checks that the list's totals match its rows. */
const listDocuments = async (app: TestApp, name: KindName, token: string): Promise<ShownDocument[]> => {
  const url = `/api/${KINDS_OF_CONTENT[name].list}?status=all&scope=all`;
  const documents = await readList(app, url, token);
  const { page } = (await app.get(`${url}&limit=1&counts=true`, token)).json();
  expect({ name, total: page.total, all: page.counts.all }).toEqual({ name, total: documents.length, all: documents.length });
  return documents;
};

const checkStatuses = async (app: TestApp, name: KindName, documents: readonly ShownDocument[]): Promise<void> => {
  const visibleIds = (await readList(app, PUBLIC_LISTS[name])).map(({ _id }) => _id).sort();
  const publishedIds = documents.filter(isShown).map(({ _id }) => _id);
  expect({ name, visible: visibleIds }).toEqual({ name, visible: publishedIds.sort() });
  for (const document of documents) {
    const { statusCode } = await app.get(`/api/${KINDS_OF_CONTENT[name].list}/${document._id}`);
    expect({ name, document, statusCode }).toEqual({ name, document, statusCode: isShown(document) ? 200 : 404 });
  }
};

const checkSearch = async (app: TestApp, documents: readonly ShownDocument[]): Promise<void> => {
  await indexPublicContent(app.services);
  app.clock.now = new Date(app.clock.now.getTime() + 61_000);
  for (const document of documents.slice(0, SEARCHES_PER_AUDIT)) {
    const { results } = (await app.get(bypassCache(`/api/search?limit=50&q=${document.title.split(' ').at(-1)}`))).json().data;
    const isFound = results.some(({ _id }: ShownDocument) => _id === document._id);
    expect({ document, isFound }).toEqual({ document, isFound: isShown(document) });
  }
};

/** Checks that visitors can see the images of public documents, but no other images. */
const checkImages = async (app: TestApp, documents: readonly ShownDocument[], withdrawn: ReadonlySet<string>, token: string): Promise<void> => {
  const shownUrls = documents.filter(isShown).flatMap(listImageUrls);
  // A text may refer to an earlier version of an image.
  const ids = new Set(shownUrls.map(toImageId));
  const storedImages = await app.services.db.selectFrom('pictures').select(['id', 'version', 'format']).where('id', 'not like', 'samples-%').execute();
  for (const url of new Set([...shownUrls, ...storedImages.map(({ id, version, format }) => `/img/upload/v${version}/${id}.${format}`)]))
    expect({ url, status: (await app.get(url)).statusCode }).toEqual({ url, status: ids.has(toImageId(url)) ? 200 : 404 });
  for (const url of withdrawn) {
    const statuses = [(await app.get(url)).statusCode, (await app.get(url, token)).statusCode];
    expect({ url, statuses }).toEqual({ url, statuses: [404, 404] });
  }
};

const listImagesWithoutConsent = async (app: TestApp, documentKind: DocumentKind): Promise<string[]> => {
  const rows = await app.services.db.selectFrom(documentKind.table).selectAll().where('deleted_at', 'is', null).execute();
  const ids = rows
    .filter((row) => getStatus(row) === 'published')
    .flatMap((row) => [row.picture_id ?? '', ...listTextColumns(documentKind).flatMap(([, column]) => listTextImages(String(Reflect.get(row, column))))]);
  const photosOfMinors = app.services.db.selectFrom('pictures').select('id').where('shows_minors', '=', 1);
  const photosWithoutConsent = await photosOfMinors.where((where) => where.or([where('consent_by', '=', ''), where('consent_on', '=', '')])).execute();
  return photosWithoutConsent.map(({ id }) => id).filter((id) => ids.includes(id));
};

/** Throws if an invariant of the site is violated. `withdrawn` contains URLs of photos whose consent was withdrawn. */
export const auditSite = async (app: TestApp, getToken: () => Promise<string>, withdrawn: ReadonlySet<string> = new Set()): Promise<ShownDocument[]> => {
  const token = await getToken();
  const all: ShownDocument[] = [];
  for (const documentKind of ALL_KINDS) {
    const { name } = documentKind.kind;
    const documents = await listDocuments(app, name, token);
    await checkStatuses(app, name, documents);
    expect({ name, lacking: await listImagesWithoutConsent(app, documentKind) }).toEqual({ name, lacking: [] });
    all.push(...documents);
  }
  await checkPublicResponses(app, Object.values(PUBLIC_LISTS));
  await checkImages(app, all, withdrawn, token);
  await checkSearch(app, all);
  const trash = (await app.get('/api/trash?limit=200', await getToken())).json();
  expect(trash.page.total).toBe(trash.data.length);
  expect((await verifyAudit(app.services.db, AUDIT_KEY)).problems).toEqual([]);
  return all;
};
