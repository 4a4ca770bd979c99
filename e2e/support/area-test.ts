import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { startHost } from '@site/scripts/servers';
import { root, TEMPLATE_FOLDER } from './servers.ts';
import { type StubProvider, startStubProvider } from './stub-provider.ts';

const post = (id: string, title: string) => ({
  _id: id,
  slug: id,
  title,
  content:
    '<h2>At the box</h2><p>We asked, and they answered. <a href="https://example.org/x">Elsewhere</a></p><table><tr><th>Years of asking</th><th>Schools visited</th><th>Questions counted</th><th>Pupils who came</th></tr><tr><td>2026</td><td>12</td><td>2,310</td><td>4,000</td></tr></table>',
  excerpt: 'What pupils asked.',
  category: 'Schools',
  tags: ['schools'],
  status: 'published',
  publishedAt: '2026-11-14T09:00:00.000Z',
  updatedAt: '2026-11-14T09:00:00.000Z',
  author: { name: 'Chidi Nwosu', avatar: '' },
});
const event = (id: string, title: string, date: string, isUpcoming: boolean) => ({
  _id: id,
  title,
  description: 'Three minutes, one microphone.',
  date,
  time: '4:00 PM',
  endTime: '8:00 PM',
  location: 'Yaba College Hub, Lagos',
  category: 'Xpression',
  tags: ['music'],
  registrationLink: 'https://tickets.example/x',
  isUpcoming,
  status: 'published',
  updatedAt: '2026-11-01T09:00:00.000Z',
});
const image = (number: number) => ({
  _id: `image-${number}`,
  title: `Photo ${number}`,
  url: '/link-preview.jpg',
  alt: `Scene ${number}`,
  createdAt: '2026-10-03T18:30:00.000Z',
  album: { _id: 'full' },
});

export const POSTS = [post('first-post', 'First post'), post('second-post', 'Second post')];
export const UPCOMING_EVENT = event('coming', 'Xpression Night', '2099-01-31', true);
export const PAST_EVENT = event('passed', 'Open evening', '2026-01-31', false);
const IMAGES = [1, 2, 3].map(image);

export const AREA_RESPONSES = {
  '/posts': { data: POSTS },
  '/posts/first-post': { data: POSTS[0] },
  '/posts/second-post': { data: POSTS[1] },
  '/events': { data: [UPCOMING_EVENT, PAST_EVENT] },
  '/events/coming': { data: UPCOMING_EVENT },
  '/events/passed': { data: PAST_EVENT },
  '/gallery/albums': {
    data: [
      { _id: 'full', name: 'Full album' },
      { _id: 'bare', name: 'Bare album' },
    ],
  },
  '/gallery/published': { data: IMAGES },
  '/forms/volunteer/token': { data: { token: 'of-a-stub' } },
  '/gallery/albums/full/images': { data: IMAGES },
  '/gallery/albums/bare/images': { data: [] },
} as const;

export const test = base.extend<object, { area: { readonly url: string; readonly stub: StubProvider } }>({
  area: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'site-'));
      cpSync(join(root, TEMPLATE_FOLDER), dataFolder, { recursive: true });
      const stub = await startStubProvider(AREA_RESPONSES);
      const host = await startHost({ dataFolder, providerUrl: stub.url });
      await use({ url: host.url, stub });
      await host.stop();
      await stub.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

export { expect };
