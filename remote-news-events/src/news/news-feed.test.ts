/** @jest-environment node */
import { listPosts, type Post } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import Parser from 'rss-parser';
import { getNewsFeed } from './news-feed.server.ts';

const HOSTILE_TEXT = `A & B <script>x()</script> "q" 'a' ]]> one ]]> two \u0001\u0000 \u{1F31E} Ilé-Ifẹ̀ ₦500`;

interface ParsedItem {
  readonly id?: string;
  readonly creator?: string;
  readonly author?: string;
  readonly 'content:encoded'?: string;
  readonly media?: readonly { readonly $: { readonly url: string; readonly type: string } }[];
}

const parser = new Parser<object, ParsedItem>({ customFields: { item: [['media:content', 'media', { keepArray: true }]] } });

const loadFeed = async (format: 'rss' | 'atom', posts: readonly Post[]) => {
  const result = await getNewsFeed(hostServicesStub({ responses: [[listPosts, posts]] }), format, AbortSignal.timeout(5000));
  if (!result.ok) throw new Error(result.error.kind);
  return { text: result.value, feed: await parser.parseString(result.value) };
};

interface JsonFeed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const loadJson = async (posts: readonly Post[]): Promise<JsonFeed> => {
  const result = await getNewsFeed(hostServicesStub({ responses: [[listPosts, posts]] }), 'json', AbortSignal.timeout(5000));
  if (!result.ok) throw new Error(result.error.kind);
  return JSON.parse(result.value);
};

