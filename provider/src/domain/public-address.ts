import ipaddr from 'ipaddr.js';

/** Addresses in public ranges behind which a cloud offers its machines metadata: those of Azure. */
const METADATA_ADDRESSES = ['168.63.129.16'];

/** What the IANA has given out as global unicast: all else, like addresses of IPv4 in any of their forms, is none. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet, and of nobody's own network: neither private, loopback, link-local nor reserved, nor another form of such an address. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address) || METADATA_ADDRESSES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
};
