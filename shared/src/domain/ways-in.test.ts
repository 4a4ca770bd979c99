/** @jest-environment node */
import { WAYS_IN } from './ways-in.ts';

describe('where visitors begin', () => {
  it('has a label and a path of this site for each, and none twice', () => {
    expect(WAYS_IN).toHaveLength(5);
    for (const { label, to } of WAYS_IN) {
      expect(label).toMatch(/^[A-Z][a-z ]+$/);
      expect(to).toMatch(/^\/[a-z-]+(#[a-z]+)?$/);
    }
    expect(new Set(WAYS_IN.map(({ label }) => label)).size).toBe(5);
    expect(new Set(WAYS_IN.map(({ to }) => to)).size).toBe(5);
  });
});
