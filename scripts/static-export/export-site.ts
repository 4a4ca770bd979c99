import { formatLongDate } from '@site/shared/domain/dates';
import { COPY_STYLES, createScript, embedReferences } from './copy-files.ts';
import { type ExportFolder, openExportFolder } from './export-folder.ts';
import { createFolderNames, getDocumentFile, getPageFile } from './file-names.ts';
import { chooseSize, getImageExtension, getImageKey } from './images.ts';
import { type Copy, writePage } from './page-writer.ts';
import { crawlSite, download, type FoundPage, forEachOf, toPageAddress } from './site-reader.ts';
import { renderTitles } from './titles.ts';

const SCRIPT_FILE = 'assets/copy.js';
const STYLES_FILE = 'assets/copy.css';
const SEARCH_ADDRESS = '/search';
/** Interval between two progress lines. */
const REPORT_STEP = 25;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

interface ExportOptions {
  readonly site: URL;
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly now?: Date;
}

/** Downloads one size of each image and returns the files by image key. */
const copyImages = async (
  sizes: ReadonlyMap<string, ReadonlySet<string>>,
  target: ExportFolder,
  print: ExportOptions['print'],
): Promise<Map<string, string>> => {
  const getFile = createFolderNames('images');
  const files = new Map<string, string>();
  let done = 0;
  await forEachOf([...sizes], async ([key, addresses]) => {
    const address = chooseSize(addresses) ?? key;
    const image = await download(address).catch(() => undefined);
    done += 1;
    if (image?.type.startsWith('image/')) {
      const file = getFile(key, getImageExtension(address));
      target.write(file, image.body);
      files.set(key, file);
    } else print(`  Warning: the image ${address} could not be copied; its text is shown instead.`);
    if (done % REPORT_STEP === 0) print(`  ${done} of ${sizes.size} images`);
  });
  return files;
};

const copyAssets = async (stylesheets: ReadonlySet<string>, icons: ReadonlySet<string>, target: ExportFolder): Promise<Map<string, string>> => {
  const getFile = createFolderNames('assets');
  const files = new Map<string, string>();
  const loadDataUri = async (address: string): Promise<string | undefined> => {
    const file = await download(address);
    return file === undefined ? undefined : `data:${file.type.split(';')[0]};base64,${file.body.toString('base64')}`;
  };
  await forEachOf([...stylesheets, ...icons], async (address) => {
    const asset = await download(address);
    if (asset === undefined) throw new Error(`${address} does not exist: the pages of the copy would have no styles.`);
    const file = getFile(address);
    target.write(file, stylesheets.has(address) ? await embedReferences(asset.body.toString(), address, loadDataUri) : asset.body);
    files.set(address, file);
  });
  return files;
};

const writeSite = async (target: ExportFolder, { site, print, now = new Date() }: ExportOptions): Promise<void> => {
  const pages: FoundPage[] = [];
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
    onPage: (page, html, read, { done, known }) => {
      pages.push(page);
      target.write(getPageFile(page.address), html);
      for (const addresses of read.images)
        for (const address of addresses) {
          const key = getImageKey(address);
          sizes.set(key, (sizes.get(key) ?? new Set()).add(address));
        }
      for (const address of read.stylesheets) stylesheets.add(address);
      if (read.icon !== undefined) icons.add(read.icon);
      if (done % REPORT_STEP === 0) print(`  ${done} of ${known} known pages`);
    },
    onRedirect: (address, to) => void redirects.set(address, to),
    onFeed: (address) => void feeds.add(address),
    onDocument: (address, { body }) => {
      const file = getDocumentFile(address);
      target.write(file, body);
      documents.set(address, file);
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
  const known = new Set(pages.map(({ address }) => address));
  const isOwn = ({ origin }: URL): boolean => origin === site.origin || origin === publicUrl.origin;
  const copy: Copy = {
    site: organisation,
    liveUrl,
    date: formatLongDate(now.toISOString()),
    isOwn,
    isFeed: (address) => feeds.has(toPageAddress(address)),
    getFile: (address) => {
      const asked = toPageAddress(address);
      const path = redirects.get(asked) ?? asked;
      return known.has(path) ? getPageFile(path) : documents.get(path);
    },
    getImage: (address) => images.get(getImageKey(address)),
    getAsset: (address) => assets.get(address),
    script: SCRIPT_FILE,
    styles: STYLES_FILE,
  };
  print('Writing the pages');
  target.write(SCRIPT_FILE, await createScript(target.read(getPageFile('/'))));
  target.write(STYLES_FILE, COPY_STYLES);
  for (const { address } of pages) {
    const file = getPageFile(address);
    const liveSearch = liveUrl === undefined ? undefined : new URL(SEARCH_ADDRESS, liveUrl).href;
    const titles =
      address === SEARCH_ADDRESS
        ? {
            titles: renderTitles(
              pages.filter((other) => other.address !== address),
              file,
              liveSearch,
            ),
          }
        : {};
    target.write(file, writePage({ file, address: new URL(address, site), html: target.read(file), ...titles }, copy));
  }
  const { files, bytes } = target.publish({ site: (liveUrl ?? site).href, createdAt: now.toISOString() });
  print(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, in ${target.path}. Open index.html there, in any browser.`);
};

/** Writes all public pages of a running site into a folder, as files that need no server. In the end the folder contains the complete copy, or is unchanged. */
export const exportSite = async (options: ExportOptions): Promise<void> => {
  const target = openExportFolder(options.folder);
  try {
    await writeSite(target, options);
  } catch (error) {
    target.discard();
    throw error;
  }
};
