/** @jest-environment node */
import { createByteBudget } from './channel.ts';

describe('createByteBudget', () => {
  it('REL-01 is spent after the burst, and recovers over time', () => {
    let time = 0;
    const budget = createByteBudget({ burstBytes: 100, bytesPerSecond: 1000, now: () => time });
    budget.add(100);
    expect(budget.isSpent()).toBe(false);
    budget.add(50);
    expect(budget.isSpent()).toBe(true);
    time = 49;
    expect(budget.isSpent()).toBe(true);
    time = 50;
    expect(budget.isSpent()).toBe(false);

    // Idle time does not accumulate credit.
    time = 10_000;
    expect(budget.isSpent()).toBe(false);
    budget.add(101);
    expect(budget.isSpent()).toBe(true);
  });
});