describe('getNewsFeed', () => {
  it('writes valid JSON Feed 1.1 with absolute URLs', async () => {
    const content = '<p>Join <a href="/volunteer">us</a>.</p>';
    const feed = await loadJson([postFixture({ content, updatedAt: '2026-11-16T09:00:00.000Z' }), postFixture({ _id: 'draft', status: 'draft' })]);

    expect(feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'News from Better Tomorrow Initiative',
      description: expect.any(String),
      home_page_url: 'https://bettertomorrow.example/news',
      feed_url: 'https://bettertomorrow.example/news/feed.json',
      language: 'en-NG',
      authors: [{ name: 'Better Tomorrow Initiative', url: expect.stringMatching(/^https:\/\/bettertomorrow\.example/) }],
      items: [
        {
          id: 'tag:bettertomorrow.example,2026:post/post-1',
          url: 'https://bettertomorrow.example/news/school-visit',
          title: 'Twelve schools, one question box',
          content_html: '<p>Join <a href="https://bettertomorrow.example/volunteer">us</a>.</p>',
          summary: expect.any(String),
          image: expect.stringMatching(/^https:\/\/bettertomorrow\.example\/img\/upload\/f_jpg,.*school-visit\.webp$/),
          date_published: '2026-11-14T09:00:00.000Z',
          date_modified: '2026-11-16T09:00:00.000Z',
          tags: ['Schools', 'schools', 'questions'],
          authors: [{ name: 'Chidi Nwosu' }],
        },
      ],
    });
  });

  it('writes plain titles and no scripts in JSON', async () => {
    const feed = await loadJson([postFixture({ title: HOSTILE_TEXT, content: `<p>${HOSTILE_TEXT}</p><p onclick="x()">]]></p>` })]);
    expect(feed.items[0]?.title).toContain('<script>x()</script>');
    expect(feed.items[0]?.content_html).not.toMatch(/<script|onclick/);
  });

  it.each(['rss', 'atom', 'json'] as const)('writes the posts of a category or tag as %s, and returns not-found for unknown topics', async (format) => {
    const posts = [postFixture(), postFixture({ _id: 'other', slug: 'other', title: 'Another story', category: 'Hubs', tags: ['Lagos'] })];
    const services = hostServicesStub({ responses: [[listPosts, posts]] });
    const load = (kind: 'category' | 'tag', slug: string) => getNewsFeed(services, format, AbortSignal.timeout(5000), { kind, slug });

    const category = await load('category', 'hubs');
    const text = category.ok ? category.value : '';
    expect(text).toContain('News from Better Tomorrow Initiative: Hubs');
    expect(text).toMatch(/https:\/\/bettertomorrow\.example\/news\/category\/hubs\/(feed\.xml|atom\.xml|feed\.json)/);
    expect(text).toContain('Another story');
    expect(text).not.toContain('Twelve schools');
    expect(services.getCalls(listPosts).at(-1)?.query).toMatchObject({ category: 'hubs', status: 'published' });

    const tag = await load('tag', 'schools');
    expect(tag.ok ? tag.value : '').toContain('Twelve schools');
    expect(await load('tag', 'nothing')).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(await load('tag', 'No slug')).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  });

  it('writes valid RSS 2.0 with absolute URLs', async () => {
    const content = '<p>We <strong>asked</strong>, <a href="/volunteer">join</a>.</p><img src="/img/upload/box.webp" alt="The box">';
    const { text, feed } = await loadFeed('rss', [postFixture({ content })]);

    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\s*<rss version="2.0"/);
    expect(feed).toMatchObject({ title: 'News from Better Tomorrow Initiative', link: 'https://bettertomorrow.example/news', language: 'en-NG' });
    expect(feed.feedUrl).toBe('https://bettertomorrow.example/news/feed.xml');
    const [item] = feed.items;
    expect(item).toMatchObject({
      title: 'Twelve schools, one question box',
      link: 'https://bettertomorrow.example/news/school-visit',
      guid: 'tag:bettertomorrow.example,2026:post/post-1',
      creator: 'Chidi Nwosu',
      isoDate: '2026-11-14T09:00:00.000Z',
      categories: ['Schools', 'schools', 'questions'],
    });
    expect(item?.['content:encoded']).toContain('<a href="https://bettertomorrow.example/volunteer">join</a>');
    expect(item?.['content:encoded']).toMatch(/<img src="https:\/\/bettertomorrow\.example\/img\/upload\/[^"]+\/box\.webp" alt="The box">/);
    expect(item?.media?.[0]?.$).toMatchObject({ type: 'image/jpeg' });
    expect(item?.media?.[0]?.$.url).toMatch(/^https:\/\/bettertomorrow\.example\/img\/upload\/f_jpg,.*school-visit\.webp$/);
  });

  it('writes valid Atom', async () => {
    const { text, feed } = await loadFeed('atom', [postFixture({ updatedAt: '2026-11-16T09:00:00.000Z' })]);

    expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG"');
    expect(text).toMatch(/<updated>2026-11-16T09:00:00\.000Z<\/updated>[\s\S]*<entry>/);
    expect(feed.feedUrl).toBe('https://bettertomorrow.example/news/atom.xml');
    expect(feed.items[0]).toMatchObject({
      title: 'Twelve schools, one question box',
      link: 'https://bettertomorrow.example/news/school-visit',
      id: 'tag:bettertomorrow.example,2026:post/post-1',
      author: 'Chidi Nwosu',
      pubDate: '2026-11-14T09:00:00.000Z',
    });
    expect(feed.items[0]?.content).toContain('<p>We asked, and they answered.</p>');
  });

  it.each(['rss', 'atom'] as const)('NEWS-02 X-08 writes at most twenty posts to %s, newest first and without drafts', async (format) => {
    const posts = Array.from({ length: 25 }, (_, day) =>
      postFixture({ _id: `post-${day}`, slug: `post-${day}`, title: `Post ${day}`, publishedAt: new Date(Date.UTC(2026, 9, day + 1)).toISOString() }),
    );
    const { feed } = await loadFeed(format, [postFixture({ _id: 'draft', title: 'A draft', status: 'draft' }), ...posts]);
    expect(feed.items.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, index) => `Post ${24 - index}`));
  });

  it.each(['rss', 'atom'] as const)('escapes hostile characters in %s', async (format) => {
    const { text, feed } = await loadFeed(format, [
      postFixture({
        title: HOSTILE_TEXT,
        category: HOSTILE_TEXT,
        excerpt: HOSTILE_TEXT,
        author: { name: HOSTILE_TEXT, avatar: '' },
        content: `<p>${HOSTILE_TEXT}</p><p onclick="x()">]]></p>`,
      }),
    ]);
    const [item] = feed.items;
    const expectedText = HOSTILE_TEXT.replace('\u0001\u0000', '');
    expect(item?.title?.trim()).toBe(expectedText);
    expect((format === 'rss' ? item?.creator : item?.author)?.trim()).toBe(expectedText);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test asserts their absence.
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(format === 'rss' ? item?.['content:encoded'] : item?.content).not.toMatch(/<script|onclick/);
  });

  it('replaces players with links', async () => {
    const content = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Our film & more"></iframe>';
    const { feed } = await loadFeed('rss', [postFixture({ content })]);
    expect(feed.items[0]?.['content:encoded']?.trim()).toBe('<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Our film &amp; more (YouTube)</a></p>');
  });

  it('is well-formed without posts, and is deterministic', async () => {
    expect((await loadFeed('rss', [])).feed.items).toEqual([]);
    expect((await loadFeed('atom', [])).feed.items).toEqual([]);
    expect((await loadFeed('atom', [postFixture()])).text).toBe((await loadFeed('atom', [postFixture()])).text);
  });

  it('returns the error of a failed request', async () => {
    const result = await getNewsFeed(hostServicesStub({ responses: [[listPosts, apiError('network')]] }), 'rss', AbortSignal.timeout(5000));
    expect(result).toMatchObject({ ok: false, error: { kind: 'network' } });
  });
});
