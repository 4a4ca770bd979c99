/** @jest-environment node */
import { toSlug } from './slug.ts';

describe('toSlug', () => {
  it.each([
    ['Ilé-Ifẹ̀ turns five', 'ile-ife-turns-five'],
    ["Don't wait: ask!", 'dont-wait-ask'],
    ['Ƙofa ta ɓude', 'kofa-ta-bude'],
    ['  ---  ', ''],
    ['🌍', ''],
    ['‘Don’t’ -- wait', 'dont-wait'],
    ['-- a --', 'a'],
    [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('NS-05 converts "%s" to a slug', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });
});
