import ipaddr from 'ipaddr.js';
import * as v from 'valibot';

/** What one customer of a provider usually gets: each device in it can use any of its addresses. */
const IPV6_PREFIX_BITS = 64;
/** Names of ranges, as the servers' `trustProxy` option knows them. */
const RANGE_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * The key under which everything that is limited by address counts a client: the IPv4 address (also of one that is mapped into IPv6), or the `/64` of an IPv6
 * address in one spelling. Text that is no address is returned as it is.
 */
export const getAddressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.map((part, index) => (index < IPV6_PREFIX_BITS / 16 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${IPV6_PREFIX_BITS}`;
};

const isRange = (text: string): boolean => RANGE_NAMES.has(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** A setting: addresses and ranges of the proxies whose `X-Forwarded-For` is trusted, separated by commas. */
export const trustedProxies = v.pipe(
  v.string(),
  v.check(
    (value) => value.split(',').every((part) => isRange(part.trim())),
    `must be addresses, ranges such as 10.0.0.0/8, or ${[...RANGE_NAMES].join(', ')}, separated by commas`,
  ),
);
