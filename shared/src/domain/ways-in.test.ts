/** @jest-environment node */
import { WAYS_IN } from './ways-in.ts';

describe('the first pages for visitors', () => {
  it('have distinct labels and paths on this site', () => {
    expect(WAYS_IN).toHaveLength(5);
    for (const { label, to } of WAYS_IN) {
      expect(label).toMatch(/^[A-Z][a-z ]+$/);
      expect(to).toMatch(/^\/[a-z-]+(#[a-z]+)?$/);
    }
    expect(new Set(WAYS_IN.map(({ label }) => label)).size).toBe(5);
    expect(new Set(WAYS_IN.map(({ to }) => to)).size).toBe(5);
  });
});
