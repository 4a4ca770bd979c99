import type { Page } from '@playwright/test';
import { apiSignIn, callApi, useSession } from './staff-session.ts';

type Fields = Readonly<Record<string, string>>;

const read = async (response: Response) => {
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${response.url} ${JSON.stringify(body)}`);
  return body;
};

/** What a signed-in member of staff does to a site's content, through the calls that the staff screens use. */
export const signInStaff = async (siteUrl: string) => {
  const site = { url: siteUrl };
  const session = await apiSignIn(site);

  const send = async (method: string, path: string, fields: Fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return (await read(await fetch(`${siteUrl}/api${path}`, { method, headers: { authorization: `Bearer ${session.token}` }, body }))).data;
  };

  return {
    create: (path: string, fields: Fields) => send('POST', path, fields),
    update: (path: string, fields: Fields) => send('PUT', path, fields),
    createJson: async (path: string, body: object) => (await read(await callApi(site, session.token, 'POST', path, body))).data,
    remove: async (path: string) => read(await callApi(site, session.token, 'DELETE', path)),
    /** Makes the page's visitor this member of staff. */
    enter: (page: Page) => useSession(page.context(), session),
  };
};
export type StaffCalls = Awaited<ReturnType<typeof signInStaff>>;

/** A published post, as the editor would send it. */
export const postFields = (changes: Fields = {}): Fields => ({
  title: 'A post of the tests',
  category: 'Schools',
  tags: 'schools, tests',
  excerpt: 'Words about it.',
  content: '<p>We asked, and they answered.</p>',
  status: 'published',
  ...changes,
});

/** A published event that is to come. */
export const eventFields = (changes: Fields = {}): Fields => ({
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
