/** @jest-environment node */
import { createPageAges } from './page-ages.ts';

describe('createPageAges', () => {
  it('keeps the second of the first composition for as long as the answer stays the same', () => {
    let now = 100_400;
    const ageOf = createPageAges(() => now);
    const first = ageOf('/news', 'a');
    now = 160_000;
    expect([first, ageOf('/news', 'a'), ageOf('/events', 'a')]).toEqual([100, 100, 160]);
  });

  it('gives every change a second of its own', () => {
    const ageOf = createPageAges(() => 100_400);
    expect([ageOf('/news', 'a'), ageOf('/news', 'b'), ageOf('/news', 'a')]).toEqual([100, 101, 102]);
  });
});
