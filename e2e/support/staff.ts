import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { STAFF } from './servers.ts';

interface Address {
  readonly url: string;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface StaffSession {
  readonly token: string;
  readonly refreshToken: string;
  readonly user: { readonly _id: string; readonly name: string; readonly email: string; readonly role: string };
}

/** Makes one API request, authenticated if a token is given. FormData is sent unchanged, everything else as JSON. */
export const callApi = (site: Address, token: string | undefined, method: string, path: string, body?: object): Promise<Response> => {
  const isForm = body instanceof FormData;
  return fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
};

const readSuccessfulResponse = async (response: Response) => {
  const body = await response.json();
  expect(response.ok, `${response.status} ${response.url}: ${JSON.stringify(body)}`).toBe(true);
  return body;
};

export const signIn = async (site: Address, credentials: Credentials = STAFF): Promise<StaffSession> =>
  readSuccessfulResponse(await callApi(site, undefined, 'POST', '/auth/login', { ...credentials, remember: false }));

/** Creates an API client for a staff member, by default the administrator. Its methods return the `data` of the response. */
export const createStaffClient = async (site: Address, session?: StaffSession) => {
  const { token } = session ?? (await signIn(site));
  const send = async (method: string, path: string, body?: object) => (await readSuccessfulResponse(await callApi(site, token, method, path, body))).data;
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
  };
};

export const inviteColleague = async (site: Address, role: string, name = `A ${role}`): Promise<StaffSession> => {
  const email = `${role}-${Math.random().toString(36).slice(2)}@bettertomorrow.example`;
  const admin = await createStaffClient(site);
  const { invitation } = await admin.post('/users', { name, email, role });
  const token = invitation.path.split('/').at(-1);
  return readSuccessfulResponse(await callApi(site, undefined, 'POST', `/invitations/${token}`, { password: 'a-long-enough-password' }));
};

export const SESSION_KEYS = ['authToken', 'refreshToken', 'user'];

export const getStoredSessionKeys = (page: Page) => page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), SESSION_KEYS);

/** Stores a session as the site does, before the first page loads. */
export const storeSession = async (context: BrowserContext, { token, refreshToken, user }: StaffSession): Promise<void> => {
  await context.addInitScript(
    ([first, second, third]) => {
      // Store the session only once, because a reload must not restore a session that a sign-out has removed.
      if (sessionStorage.getItem('test-session') !== null) return;
      sessionStorage.setItem('test-session', '');
      localStorage.setItem('authToken', first ?? '');
      localStorage.setItem('refreshToken', second ?? '');
      localStorage.setItem('user', third ?? '');
    },
    [token, refreshToken, JSON.stringify(user)],
  );
};

export const openAsStaff = async (page: Page, site: Address, path: string, session?: StaffSession): Promise<void> => {
  await storeSession(page.context(), session ?? (await signIn(site)));
  await page.goto(`${site.url}${path}`);
};

export const fillLogin = async (page: Page, { email, password }: Credentials = STAFF): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Counts the token refreshes in all tabs. With `reject`, every refresh gets a 401. */
export const watchRefreshes = async (context: BrowserContext, { reject = false } = {}) => {
  let count = 0;
  await context.route('**/api/auth/refresh', async (route) => {
    count += 1;
    if (reject) await route.fulfill({ status: 401, json: { message: 'Your session has ended. Please sign in again.' } });
    else await route.continue();
  });
  return () => count;
};

type Fields = Readonly<Record<string, string>>;

export const toFormData = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

export const postForm = (changes: Fields = {}): FormData =>
  toFormData({
    title: 'A post of the tests',
    category: 'Schools',
    tags: 'schools, tests',
    excerpt: 'Text about it.',
    content: '<p>We asked, and they answered.</p>',
    status: 'published',
    ...changes,
  });

export const eventForm = (changes: Fields = {}): FormData =>
  toFormData({
    title: 'An event of the tests',
    description: 'Three minutes, one microphone.',
    date: '2099-01-31',
    time: '4:00 PM',
    endTime: '8:00 PM',
    location: 'Yaba College Hub, Lagos',
    category: 'Xpression',
    tags: 'music',
    registrationLink: 'https://tickets.example/x',
    status: 'published',
    ...changes,
  });

/** Adds an image to the gallery, and thereby to the media library. */
export const uploadImage = async (staff: Awaited<ReturnType<typeof createStaffClient>>, fields: Fields) => {
  const form = toFormData({ published: 'true', ...fields });
  const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a5' } });
  form.set('image', new Blob([new Uint8Array(await photo.jpeg().toBuffer())], { type: 'image/jpeg' }), 'image.jpg');
  return staff.post('/gallery', form);
};

/** Uploads a photo for use in texts and returns its URL. In texts, the provider keeps only images that are stored. */
export const uploadPhoto = async (staff: Awaited<ReturnType<typeof createStaffClient>>): Promise<string> => {
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a35' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(image)]));
  return (await staff.post('/pictures', form)).url;
};

/** Adds a virtual authenticator that acts like a phone or computer whose fingerprint check always succeeds. */
export const addAuthenticator = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options });
};
