import { createRandom, SEED } from '@site/shared/testing/random';
import { DOCUMENT_KINDS, listTextColumns } from '../database/document-kinds.ts';
import { applyDueChanges } from '../maintenance/due-changes.ts';
import { emptyTrash } from '../maintenance/sweeps.ts';
import { AUDIT_KEY, auditSite, checkPublicResponses, PUBLIC_LISTS } from '../testing/audit-site.ts';
import { createImageFile } from '../testing/images.ts';
import { KINDS_OF_CONTENT } from '../testing/kinds-of-content.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { exportFrom, importArchive } from '../testing/transfers.ts';

const STEP_COUNT = 360;
const STEPS_PER_AUDIT = 60;
const RECENT_COUNT = 12;
const EXPECTED_STATUSES = [200, 201, 403, 404, 409, 422];

type KindName = keyof typeof KINDS_OF_CONTENT;
type Fields = Record<string, string | Buffer>;
interface Target {
  readonly kind: KindName;
  readonly id: string;
}

const NAMES = Object.keys(KINDS_OF_CONTENT) as KindName[];
const VERSIONED_KIND_NAMES = NAMES.filter((name) => DOCUMENT_KINDS[name].versionKind !== null);
const getImageId = (url: string): string => /([0-9a-f]{24})\./.exec(url)?.[1] ?? '';
const removeKey = (url: string): string => url.split('?')[0] ?? '';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { AUDIT_KEY } });
});
afterAll(() => app.stop());

