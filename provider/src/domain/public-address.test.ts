import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:82b::200e'])('%s is of the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.8.9.1'],
    ['loopback', '::1'],
    ['this network', '0.0.0.0'],
    ['this network', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local, metadata of clouds', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['shared by providers, metadata of a cloud', '100.100.100.200'],
    ['metadata of a cloud in a public range', '168.63.129.16'],
    ['reserved, metadata of a cloud', '192.0.0.192'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1'],
    ['IPv4 in IPv6, even a public one', '::ffff:93.184.216.34'],
    ['IPv4 in IPv6', '::10.0.0.1'],
    ['translated (NAT64)', '64:ff9b::10.0.0.1'],
    ['translated (NAT64)', '64:ff9b:1::a00:1'],
    ['tunnelled (6to4)', '2002:7f00:1::'],
    ['tunnelled (Teredo)', '2001:0:7f00:1::'],
    ['for documents', '192.0.2.1'],
    ['for documents', '2001:db8::1'],
    ['for measurements', '198.18.0.1'],
    ['unassigned', '1000::1'],
    ['unassigned', '4000::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['no address', 'localhost'],
    ['no address', ''],
    ['a zone', 'fe80::1%eth0'],
  ])('%s: not %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
