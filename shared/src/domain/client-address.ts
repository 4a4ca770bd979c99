import ipaddr from 'ipaddr.js';
import * as v from 'valibot';

/** Size of the IPv6 prefix that an internet provider usually assigns to one customer, whose devices can use any address in it. */
const IPV6_PREFIX_BITS = 64;
const RANGE_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Returns the key under which limits per IP address count a client: the IPv4 address (even if it is mapped to IPv6), or the `/64` of an IPv6 address in
 * canonical form. Text that is not an IP address is returned unchanged.
 */
export const getAddressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.map((part, index) => (index < IPV6_PREFIX_BITS / 16 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${IPV6_PREFIX_BITS}`;
};

const isRange = (text: string): boolean => RANGE_NAMES.has(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** Setting: comma-separated addresses and ranges of the proxies whose `X-Forwarded-For` is trusted. */
export const trustedProxies = v.pipe(
  v.string(),
  v.check(
    (value) => value.split(',').every((part) => isRange(part.trim())),
    `must be addresses, ranges such as 10.0.0.0/8, or ${[...RANGE_NAMES].join(', ')}, separated by commas`,
  ),
);
