import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Compiler } from '@rspack/core';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const getText = (value: object, property: string): string | undefined => {
  const text: unknown = Object.entries(value).find(([name]) => name === property)?.[1];
  return typeof text === 'string' ? text : undefined;
};

const readPackage = (folder: string): Package | undefined => {
  const file = join(folder, 'package.json');
  const content: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (typeof content !== 'object' || content === null) return undefined;
  const [name, version, license] = ['name', 'version', 'license'].map((property) => getText(content, property));
  // Packages contain further package.json files that only state the module type of a folder.
  return name === undefined || version === undefined ? undefined : { name, version, ...(license === undefined ? {} : { license }) };
};

/** Package that a folder belongs to. */
const createFindPackage = () => {
  const known = new Map<string, Package | undefined>();
  const find = (folder: string): Package | undefined => {
    if (!known.has(folder)) known.set(folder, readPackage(folder) ?? (dirname(folder) === folder ? undefined : find(dirname(folder))));
    return known.get(folder);
  };
  return find;
};

/** URL of a package, by the rules of package URLs. */
const toPurl = ({ name, version }: Package): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An SPDX expression, or its replacement if there is none. */
const toLicense = (license: string): object => (/^(?:SEE LICENSE|UNLICENSED)/.test(license) ? { license: { name: license } } : { expression: license });

const toComponent = (found: Package, type: 'library' | 'application') => ({
  type,
  'bom-ref': toPurl(found),
  name: found.name,
  version: found.version,
  ...(found.license === undefined ? {} : { licenses: [toLicense(found.license)] }),
  purl: toPurl(found),
});

/**
 * Emits the packages of all modules of a build as a CycloneDX document. It has no date and no serial number, so that the same inputs result in the same bytes.
 */
export class SbomPlugin {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  apply(compiler: Compiler): void {
    const findPackage = createFindPackage();
    compiler.hooks.thisCompilation.tap('SbomPlugin', (compilation) => {
      const packages = new Map<string, Package>();
      // Runs before modules are merged and unused modules are dropped.
      compilation.hooks.finishModules.tap('SbomPlugin', (modules) => {
        for (const module of modules) {
          const resource = 'resource' in module && typeof module.resource === 'string' ? module.resource.replace(/\?.*$/, '') : '';
          const found = resource.startsWith('/') || /^[A-Z]:/.test(resource) ? findPackage(dirname(resource)) : undefined;
          if (found !== undefined) packages.set(toPurl(found), found);
        }
      });
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SbomPlugin', stage }, () => {
        const own = findPackage(compiler.context);
        const others = [...packages].filter(([purl]) => own === undefined || purl !== toPurl(own)).sort(([one], [other]) => (one < other ? -1 : 1));
        const document = {
          bomFormat: 'CycloneDX',
          specVersion: '1.6',
          version: 1,
          ...(own === undefined ? {} : { metadata: { component: toComponent(own, 'application') } }),
          components: others.map(([, found]) => toComponent(found, 'library')),
        };
        compilation.emitAsset(this.#file, new compiler.webpack.sources.RawSource(JSON.stringify(document, null, 2)));
      });
    });
  }
}
