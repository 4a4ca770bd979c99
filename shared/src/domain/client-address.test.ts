/** @jest-environment node */
import * as v from 'valibot';
import { getAddressKey, trustedProxies } from './client-address.ts';

describe('getAddressKey', () => {
  it.each([
    ['an IPv4 address is its own key', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address in an IPv6 socket', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same address in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another address of the same network, in a different notation', '2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['the neighbouring network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['a zone does not count', 'fe80::1%eth0', 'fe80::/64'],
    ['loopback', '::1', '::/64'],
    ['text that is not an address', 'unknown', 'unknown'],
  ])('SEC-14 %s', (_name, address, key) => {
    expect(getAddressKey(address)).toBe(key);
  });

  it('SEC-14 uses one key for 1,024 addresses of a network', () => {
    const keys = Array.from({ length: 1024 }, (_value, index) => getAddressKey(`2001:db8:7:7::${(index * 64).toString(16)}`));

    expect(new Set(keys).size).toBe(1);
  });
});

describe('trustedProxies', () => {
  it.each(['loopback', 'linklocal', '10.0.0.0/8', '10.1.2.3, fd00::/8', 'loopback,uniquelocal'])('accepts %s', (value) => {
    expect(v.is(trustedProxies, value)).toBe(true);
  });

  it.each(['true', '10.0.0.0/40', 'proxy.example', '10.0.0.1;10.0.0.2', 'loopback,'])('rejects %s', (value) => {
    expect(v.safeParse(trustedProxies, value).issues?.map(({ message }) => message)).toEqual([
      'must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
    ]);
  });
});