const createWalk = async () => {
  const random = createRandom(SEED);
  const chance = (share: number): boolean => random() < share;
  const pick = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)];
  const maybe = (share: number, fields: Fields): Fields => (chance(share) ? fields : {});

  const writers = await Promise.all((['editor', 'editor', 'contributor', 'admin'] as const).map((role) => app.signInAs(role)));
  const documents: Target[] = [];
  const photos: string[] = [];
  const albums: string[] = [];
  const withdrawn = new Set<string>();
  const log: string[] = [];
  let count = 0;

  /** Starts a new session for each request, because the test clock advances and earlier sessions expire. */
  const signIn = async (writer = pick(writers)): Promise<string> => (await app.services.sessions.start(writer?.userId ?? '', false)).token;
  const signInAdmin = () => signIn(writers.at(-1));
  const createWord = (): string => {
    count += 1;
    return `q${[...String(count)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`;
  };
  const after = (seconds: number): string => new Date(app.clock.now.getTime() + seconds * 1000).toISOString();
  const createPhoto = (): Promise<Buffer> => {
    count += 1;
    return createImageFile(40 + count, 30);
  };
  const createConsentFields = (): Fields =>
    chance(0.4) ? { showsMinors: 'true', ...(chance(0.5) ? { consentBy: 'Mrs Obi', consentOn: '2026-01-01' } : {}) } : maybe(0.3, { showsMinors: 'false' });
  const createFields = async (kind: KindName): Promise<Fields> => {
    const documentKind = DOCUMENT_KINDS[kind];
    const { file, shown, hidden } = KINDS_OF_CONTENT[kind];
    const { altField, removeField } = documentKind.kind.image;
    const { publishAtField } = documentKind.kind;
    const text = `<p>W ${createWord()}</p>${chance(0.4) ? `<img src="${pick(photos) ?? ''}" alt="A">` : ''}`;
    const fields = {
      ...maybe(0.5, { title: `Day ${createWord()}` }),
      ...maybe(0.3, { [file]: await createPhoto(), [altField]: 'A photo' }),
      ...maybe(0.2, { imageId: getImageId(pick(photos) ?? ''), [altField]: 'Chosen' }),
      ...(removeField === null ? maybe(0.2, { album: pick(albums) ?? '' }) : maybe(0.05, { [removeField]: 'true' })),
      ...Object.assign({}, ...listTextColumns(documentKind).map(([field]) => maybe(0.5, { [field]: text }))),
      ...createConsentFields(),
      ...maybe(0.3, shown),
      ...maybe(0.15, hidden),
    };
    if (publishAtField === null) return fields;
    return {
      ...fields,
      ...maybe(0.2, { status: 'scheduled', [publishAtField]: after(90) }),
      ...maybe(0.1, { unpublishAt: after(200) }),
      ...maybe(0.05, { status: 'archived' }),
    };
  };
  const getUrl = ({ kind, id }: Target): string => `/api/${KINDS_OF_CONTENT[kind].list}/${id}`;
  const target = (kinds: readonly KindName[] = NAMES): Target =>
    pick(documents.filter(({ kind }) => kinds.includes(kind)).slice(-RECENT_COUNT)) ?? { kind: kinds[0] ?? 'post', id: 'none' };
  const remember = (kind: KindName, ids: readonly unknown[]): void => {
    documents.push(...ids.flatMap((id) => (typeof id === 'string' ? [{ kind, id }] : [])));
  };

  type Response = Awaited<ReturnType<TestApp['get']>>;
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Response> => app.send(method, url, body, await signIn());

  const ACTIONS: Readonly<Record<string, () => Promise<Response | undefined>>> = {
    create: async () => {
      const kind = pick(NAMES) ?? 'post';
      const { list, fields, file } = KINDS_OF_CONTENT[kind];
      const form = { title: `Day ${createWord()}`, [file]: await createPhoto(), ...fields, ...(await createFields(kind)) };
      const response = await app.form('POST', `/api/${list}`, form, await signIn());
      if (response.statusCode === 201) remember(kind, [response.json().data._id]);
      return response;
    },
    save: async () => {
      const chosenTarget = target();
      return app.form('PUT', getUrl(chosenTarget), { ...(await createFields(chosenTarget.kind)), ...maybe(0.3, { isAutosave: 'true' }) }, await signIn());
    },
    publish: async () => {
      const chosenTarget = target();
      return app.form('PUT', getUrl(chosenTarget), { ...KINDS_OF_CONTENT[chosenTarget.kind].shown } as Fields, await signIn());
    },
    copy: async () => {
      const { kind, id } = target(VERSIONED_KIND_NAMES);
      const response = await send('POST', `/api/copies/${kind}/${id}`);
      if (response.statusCode === 201) remember(kind, [response.json().data._id]);
      return response;
    },
    repeat: async () => {
      const { id } = target(['event']);
      const dates = [`2031-0${1 + Math.floor(random() * 9)}-11`, '2031-10-12'];
      const response = await send('POST', `/api/events/${id}/repeats`, { dates, status: chance(0.5) ? 'published' : 'draft' });
      if (response.statusCode === 200) remember('event', response.json().data.ids);
      return response;
    },
    'change following': () => send('POST', `/api/events/${target(['event']).id}/following`),
    'upload to the library': async () => {
      const response = await app.form('POST', '/api/media', { image: await createPhoto(), alt: 'L', ...createConsentFields() }, await signIn());
      if (response.statusCode === 201) photos.push(response.json().data.address);
      return response;
    },
    'upload for a text': async () => {
      const response = await app.form('POST', '/api/pictures', { image: await createPhoto(), ...createConsentFields() }, await signIn());
      if (response.statusCode === 201) photos.push(response.json().data.url);
      return response;
    },
    'change a photo': async () => {
      const url = `/api/media/${getImageId(pick(photos) ?? '')}`;
      return app.form(
        'PUT',
        url,
        { ...maybe(0.5, { alt: `Alt ${createWord()}` }), ...maybe(0.3, { image: await createPhoto() }), ...createConsentFields() },
        await signIn(),
      );
    },
    'delete a photo': () => send('DELETE', `/api/media/${getImageId(pick(photos) ?? '')}`),
    'restore a photo': () => send('POST', `/api/media/${getImageId(pick(photos) ?? '')}/restore`),
    'withdraw a photo': async () => {
      const token = await signInAdmin();
      const chosenTarget = target();
      const document = (await app.get(getUrl(chosenTarget), token)).json().data ?? {};
      const url = removeKey(chance(0.5) ? (pick(photos) ?? '') : String(document.url ?? document[KINDS_OF_CONTENT[chosenTarget.kind].file] ?? ''));
      const response = await send('DELETE', `/api/pictures/${getImageId(url) || 'none'}`);
      if (response.statusCode === 200) withdrawn.add(url);
      return response;
    },
    trash: () => send('DELETE', getUrl(target())),
    restore: () => send('POST', `${getUrl(target())}/restore`),
    purge: async () => {
      await emptyTrash(app.services, 0);
      return undefined;
    },
    pass: async () => {
      const since = app.clock.now;
      app.clock.now = new Date(since.getTime() + 100_000);
      await applyDueChanges(app.services, since);
      return undefined;
    },
    review: () => {
      const { kind, id } = target(VERSIONED_KIND_NAMES);
      return send('POST', `/api/reviews/${kind}/${id}`, { act: pick(['request', 'approve', 'return', 'withdraw']), comment: '' });
    },
    'rename an author': async () => app.send('PUT', `/api/users/${pick(writers)?.userId}`, { name: `Name ${createWord()}` }, await signInAdmin()),
    'go back to a version': async () => {
      const chosenTarget = target(VERSIONED_KIND_NAMES);
      const token = await signIn();
      const versions = (await app.get(`/api/versions/${chosenTarget.kind}/${chosenTarget.id}`, token)).json().data ?? [];
      const number = pick<{ number: number }>(versions)?.number;
      if (number === undefined) return undefined;
      const { fields, imageId } = (await app.get(`/api/versions/${chosenTarget.kind}/${chosenTarget.id}/${number}`, token)).json().data;
      const texts = Object.fromEntries(
        Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string' && field[0] !== 'slug'),
      );
      return app.form('PUT', getUrl(chosenTarget), { ...texts, ...(imageId === '' ? {} : { imageId }) }, token);
    },
    'create an album': async () => {
      const response = await app.form('POST', '/api/gallery/albums', { name: `Album ${createWord()}` }, await signIn());
      if (response.statusCode === 201) albums.push(response.json().data._id);
      return response;
    },
    'delete an album': () => send('DELETE', `/api/gallery/albums/${pick(albums) ?? 'none'}`),
    'restore an album': () => send('POST', `/api/gallery/albums/${pick(albums) ?? 'none'}/restore`),
    'leave an album': () => send('POST', '/api/gallery/move-to-album', { imageIds: [target(['image']).id], albumId: null }),
    'go to the front of an album': async () => {
      const [imageIds, albumId] = [[target(['image']).id], pick(albums) ?? 'none'];
      await send('POST', '/api/gallery/move-to-album', { imageIds, albumId });
      return send('POST', `/api/gallery/albums/${albumId}/order`, { imageIds });
    },
  };
  const ACTION_WEIGHTS = {
    create: 10,
    save: 14,
    publish: 8,
    pass: 2,
    restore: 3,
    copy: 2,
    repeat: 2,
    'change a photo': 3,
    'upload for a text': 2,
    'create an album': 2,
  };
  const choices = [...Object.keys(ACTIONS), ...Object.entries(ACTION_WEIGHTS).flatMap(([act, times]) => Array.from({ length: times }, () => act))];

  return {
    log,
    withdrawn,
    signInAdmin,
    take: async (): Promise<void> => {
      const actionName = pick(choices) ?? 'create';
      const chosenUrl = getUrl(target());
      const pages = [...Object.values(PUBLIC_LISTS), '/api/gallery/albums', chosenUrl];
      // Cache these responses first, so that the test notices if one is still cached after the step but should not be.
      for (const url of pages) await app.get(url);
      const response = await ACTIONS[actionName]?.();
      const status = response?.statusCode ?? 200;
      log.push(`${actionName}: ${status} ${status >= 400 ? response?.body : ''}`);
      expect(EXPECTED_STATUSES).toContain(status);
      await checkPublicResponses(app, pages);
    },
  };
};

describe('four writers of all kinds of content', () => {
  it('NS-09 PRIV-30 PRIV-31 leave a site whose lists, pages, images and search agree', async () => {
    const walk = await createWalk();
    try {
      for (let step = 1; step <= STEP_COUNT; step += 1) {
        await walk.take();
        if (step % STEPS_PER_AUDIT === 0) await auditSite(app, walk.signInAdmin, walk.withdrawn);
      }
    } catch (reason) {
      throw new Error(`TEST_SEED=${SEED} after\n${walk.log.slice(-12).join('\n')}`, { cause: reason });
    }
    expect(walk.log.filter((line) => / 20[01] /.test(line)).length).toBeGreaterThan(STEP_COUNT / 2);
  }, 600_000);

  it('STAFF-22 export everything that another site needs to be identical', async () => {
    const other = await startTestApp({ settings: { AUDIT_KEY } });
    try {
      const { token } = await other.signInAs('admin');
      await importArchive(other, token, await exportFrom(app, (await app.signInAs('admin')).token));
      const auditedDocuments = await auditSite(other, async () => (await other.signInAs('admin')).token);
      expect(auditedDocuments.length).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
  }, 60_000);
});
