import { formatLongDate } from '@site/shared/domain/dates';
import { COPY_STYLES, createScript, embedReferences } from './copy-files.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import { createFolderNames, getDocumentFile, getPageFile } from './file-names.ts';
import { chooseSize, getImageExtension, getImageKey } from './images.ts';
import { type SiteCopy, writePage } from './page-writer.ts';
import { type CrawledPage, crawlSite, download, forEachConcurrently, toPageUrl } from './site-reader.ts';
import { renderTitles } from './titles.ts';

const SCRIPT_FILE = 'assets/copy.js';
const STYLES_FILE = 'assets/copy.css';
const SEARCH_URL = '/search';
/** Number of pages per progress line. */
const REPORT_STEP = 25;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

interface ExportOptions {
  readonly site: URL;
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly now?: Date;
}

const copyImages = async (
  sizes: ReadonlyMap<string, ReadonlySet<string>>,
  target: ExportFolder,
  print: ExportOptions['print'],
): Promise<Map<string, string>> => {
  const getFile = createFolderNames('images');
  const files = new Map<string, string>();
  let done = 0;
  await forEachConcurrently([...sizes], async ([key, urls]) => {
    const url = chooseSize(urls) ?? key;
    const image = await download(url).catch(() => undefined);
    done += 1;
    if (image?.type.startsWith('image/')) {
      const file = getFile(key, getImageExtension(url));
      target.write(file, image.body);
      files.set(key, file);
    } else print(`  Warning: the image ${url} could not be copied; its text is shown instead.`);
    if (done % REPORT_STEP === 0) print(`  ${done} of ${sizes.size} images`);
  });
  return files;
};

const copyAssets = async (stylesheets: ReadonlySet<string>, icons: ReadonlySet<string>, target: ExportFolder): Promise<Map<string, string>> => {
  const getFile = createFolderNames('assets');
  const files = new Map<string, string>();
  const loadDataUri = async (url: string): Promise<string | undefined> => {
    const file = await download(url);
    return file === undefined ? undefined : `data:${file.type.split(';')[0]};base64,${file.body.toString('base64')}`;
  };
  await forEachConcurrently([...stylesheets, ...icons], async (url) => {
    const asset = await download(url);
    if (asset === undefined) throw new Error(`${url} does not exist: the pages of the copy would have no styles.`);
    const file = getFile(url);
    target.write(file, stylesheets.has(url) ? await embedReferences(asset.body.toString(), url, loadDataUri) : asset.body);
    files.set(url, file);
  });
  return files;
};

const writeSite = async (target: ExportFolder, { site, print, now = new Date() }: ExportOptions): Promise<void> => {
  const pages: CrawledPage[] = [];
  const documents = new Map<string, string>();
  const redirects = new Map<string, string>();
  const feeds = new Set<string>();
  const sizes = new Map<string, Set<string>>();
  const stylesheets = new Set<string>();
  const icons = new Set<string>();
  const warn = (message: string): void => print(`  Warning: ${message}`);

  print(`Reading ${site.href}`);
  const organisation = await crawlSite({
    site,
    warn,
    onPage: (page, html, read, { done, found }) => {
      pages.push(page);
      target.write(getPageFile(page.url), html);
      for (const urls of read.images)
        for (const url of urls) {
          const key = getImageKey(url);
          sizes.set(key, (sizes.get(key) ?? new Set()).add(url));
        }
      for (const url of read.stylesheets) stylesheets.add(url);
      if (read.icon !== undefined) icons.add(read.icon);
      if (done % REPORT_STEP === 0) print(`  ${done} of ${found} pages found so far`);
    },
    onRedirect: (url, to) => void redirects.set(url, to),
    onFeed: (url) => void feeds.add(url),
    onDocument: (url, { body }) => {
      const file = getDocumentFile(url);
      target.write(file, body);
      documents.set(url, file);
    },
  });
  print(`  ${pages.length} pages`);
  print('Copying images and stylesheets');
  const images = await copyImages(sizes, target, print);
  print(`  ${images.size} images`);
  const assets = await copyAssets(stylesheets, icons, target);

  const publicUrl = new URL(organisation.siteUrl);
  const liveUrl = LOOPBACK.test(publicUrl.hostname) ? undefined : publicUrl;
  if (liveUrl === undefined) warn(`the public address of the site is ${publicUrl.origin}, so the copy has no links to it. SITE_URL sets another.`);
  const knownPaths = new Set(pages.map(({ url }) => url));
  const isSiteUrl = ({ origin }: URL): boolean => origin === site.origin || origin === publicUrl.origin;
  const copy: SiteCopy = {
    site: organisation,
    liveUrl,
    date: formatLongDate(now.toISOString()),
    isSiteUrl,
    isFeed: (url) => feeds.has(toPageUrl(url)),
    getFile: (url) => {
      const requestedUrl = toPageUrl(url);
      const path = redirects.get(requestedUrl) ?? requestedUrl;
      return knownPaths.has(path) ? getPageFile(path) : documents.get(path);
    },
    getImage: (url) => images.get(getImageKey(url)),
    getAsset: (url) => assets.get(url),
    script: SCRIPT_FILE,
    styles: STYLES_FILE,
  };
  print('Writing the pages');
  target.write(SCRIPT_FILE, await createScript(target.read(getPageFile('/'))));
  target.write(STYLES_FILE, COPY_STYLES);
  for (const { url } of pages) {
    const file = getPageFile(url);
    const liveSearch = liveUrl === undefined ? undefined : new URL(SEARCH_URL, liveUrl).href;
    const titles =
      url === SEARCH_URL
        ? {
            titles: renderTitles(
              pages.filter((other) => other.url !== url),
              file,
              liveSearch,
            ),
          }
        : {};
    target.write(file, writePage({ file, url: new URL(url, site), html: target.read(file), ...titles }, copy));
  }
  const { files, bytes } = target.publish({ site: (liveUrl ?? site).href, createdAt: now.toISOString() });
  print(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, in ${target.path}. Open index.html there, in any browser.`);
};

/**
 * Writes all public pages of a running site into a folder, as files that need no server. Afterwards, the folder either contains the complete copy or is
 * unchanged.
 */
export const exportSite = async (options: ExportOptions): Promise<void> => {
  const target = openExportFolder(options.folder);
  try {
    await writeSite(target, options);
  } catch (error) {
    target.discard();
    throw error;
  }
};
