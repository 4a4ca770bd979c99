/** @jest-environment node */
import { getAddressKey } from './client-address.ts';

describe('getAddressKey', () => {
  it('SEC-14 gives 65,536 addresses of one network one key', () => {
    const keys = Array.from({ length: 65_536 }, (_value, index) => getAddressKey(`2001:db8:7:7::${index.toString(16)}`));

    expect(new Set(keys).size).toBe(1);
  });
});
