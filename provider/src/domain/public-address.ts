import ipaddr from 'ipaddr.js';

/** Public IP addresses that cloud providers use for metadata services. This one belongs to Azure. */
const METADATA_ADDRESSES = ['168.63.129.16'];

/** IANA's global unicast range. All other IPv6 addresses are treated as private, including IPv4 addresses in IPv6 notation. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet: not private, loopback, link-local or reserved, in any notation. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address) || METADATA_ADDRESSES.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
};
