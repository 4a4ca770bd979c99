import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import { root } from '@site/scripts/parts';

const toIntegrity = (content: string): string => createHash('sha256').update(content).digest('base64');

/**
 * Creates versions of built remotes without rebuilding them. As in a real build, each version has its own runtime name in all of its files, and therefore its
 * own hashes.
 */
export const createVariants = (store: ReleaseStore) => {
  const folder = mkdtempSync(join(tmpdir(), 'variants-'));
  let count = 0;

  const publish = async (remote: string): Promise<ReleaseManifest> => {
    count += 1;
    const dist = join(folder, remote);
    rmSync(dist, { recursive: true, force: true });
    const build = join(root, `remote-${remote}/dist`);
    for (const side of ['browser', 'server']) cpSync(join(build, side), join(dist, side), { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
    const browser = join(dist, 'browser');
    const { runtimeName }: { readonly runtimeName: string } = JSON.parse(readFileSync(join(browser, 'build.json'), 'utf8'));
    const newRuntimeName = `${runtimeName.slice(0, -10)}${count.toString(16).padStart(10, '0')}`;
    const hashes = new Map<string, string>();
    const texts = readdirSync(browser).filter((file) => /\.(?:js|css|json)$/.test(file));
    const change = (file: string, edit: (text: string) => string): void => {
      const before = readFileSync(file, 'utf8');
      const after = edit(before);
      hashes.set(toIntegrity(before), toIntegrity(after));
      writeFileSync(file, after);
    };
    for (const file of [...texts.map((text) => join(browser, text)), join(dist, 'server/routes.cjs')])
      change(file, (text) => text.replaceAll(runtimeName, newRuntimeName));
    change(join(browser, `${runtimeName}.js`), (entry) => entry.replace(/(?<="sha256-)[^"]+/g, (hash) => hashes.get(hash) ?? hash));
    renameSync(join(browser, `${runtimeName}.js`), join(browser, `${newRuntimeName}.js`));
    return store.publish(remote, '1.0.0', dist);
  };

  return { publish, remove: (): void => rmSync(folder, { recursive: true, force: true }) };
};
export type Variants = ReturnType<typeof createVariants>;
