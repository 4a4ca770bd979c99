/** @jest-environment node */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addGuides, rewriteLinks } from './guides.ts';

describe('the guides in the kit', () => {
  it('RLS-02 link only to files that exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guides-'));
    try {
      addGuides(join(__dirname, '../../docs'), folder);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
      expect(files).toEqual(expect.arrayContaining(['README.md', 'contracts/remote.md', 'contracts/release-api.md']));
      const broken = files.flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(folder, dirname(file), target)))
          .map((target) => `${file}: ${target}`),
      );
      expect(broken).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('RLS-02 keep the text of links, links within the guides, and links to other sites', () => {
    const rewrite = (text: string): string => rewriteLinks(text, 'contracts/a.md', (path) => path === 'contracts/b.md' || path === 'own-repository.md');
    expect(rewrite('[why](../decisions/1.md), [b](b.md#x), [here](#y), [there](https://x.example)')).toBe(
      'why, [b](b.md#x), [here](#y), [there](https://x.example)',
    );
    expect(rewrite('[start](../own-repository.md#a)')).toBe('[start](../README.md#a)');
  });
});
