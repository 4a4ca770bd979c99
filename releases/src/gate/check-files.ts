import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { SBOM, SERVER_BUNDLE } from '@site/shared/build/build-manifest';
import { type Candidate, isValid } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';

/** File types that a remote's build may contain. HTML is excluded, because an HTML file would be a page on this origin without the host's security policy. */
const BROWSER_FILE = /\.(?:js|css|svg|png|jpg|jpeg|webp|avif|woff2|json)(?:\.(?:br|gz))?$/;
const SERVER_FILES = [SERVER_BUNDLE, SBOM];
const TOTAL_LIMIT_BYTES = 25 * 1024 * 1024;
const FILE_LIMIT_BYTES = 5 * 1024 * 1024;

const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);

const finding = createFindingFactory('files');
const REBUILD_FIX = 'Remove the dist folder and build again: npm run build -w remote-<name>.';

const toMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Checks compressed copies: `a.js.br` must have the content of `a.js`, because the browser runs the decompressed copy. */
const checkCompressedCopies = async ({ folder, files }: Candidate): Promise<Finding[]> => {
  const copies = files.filter(({ path, kind }) => kind === 'file' && /\.(?:br|gz)$/.test(path));
  const findings: Finding[] = [];
  // Copies are decompressed one after another, because each needs memory for its content and its compression window.
  for (const { path } of copies) {
    const original = path.replace(/\.(?:br|gz)$/, '');
    // Decompress outside the main thread, which serves visitors while a host examines uploads.
    const unpack = path.endsWith('.br') ? unpackBrotli : unpackGzip;
    try {
      const [packed, plain] = await Promise.all([readFile(join(folder, path)), readFile(join(folder, original))]);
      if ((await unpack(packed, { maxOutputLength: plain.length + 1 })).equals(plain)) continue;
    } catch {
      // A copy that cannot be decompressed, is larger than the original, or has no original counts as a different file.
    }
    findings.push(finding(path, `is not the compressed copy of ${original}.`, REBUILD_FIX));
  }
  return findings;
};

/** Checks the files of the build: no links, only known types, a limited size, and no files that `build.json` does not list. */
export const checkFiles = async (candidate: Candidate): Promise<Finding[]> => {
  const { build, files } = candidate;
  const presentPaths = new Set(files.map(({ path }) => path));
  const findings = files.flatMap(({ path, kind, bytes }) => {
    if (kind !== 'file') return [finding(path, 'is a link or a device: the host serves plain files only.', 'Copy its content into the build.')];
    if (path.startsWith('server/') ? !SERVER_FILES.includes(path) : !BROWSER_FILE.test(path))
      return [
        finding(
          path,
          'is of a type that no release contains.',
          'Scripts, styles, images, fonts and JSON are served; import the file from a module, or remove it.',
        ),
      ];
    if (bytes > FILE_LIMIT_BYTES)
      return [finding(path, `is ${toMegabytes(bytes)}; the limit per file is ${toMegabytes(FILE_LIMIT_BYTES)}.`, 'Compress or split it.')];
    return [];
  });
  if (!presentPaths.has(SERVER_BUNDLE)) findings.push(finding(SERVER_BUNDLE, 'is missing: pages are rendered with it on the server.', REBUILD_FIX));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > TOTAL_LIMIT_BYTES)
    findings.push(finding('dist', `has ${toMegabytes(total)}; the limit of a release is ${toMegabytes(TOTAL_LIMIT_BYTES)}.`, 'Compress or remove images.'));
  if (!isValid(build)) return findings;

  const { assets, entry, chunks } = build;
  if (assets === undefined) findings.push(finding('browser/build.json', 'does not name the files of the build.', REBUILD_FIX));
  else {
    const named = new Set(['browser/build.json', ...SERVER_FILES, ...assets.map((file) => `browser/${file}`)]);
    for (const path of presentPaths)
      if (!named.has(path)) findings.push(finding(path, 'is not a file of the build: build.json does not name it.', REBUILD_FIX));
  }
  const neededFiles = [entry, ...(assets ?? []), ...Object.values(chunks).flatMap(({ js, css }) => [...js, ...css])];
  for (const file of new Set(neededFiles))
    if (!presentPaths.has(`browser/${file}`)) findings.push(finding(`browser/${file}`, 'is named by build.json and missing.', REBUILD_FIX));
  for (const file of new Set(Object.values(chunks).flatMap(({ css }) => css)))
    if (!file.endsWith('.css'))
      findings.push(finding(`browser/${file}`, 'is listed as a style and is not a stylesheet, which is what is examined.', REBUILD_FIX));
  return [...findings, ...(await checkCompressedCopies(candidate))];
};
