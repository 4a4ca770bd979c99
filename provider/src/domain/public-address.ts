import ipaddr from 'ipaddr.js';

/** Addresses in public ranges at which a cloud serves metadata to its machines. The listed one is Azure's. */
const METADATA_ADDRESSES = ['168.63.129.16'];

/** The range that the IANA has assigned as global unicast. Everything else is not public, including IPv4 addresses in any IPv6 form. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet: neither private, loopback, link-local nor reserved, nor another form of such an address. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address) || METADATA_ADDRESSES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
};
