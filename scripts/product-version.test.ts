/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import { root } from './parts.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const recordedVersions: ReadonlyArray<{ readonly version: string; readonly date: string }> = JSON.parse(read('versions.json'));
const changes = [...read('CHANGELOG.md').matchAll(/^## (\S+), (.+)$/gm)].map(([, version = '', date = '']) => ({ version, date }));

describe('the product', () => {
  it('has one version', () => {
    expect(PRODUCT_VERSION).toBe(JSON.parse(read('package.json')).version);
    expect(changes[0]?.version).toBe(PRODUCT_VERSION);
  });

  it('has notes for each version, newest first, with the date of each released version', () => {
    const toDate = (day: string): string => new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
    const released = recordedVersions.map(({ version, date }) => ({ version, date: toDate(date) })).reverse();
    const isReleased = recordedVersions.at(-1)?.version === PRODUCT_VERSION;

    expect(changes).toEqual(isReleased ? released : [{ version: PRODUCT_VERSION, date: 'not yet released' }, ...released]);
  });
});
