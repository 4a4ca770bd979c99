import type { AccountSession } from '../contracts/account.ts';
import type { AuditEntry } from '../contracts/audit.ts';
import type { Dashboard } from '../contracts/dashboard.ts';
import type { Event } from '../contracts/event.ts';
import type { ExternalLink } from '../contracts/external-link.ts';
import type { Program } from '../contracts/program.ts';
import type { Redirect } from '../contracts/redirect.ts';
import type { Review } from '../contracts/review.ts';
import { SEARCH_KINDS } from '../contracts/search.ts';
import type { StaffMember } from '../contracts/user.ts';
import type { FullVersion } from '../contracts/version.ts';
import { albumFixture, imageFixture, libraryImageFixture, postFixture, userFixture } from './fixtures.ts';

/** Responses of the provider: sample content, no content (empty lists, unknown items), or errors. */
export const PROVIDER_MODES = ['sample', 'empty', 'failing'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

export interface SampleResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Number of items, enough for a second page in every list. */
const ITEM_COUNT = 26;
const numbers = Array.from({ length: ITEM_COUNT }, (_, index) => index + 1);
const UPDATED_AT = '2026-11-14T09:00:00.000Z';
const RICH_TEXT =
  '<h2>A heading</h2><p>A paragraph with <strong>weight</strong> and <a href="https://example.org/x">a link</a>.</p><ul><li>One</li><li>Two</li></ul><table><tr><th>Year</th></tr><tr><td>2026</td></tr></table>';

/** Every second item has only the fields that the contract requires, because pages must work with and without the others. */
const isMinimal = (number: number): boolean => number % 2 === 0;

const POSTS = numbers.map((number) => ({
  // The release checks open every page with the slug of the first post, including pages of categories, tags and events.
  ...postFixture({ _id: `post-${number}`, slug: `post-${number}`, title: `Post ${number}`, content: RICH_TEXT, category: 'Post 1', tags: ['post-1'] }),
  ...(isMinimal(number) ? { excerpt: '', featuredImage: '', featuredImageAlt: '', category: '', tags: [], author: null, publishedAt: null } : {}),
}));

const toEvent = (number: number): Partial<Event> & { readonly _id: string } => ({
  _id: `event-${number}`,
  title: `Event ${number}`,
  date: number % 3 === 0 ? '2026-01-31' : '2099-01-31',
  isUpcoming: number % 3 !== 0,
  status: 'published',
  ...(isMinimal(number)
    ? {}
    : {
        description: 'Three minutes, one microphone.',
        time: '4:00 PM',
        endTime: '8:00 PM',
        location: 'Yaba, Lagos',
        category: 'Post 1',
        tags: ['post-1'],
        registrationLink: 'https://tickets.example/x',
        featuredImage: '/link-preview.jpg',
        featuredImageAlt: 'A stage',
        updatedAt: UPDATED_AT,
        ...(number % 3 === 0 ? {} : { endDate: '2099-02-01' }),
        attendanceMode: 'hybrid',
        agenda: 'Saturday\n4:00 PM Doors open',
        audience: 'Everybody from 13 to 30',
        speakers: 'Ada, poet',
        eventStatus: number === 5 ? 'cancelled' : 'scheduled',
      }),
});
const EVENTS = numbers.map(toEvent);

const ALBUMS = [albumFixture({ _id: 'album-1', name: 'First album' }), albumFixture({ _id: 'album-2', name: 'Second album' })];
const IMAGES = numbers.map((number) =>
  imageFixture({
    _id: `image-${number}`,
    title: `Photo ${number}`,
    url: '/link-preview.jpg',
    ...(isMinimal(number) ? { alt: '', album: null, width: 0, height: 0 } : {}),
  }),
);
const LIBRARY = numbers.map((number) =>
  libraryImageFixture({
    _id: `picture-${number}`,
    url: '/link-preview.jpg',
    address: '/link-preview.jpg',
    ...(isMinimal(number) ? { alt: '', uses: [], useCount: 0 } : {}),
  }),
);
const toProgram = (number: number): Partial<Program> => ({
  _id: `program-${number}`,
  slug: `program-${number}`,
  title: `Program ${number}`,
  content: RICH_TEXT,
  ...(isMinimal(number) ? {} : { coverImage: '/link-preview.jpg', coverImageAlt: 'A circle', updatedAt: UPDATED_AT }),
});
const PROGRAMS = numbers.slice(0, 6).map(toProgram);
const APPLICATIONS = numbers.map((number) => ({
  _id: `application-${number}`,
  name: `Applicant ${number}`,
  email: `applicant-${number}@example.org`,
  createdAt: UPDATED_AT,
  readAt: isMinimal(number) ? null : UPDATED_AT,
  ...(isMinimal(number)
    ? {}
    : { phone: '+2348031234567', qualification: 'BSc', location: 'Lagos', skills: 'First aid', interests: 'Schools', motivation: 'To help.' }),
}));
const SAMPLE_USER = userFixture({ role: 'admin' });

const toTokenPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Session in local storage (docs/contracts/storage-keys.md). Only the sample provider accepts its token. */
export const SAMPLE_SESSION: Readonly<Record<string, string>> = {
  authToken: `${toTokenPart({ alg: 'none' })}.${toTokenPart({ sub: SAMPLE_USER._id, exp: Date.parse('2099-01-01') / 1000 })}.`,
  refreshToken: 'sample',
  user: JSON.stringify(SAMPLE_USER),
};
const USERS: readonly StaffMember[] = [
  { ...SAMPLE_USER, isDisabled: false, isInvited: false, createdAt: UPDATED_AT },
  { ...userFixture({ _id: 'user-2', name: 'Invited', role: 'contributor' }), isDisabled: false, isInvited: true, createdAt: null },
];
const AUDIT = numbers.map(
  (number): AuditEntry => ({
    number,
    at: UPDATED_AT,
    category: isMinimal(number) ? 'security' : 'change',
    action: isMinimal(number) ? 'auth.sign-in' : 'post.update',
    outcome: isMinimal(number) ? 'failed' : 'done',
    actorId: isMinimal(number) ? '' : SAMPLE_USER._id,
    actorRole: isMinimal(number) ? '' : 'admin',
    subjectKind: isMinimal(number) ? 'account' : 'post',
    subjectId: isMinimal(number) ? '' : `post-${number}`,
    facts: isMinimal(number) ? { reason: 'password' } : { fields: ['title'] },
    details: isMinimal(number)
      ? null
      : { actor: SAMPLE_USER.name, address: '192.0.2.1', name: `Post ${number}`, before: { title: 'Post' }, after: { title: `Post ${number}` } },
  }),
);
const SESSIONS: readonly AccountSession[] = [
  { _id: 'session-1', device: 'Chrome on Android', createdAt: UPDATED_AT, lastUsedAt: UPDATED_AT, isCurrent: true },
  { _id: 'session-2', device: 'Firefox on Windows', createdAt: UPDATED_AT, lastUsedAt: null, isCurrent: false },
];
const TRASH = [
  { kind: 'post', _id: 'post-90', title: 'A deleted post', deletedAt: UPDATED_AT },
  { kind: 'album', _id: 'album-90', title: 'A deleted album', deletedAt: UPDATED_AT },
];
const REDIRECTS: readonly Redirect[] = [
  { _id: 'post:former-slug', kind: 'post', slug: 'former-slug', documentId: 'post-1', documentSlug: 'post-1', documentTitle: 'Post 1', changedAt: UPDATED_AT },
];
const EXTERNAL_LINKS: readonly ExternalLink[] = [
  {
    _id: 'link-1',
    url: 'https://example.org/gone',
    state: 'broken',
    reason: 'http',
    httpStatus: 404,
    checkedAt: UPDATED_AT,
    failedAt: UPDATED_AT,
    isIgnored: false,
    isWaiting: false,
    documents: [{ kind: 'post', _id: 'post-1', title: 'Post 1' }],
    documentCount: 1,
  },
];
const VERSIONS: readonly FullVersion[] = [2, 1].map((number) => ({
  kind: 'post',
  number,
  savedAt: UPDATED_AT,
  savedBy: SAMPLE_USER.name,
  act: number === 1 ? 'saved' : 'published',
  status: number === 1 ? 'draft' : 'published',
  title: `Post, version ${number}`,
  changed: number === 1 ? [] : ['title'],
  isErased: false,
  fields: { title: `Post, version ${number}`, content: '<p>Text</p>', tags: ['one'] },
  imageId: '',
  image: '',
}));
const DASHBOARD: Dashboard = {
  upcomingEvents: 2,
  images: ITEM_COUNT,
  albums: ALBUMS.length,
  newApplications: 1,
  samples: 0,
  reviews: [],
  brokenLinks: 1,
  samplePictures: 0,
  nextEvent: '2099-01-31',
  oldestApplication: UPDATED_AT,
  posts: { draft: 1, scheduled: 0, published: ITEM_COUNT, archived: 0 },
  inProgress: [{ _id: 'post-1', title: 'Post 1', status: 'draft', author: 'Ngozi Okafor', at: UPDATED_AT }],
  attention: [{ kind: 'old-draft', _id: 'post-1', title: 'Post 1' }],
  activity: [{ kind: 'post', _id: 'post-1', title: 'Post 1', at: UPDATED_AT, by: '', act: 'saved', changed: [], image: '' }],
  pageViews: numbers.map((day) => ({ day: `2026-10-${String(day).padStart(2, '0')}`, views: day })),
};

const NO_RESULTS = { results: [], total: 0, counts: { program: 0, event: 0, post: 0, photo: 0 } };
const SEARCH = {
  results: SEARCH_KINDS.map((kind) => ({
    kind,
    _id: `${kind}-1`,
    slug: `${kind}-1`,
    title: [{ text: `A ${kind}`, isMatch: true }],
    excerpt: [{ text: 'What it is about', isMatch: false }],
    ...(kind === 'program' ? {} : { date: UPDATED_AT, imageUrl: '/link-preview.jpg', imageAlt: 'A circle' }),
  })),
  total: SEARCH_KINDS.length,
  counts: { program: 1, event: 1, post: 1, photo: 1 },
};

const LISTS: Readonly<Record<string, readonly { readonly _id?: string; readonly slug?: string; readonly number?: number }[]>> = {
  '/posts': POSTS,
  '/events': EVENTS,
  '/programs': PROGRAMS,
  '/gallery': IMAGES,
  '/gallery/published': IMAGES,
  '/gallery/albums': ALBUMS,
  '/gallery/albums/*/images': IMAGES,
  '/applications': APPLICATIONS,
  '/users': USERS,
  '/media': LIBRARY,
  '/trash': TRASH,
  '/redirects': REDIRECTS,
  '/external-links': EXTERNAL_LINKS,
  '/audit': AUDIT,
  '/auth/sessions': SESSIONS,
};

const NO_REVIEW: Review = { state: 'none', by: '', at: '', isChanged: false, comments: [], links: [] };
const REVIEW: Review = {
  state: 'requested',
  by: SAMPLE_USER.name,
  at: UPDATED_AT,
  isChanged: false,
  comments: [{ _id: 'comment-1', text: 'The second paragraph is long.', author: SAMPLE_USER.name, authorId: SAMPLE_USER._id, createdAt: UPDATED_AT }],
  links: [{ _id: 'link-1', createdBy: SAMPLE_USER.name, createdAt: UPDATED_AT, expiresAt: '2099-01-31T09:00:00.000Z' }],
};

const FAILED_RESPONSE: SampleResponse = { status: 503, body: { message: 'The sample provider fails on purpose.' } };
const NOT_FOUND: SampleResponse = { status: 404, body: { message: 'Not found' } };

const respondWithList = (rows: readonly unknown[], query: URLSearchParams): SampleResponse => {
  const limit = Number(query.get('limit') ?? rows.length);
  const offset = Number(query.get('offset') ?? query.get('cursor') ?? 0);
  const counts = { all: rows.length, draft: 0, unread: 0, album: rows.length, missingAlt: 0, sample: 0, unused: 0 };
  const page = { offset, total: rows.length, ...(query.has('counts') ? { counts } : {}) };
  return { status: 200, body: { data: rows.slice(offset, offset + limit), ...(query.has('limit') ? { page } : {}) } };
};

/** Responds to requests that do not depend on the content, for example about the account. */
const respondWithoutContent = (path: string): SampleResponse | undefined => {
  if (path === '/auth/me') return { status: 200, body: { user: SAMPLE_USER } };
  if (path === '/slugs') return { status: 200, body: { data: { slug: 'a-slug', isFree: true, suggestion: 'a-slug' } } };
  if (path.startsWith('/invitations/')) return { status: 200, body: { data: { name: 'Ada', email: 'ada@example.org' } } };
  if (path === '/auth/second-factors')
    return {
      status: 200,
      body: {
        hasTotp: true,
        passkeys: [{ _id: 'passkey-1', name: 'Phone', createdAt: UPDATED_AT, lastUsedAt: null }],
        recoveryCodesLeft: 8,
        isRequired: false,
      },
    };
  if (path === '/auth/confirmation') return { status: 200, body: { message: 'ok' } };
  if (path === '/links/check') return { status: 200, body: { data: { broken: [], pages: [], external: [] } } };
  if (path.startsWith('/presence/')) return { status: 200, body: { data: { others: [], holder: null, _id: 'a-tab' } } };
  if (path === '/account-policy') return { status: 200, body: { data: { secondFactorRoles: [] } } };
  if (path === '/revision' || path.startsWith('/page-views')) return { status: 200, body: { message: 'ok' } };
  return undefined;
};

/** Returns fixed content for a path below `/api` and its query, as a provider would. An unknown id gets the first item, so that `/news/anything` has a page. */
export const respondAsProvider = (mode: ProviderMode, method: string, requestPath: string): SampleResponse => {
  const { pathname, searchParams } = new URL(requestPath, 'http://provider.invalid');
  const path = pathname.replace(/\/$/, '');
  const fixedResponse = respondWithoutContent(path);
  if (fixedResponse !== undefined && (mode !== 'failing' || path === '/auth/me' || path === '/revision')) return fixedResponse;
  if (mode === 'failing') return FAILED_RESPONSE;
  if (method !== 'GET') return { status: 403, body: { message: 'The sample provider changes nothing.' } };
  if (path === '/dashboard')
    return { status: 200, body: { data: mode === 'empty' ? { ...DASHBOARD, inProgress: [], attention: [], activity: [] } : DASHBOARD } };
  if (path === '/addresses') {
    const listed = searchParams.get('type') === 'events' ? EVENTS.map((event) => ({ ...event, slug: '' })) : POSTS;
    return {
      status: 200,
      body: { data: mode === 'empty' || searchParams.has('after') ? [] : listed.map(({ _id, slug, updatedAt }) => ({ _id, slug, updatedAt })) },
    };
  }
  if (path === '/search') return { status: 200, body: { data: mode === 'empty' ? NO_RESULTS : SEARCH } };
  if (/^\/events\/[^/]+\/series$/.test(path)) return { status: 200, body: { data: [] } };
  if (path.startsWith('/reviews/')) return { status: 200, body: { data: mode === 'empty' ? NO_REVIEW : REVIEW } };
  if (path.startsWith('/review-links/'))
    // The response contains a document of every kind, so that the link works for any page.
    return mode === 'empty'
      ? NOT_FOUND
      : { status: 200, body: { data: { kind: 'post', post: POSTS[0], event: EVENTS[0], program: PROGRAMS[0], expiresAt: REVIEW.at } } };
  if (path.startsWith('/versions/')) {
    const number = path.split('/')[4];
    if (number === undefined) return respondWithList(mode === 'empty' ? [] : VERSIONS, searchParams);
    const version = VERSIONS.find((candidate) => candidate.number === Number(number)) ?? VERSIONS[0];
    return version === undefined || mode === 'empty' ? NOT_FOUND : { status: 200, body: { data: version } };
  }
  if (path === '/applications/options') return { status: 200, body: { data: { assignees: [SAMPLE_USER], canSendMail: false } } };
  if (path.startsWith('/drafts/')) return { status: 200, body: { data: null } };
  if (path === '/transfer/export')
    return { status: 200, body: { data: { counts: { media: 26, album: 2, image: 26, post: 26, event: 26, program: 6, redirect: 0 }, bytes: 5_000_000 } } };
  if (path === '/topics') return { status: 200, body: { data: { categories: [], tags: [] } } };
  if (path === '/categories') return { status: 200, body: { data: mode === 'empty' ? [] : ['Schools'] } };

  const list = LISTS[path.replace(/^(\/gallery\/albums\/)[^/]+(\/images)$/, '$1*$2')];
  if (list !== undefined) return respondWithList(mode === 'empty' ? [] : list, searchParams);
  const [, parent = '', id = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const siblingList = LISTS[parent];
  if (siblingList === undefined || mode === 'empty') return NOT_FOUND;
  const item = siblingList.find(({ _id, slug }) => _id === id || slug === id) ?? siblingList[0];
  return item === undefined ? NOT_FOUND : { status: 200, body: { data: item } };
};
