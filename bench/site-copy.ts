import { type RunningServer, startHost } from '@site/scripts/servers';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { DomUtils, parseDocument } from 'htmlparser2';
import { pause, signIn } from './measuring.ts';

/** Lists that may differ between a site and its copy: each site has its own sessions, and the commands that make the copy write to the audit log. */
const SITE_SPECIFIC_LISTS: ReadonlySet<string> = new Set(['listSessions', 'listAudit', 'listAddresses']);
/** An export contains only content. */
const UNEXPORTED_LISTS: ReadonlySet<string> = new Set(['listApplications', 'listUsers', 'listTrash', 'listExternalLinks']);
/** Values that may differ: the signatures of image URLs depend on the site's secret, and image colours are computed in the background. */
const SITE_SPECIFIC_VALUES = /\?k=[\w-]+|"color":"#\w+",/g;
/** Values that an import changes: it records when and by whom a document was stored, and re-encodes images. A drawing without transparency becomes a JPEG. */
const VALUES_CHANGED_BY_IMPORT =
  /"(?:updatedAt|edition|shareImage)":"[^"]*",|"authorId":(?:null|"\w+"),|"\w+Color":"#\w+",|(?<=\/img\/upload\/\w+\/\w+)\.(?:jpg|webp)|"bytes":\d+,|,?"isSample":\w+/g;

export interface SiteContent {
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly pages: ReadonlyMap<string, string>;
}

const QUERIES: Readonly<Record<string, string>> = { listCategories: '?type=posts', listTopics: '?type=posts' };

const listNames = (): ReadonlyArray<readonly [name: string, path: string]> =>
  ALL_ENDPOINTS.flatMap(([name, { method, path, envelope }]) =>
    method === 'GET' && envelope === 'data' && !path.includes(':') && /^list/.test(name) && !SITE_SPECIFIC_LISTS.has(name) ? [[name, path] as const] : [],
  );

const readList = async (url: string, token: string): Promise<readonly string[]> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  const { data }: { data: unknown } = await response.json();
  return (Array.isArray(data) ? data : [data]).map((item) => JSON.stringify(item).replace(SITE_SPECIFIC_VALUES, ''));
};

const toText = (html: string): string => {
  const document = parseDocument(html);
  const main = DomUtils.findOne(({ name }) => name === 'main', document.children, true);
  return DomUtils.textContent(main === null ? document : main)
    .replace(/\s+/g, ' ')
    .trim();
};

const ATTEMPTS = 5;

/** Fetches a URL as text. Retries while the host is busy and responds with 503. */
const readText = async (url: string): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url);
    if (response.ok) return response.text();
    if (response.status !== 503 || attempt === ATTEMPTS) throw new Error(`${url} responded with ${response.status}`);
    await response.body?.cancel();
    await pause(attempt * 1000);
  }
};

const readPaths = async (url: string): Promise<readonly string[]> => {
  const readLocations = async (path: string): Promise<readonly string[]> =>
    [...(await readText(url + path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = '']) => new URL(location).pathname);
  const first = await readLocations('/sitemap.xml');
  const parts = first.filter((path) => path.endsWith('.xml'));
  return parts.length === 0 ? first : (await Promise.all(parts.map(readLocations))).flat();
};

/** Reads every list as an administrator, and every page of the sitemap through a host. */
export const readSite = async (provider: RunningServer, hostFolder: string): Promise<SiteContent> => {
  const token = await signIn(provider.url);
  const lists = new Map<string, readonly string[]>();
  for (const [name, path] of listNames()) lists.set(name, await readList(`${provider.url}/api${path}${QUERIES[name] ?? ''}`, token));
  const host = await startHost({ dataFolder: hostFolder, providerUrl: provider.url, env: { LOG_LEVEL: 'error' } });
  try {
    const pages = new Map<string, string>();
    // Request these pages first, so that the host loads the remotes and knows their paths.
    for (const path of ['/', '/news', '/gallery', '/login']) await readText(host.url + path);
    for (const path of await readPaths(host.url)) pages.set(path, toText(await readText(host.url + path)));
    if (pages.size === 0) throw new Error('The sitemap has no page.');
    return { lists, pages };
  } finally {
    await host.stop();
  }
};

const EXCERPT_CHARACTERS = 80;

const describeDifference = (first = 'nothing', second = 'nothing'): string => {
  const index = [...first].findIndex((character, position) => character !== second[position]);
  const show = (text: string): string => text.slice(Math.max(0, index - EXCERPT_CHARACTERS / 2), index + EXCERPT_CHARACTERS);
  return `${show(first)} | ${show(second)}`;
};

/** Describes every list and page that differs. `isImported` ignores everything that an export does not contain. */
export const findDifferences = (site: SiteContent, copy: SiteContent, { isImported }: { readonly isImported: boolean }): readonly string[] => {
  const normalise = (items: readonly string[] = []): readonly string[] =>
    isImported ? items.map((item) => item.replace(VALUES_CHANGED_BY_IMPORT, '')) : items;
  const lists = [...site.lists].flatMap(([name, list]) => {
    if (isImported && UNEXPORTED_LISTS.has(name)) return [];
    const [items, others] = [normalise(list), normalise(copy.lists.get(name))];
    const index = items.findIndex((item, position) => item !== others[position]);
    if (index === -1 && items.length === others.length) return [];
    return [`${name}: ${items.length} and ${others.length} items; item ${index}: ${describeDifference(items[index], others[index])}`];
  });
  const paths = [...new Set([...site.pages.keys(), ...copy.pages.keys()])];
  const pages = paths
    .filter((path) => site.pages.get(path) !== copy.pages.get(path))
    .map((path) => `${path}: ${describeDifference(site.pages.get(path), copy.pages.get(path))}`);
  return [...lists, ...pages];
};
