import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Compiler } from '@rspack/core';
import type { SiteLink } from '../src/contracts/site.ts';
import { REMOTE_CONTRACT_VERSION } from '../src/remote/remote-contract.ts';
import { singletons } from '../src/remote/singletons.ts';
import type { BuildManifest } from './build-manifest.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Brotli quality for staff pages and for large libraries that load late. Quality 10 makes releases quicker: it takes a third of the time of quality 11 and adds
 * 2% to the size.
 */
const BROTLI_QUALITY_10 = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const LARGE_CHUNK_BYTES = 64 * 1024;

type FileGroup = BuildManifest['chunks'][string];

const pickFiles = (files: readonly string[]): FileGroup => ({
  js: files.filter((file) => file.endsWith('.js')),
  css: files.filter((file) => file.endsWith('.css')),
});

/** Sorts the chunk hashes in an entry, whose order varies between builds, so that the same inputs produce the same bytes. */
const sortChunkHashes = (script: string): string =>
  script.replace(/(\.sri(?:Css)?Hashes=\{)([^}]*)\}/g, (_, start: string, hashes: string) => `${start}${hashes.split(',').sort().join(',')}}`);

const sharedVersions = Object.fromEntries(Object.entries(singletons).map(([name, { version }]) => [name, version]));

interface BuildManifestOptions {
  /** Pattern for the entry's file name, and the Brotli size budget for the entry with all files that it needs to start. */
  readonly entry: RegExp;
  readonly entryBudgetBytes: number;
  readonly paths: readonly string[];
  readonly isPrivate?: boolean;
  readonly contract?: number;
  readonly links?: readonly SiteLink[];
  readonly query?: readonly string[];
  readonly runtimeName?: string;
  readonly inputs?: string;
  /** Brotli size budgets for the pages' scripts, by chunk name. Each budget includes the entry. */
  readonly pageBudgets?: Readonly<Record<string, number>>;
}

/** Emits `build.json` and compressed copies of the files, and fails the build if a file exceeds its budget. */
export class BuildManifestPlugin {
  readonly #options: BuildManifestOptions;

  constructor(options: BuildManifestOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { entry: entryPattern, entryBudgetBytes, paths, isPrivate = false, contract = REMOTE_CONTRACT_VERSION } = this.#options;
    const { links = [], query = [], pageBudgets = {}, runtimeName, inputs } = this.#options;
    compiler.hooks.thisCompilation.tap('BuildManifestPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tapPromise({ name: 'BuildManifestPlugin', stage }, async (assets) => {
        const { RawSource } = compiler.webpack.sources;
        const entry = Object.keys(assets).find((file) => entryPattern.test(file)) ?? '';
        const chunks = Object.fromEntries([...compilation.namedChunkGroups].map(([name, group]) => [name, pickFiles(group.getFiles())]));
        const manifest = {
          contract,
          entry,
          chunks,
          paths: [...paths],
          isPrivate,
          ...(links.length === 0 ? {} : { links: [...links] }),
          ...(query.length === 0 ? {} : { query: [...query] }),
          runtimeName,
          inputs,
          shared: sharedVersions,
        };
        const emitManifest = (): void => {
          const budgets = { entry: entryBudgetBytes, pages: { ...pageBudgets } };
          const build: BuildManifest = { ...manifest, budgets, assets: Object.keys(compilation.assets).sort() };
          compilation.emitAsset('build.json', new RawSource(JSON.stringify(build, null, 2)));
        };
        if (compiler.options.mode !== 'production') return emitManifest();
        // Change only a remote's entry, because the name of every other file contains a hash of its content.
        if (runtimeName !== undefined) compilation.updateAsset(entry, (source) => new RawSource(sortChunkHashes(String(source.source()))));

        const sizes = new Map<string, number>();
        const compressed = await Promise.all(
          Object.keys(assets)
            .filter((file) => /\.(js|css|svg)$/.test(file))
            .map(async (file) => {
              const asset = compilation.getAsset(file);
              const content = asset?.source.buffer() ?? Buffer.alloc(0);
              const isLargeChunk = runtimeName !== undefined && content.length > LARGE_CHUNK_BYTES;
              // Only developers load copied files, so better compression is not worth the build time.
              const brotli = asset?.info.copied ? undefined : toBrotli(content, isPrivate || isLargeChunk ? BROTLI_QUALITY_10 : {});
              return { file, copies: await Promise.all([brotli, toGzip(content, { level: 9 })]) };
            }),
        );
        for (const { file, copies } of compressed) {
          const [brotli, gzipped] = copies;
          if (brotli !== undefined) {
            sizes.set(file, brotli.length);
            compilation.emitAsset(`${file}.br`, new RawSource(brotli));
          }
          compilation.emitAsset(`${file}.gz`, new RawSource(gzipped));
        }
        emitManifest();
        const check = (what: string, files: readonly string[], budget: number): void => {
          const bytes = files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
          if (bytes > budget) compilation.errors.push(new compiler.webpack.WebpackError(`${what} is ${bytes} bytes (brotli); its budget is ${budget}`));
        };
        const start = Object.values(chunks).find(({ js }) => js.includes(entry))?.js ?? [entry];
        check(start.join(' and '), start, entryBudgetBytes);
        // The exposed module's own chunk has no name, and every page loads it.
        const routes = [...sizes.keys()].filter((file) => /routes_tsx\..*js$/.test(file));
        for (const [page, budget] of Object.entries(pageBudgets)) check(`the script of "${page}"`, [entry, ...routes, ...(chunks[page]?.js ?? [])], budget);
      });
    });
  }
}
