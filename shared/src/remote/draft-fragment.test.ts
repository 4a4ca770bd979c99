/** @jest-environment node */
import { createHash } from 'node:crypto';
import { getReviewedDocument } from '../contracts/review.ts';
import { success } from '../domain/result.ts';
import { postFixture } from '../testing/fixtures.ts';
import { hostServicesStub } from '../testing/host-services-stub.ts';
import { createDraftFragment, readDraftFragment } from './draft-fragment.ts';
import { loadReviewed } from './review-link.ts';

const DRAFT = { title: 'Ìyá & <b>me</b> 100%', tags: ['a', 'b'], publishedAt: null };

const create = async (draft: unknown = DRAFT) => {
  const created = await createDraftFragment(draft);
  if (created === undefined) throw new Error('no fragment');
  return created;
};

describe('the unsaved fields of a fragment', () => {
  it('SEC-10 arrive unchanged at a page that knows their hash', async () => {
    const { fragment, hash } = await create();

    expect(hash).toBe(createHash('sha256').update(JSON.stringify(DRAFT)).digest('hex'));
    expect(fragment).toMatch(/^#draft=[\w%.~*'()!-]+$/);
    expect(await readDraftFragment(fragment, hash)).toEqual(DRAFT);
  });

  it.each([
    ['different fields', async () => (await create({ ...DRAFT, title: 'Mine' })).fragment],
    ['a fragment that cannot be decoded', async () => '#draft=%E0%A4%A'],
    ['another fragment', async () => '#top'],
    ['none', async () => ''],
  ])('SEC-10 cannot be read from an invalid fragment (%s)', async (_, getFragment) => {
    expect(await readDraftFragment(await getFragment(), (await create()).hash)).toBeUndefined();
  });

  it('SEC-10 are rejected if they are plain text, even with the right hash', async () => {
    const { fragment, hash } = await create('only text');
    expect(await readDraftFragment(fragment, hash)).toBeUndefined();
  });

  it('SEC-10 get no fragment if the URL would be too long for a browser', async () => {
    expect(await createDraftFragment({ content: 'x'.repeat(1_000_001) })).toBeUndefined();
  });
});

describe('loadReviewed', () => {
  const stored = postFixture({ title: 'Stored', slug: 'stored' });
  const load = async (draft: string | null, hash: string) => {
    Object.assign(globalThis, { window: { location: { hash } } });
    const value = { kind: 'post', post: stored, event: null, program: null, draft, expiresAt: '' };
    const { http } = hostServicesStub({ responses: [[getReviewedDocument, value]] });
    return loadReviewed({ http }, { params: { token: 't' }, request: new Request('https://site.test/') });
  };

  it('SEC-10 shows the unsaved fields of a preview and the stored values of all other fields', async () => {
    const { fragment, hash } = await create({ title: 'Unsaved' });

    expect(await load(hash, fragment)).toMatchObject(success({ post: { title: 'Unsaved', slug: 'stored' } }));
    expect(await load(hash, (await create({ title: 'Mallory' })).fragment)).toMatchObject(success({ post: { title: 'Stored' } }));
    expect(await load(null, fragment)).toMatchObject(success({ post: { title: 'Stored' } }));
  });

  it('SEC-10 shows the stored fields if the unsaved fields do not fit the schema', async () => {
    const { fragment, hash } = await create({ title: { not: 'a text' } });
    expect(await load(hash, fragment)).toMatchObject(success({ post: { title: 'Stored' } }));
  });
});
