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
  // Ignore package.json files without a name or version, which only set the module type of a folder.
  return name === undefined || version === undefined ? undefined : { name, version, ...(license === undefined ? {} : { license }) };
};

const createPackageFinder = () => {
  const cache = new Map<string, Package | undefined>();
  const find = (folder: string): Package | undefined => {
    if (!cache.has(folder)) cache.set(folder, readPackage(folder) ?? (dirname(folder) === folder ? undefined : find(dirname(folder))));
    return cache.get(folder);
  };
  return find;
};

const toPurl = ({ name, version }: Package): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Returns the licence as an SPDX expression, or as a name if it is not an expression. */
const toLicense = (license: string): object => (/^(?:SEE LICENSE|UNLICENSED)/.test(license) ? { license: { name: license } } : { expression: license });

const toComponent = (component: Package, type: 'library' | 'application') => ({
  type,
  'bom-ref': toPurl(component),
  name: component.name,
  version: component.version,
  ...(component.license === undefined ? {} : { licenses: [toLicense(component.license)] }),
  purl: toPurl(component),
});

/**
 * Emits a CycloneDX document with the packages of all modules in a build. The document has no date and no serial number, so that the same inputs produce the
 * same bytes.
 */
export class SbomPlugin {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  apply(compiler: Compiler): void {
    const findPackage = createPackageFinder();
    compiler.hooks.thisCompilation.tap('SbomPlugin', (compilation) => {
      const packages = new Map<string, Package>();
      // Runs before the bundler merges modules and drops unused modules.
      compilation.hooks.finishModules.tap('SbomPlugin', (modules) => {
        for (const module of modules) {
          const resource = 'resource' in module && typeof module.resource === 'string' ? module.resource.replace(/\?.*$/, '') : '';
          const component = resource.startsWith('/') || /^[A-Z]:/.test(resource) ? findPackage(dirname(resource)) : undefined;
          if (component !== undefined) packages.set(toPurl(component), component);
        }
      });
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SbomPlugin', stage }, () => {
        const rootPackage = findPackage(compiler.context);
        const others = [...packages].filter(([purl]) => rootPackage === undefined || purl !== toPurl(rootPackage)).sort(([a], [b]) => (a < b ? -1 : 1));
        const document = {
          bomFormat: 'CycloneDX',
          specVersion: '1.6',
          version: 1,
          ...(rootPackage === undefined ? {} : { metadata: { component: toComponent(rootPackage, 'application') } }),
          components: others.map(([, component]) => toComponent(component, 'library')),
        };
        compilation.emitAsset(this.#file, new compiler.webpack.sources.RawSource(JSON.stringify(document, null, 2)));
      });
    });
  }
}
