/** @jest-environment node */
import { failure, success } from './result.ts';

describe('a result', () => {
  it('is a value or an error', () => {
    expect(success(7)).toEqual({ ok: true, value: 7 });
    expect(failure('offline')).toEqual({ ok: false, error: 'offline' });
  });
});
