import { describe, expect, test } from 'bun:test'
import { isGlobalUnicast, parseAddress } from '../../../core/egress-rules/address.ts'

const isAllowed = (text: string) => {
  const address = parseAddress(text)
  return address !== undefined && isGlobalUnicast(address)
}

/**
 * Every row of the IANA registries of special-purpose addresses, by a first, a middle and a last address. Sources:
 * iana-ipv4-special-registry, iana-ipv6-special-registry, and 224.0.0.0/4, ff00::/8, which have their own registries.
 */
const special: readonly [row: string, ...addresses: string[]][] = [
  ['0.0.0.0/8 this network', '0.0.0.0', '0.1.2.3', '0.255.255.255'],
  ['10.0.0.0/8 private use', '10.0.0.0', '10.11.12.13', '10.255.255.255'],
  ['100.64.0.0/10 shared address space', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0/8 loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['169.254.0.0/16 link local', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0/12 private use', '172.16.0.0', '172.20.0.1', '172.31.255.255'],
  ['192.0.0.0/24 IETF protocol assignments', '192.0.0.0', '192.0.0.8', '192.0.0.170', '192.0.0.192', '192.0.0.255'],
  ['192.0.2.0/24 TEST-NET-1', '192.0.2.0', '192.0.2.255'],
  ['192.31.196.0/24 AS112-v4', '192.31.196.0', '192.31.196.255'],
  ['192.52.193.0/24 AMT', '192.52.193.0', '192.52.193.255'],
  ['192.88.99.0/24 6to4 relay', '192.88.99.0', '192.88.99.2', '192.88.99.255'],
  ['192.168.0.0/16 private use', '192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['192.175.48.0/24 direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['198.18.0.0/15 benchmarking', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24 TEST-NET-2', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24 TEST-NET-3', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4 multicast', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4 reserved', '240.0.0.0', '250.1.2.3'],
  ['255.255.255.255/32 limited broadcast', '255.255.255.255'],
  ['168.63.129.16/32 platform of Azure', '168.63.129.16'],
  ['::1/128 loopback', '::1'],
  ['::/128 unspecified', '::'],
  ['::/96 IPv4-compatible', '::7f00:1', '::5db8:d822', '::2'],
  ['::ffff:0:0/96 IPv4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:93.184.216.34'],
  ['::ffff:0:0:0/96 IPv4-translated', '::ffff:0:127.0.0.1'],
  [
    '64:ff9b::/96 translation of an inner address',
    '64:ff9b::7f00:1',
    '64:ff9b::a00:5',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::a83f:8110',
  ],
  ['64:ff9b:1::/48 local translation', '64:ff9b:1::', '64:ff9b:1::5db8:d822', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64 discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64 dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::/23 IETF protocol assignments', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/32 Teredo', '2001::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['2001:1::1/128 port control protocol', '2001:1::1'],
  ['2001:1::2/128 TURN', '2001:1::2'],
  ['2001:1::3/128 DNS-SD', '2001:1::3'],
  ['2001:2::/48 benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32 AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48 AS112-v6', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28 ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28 ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28 drone identifiers', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32 documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16 6to4', '2002::', '2002:7f00:1::1', '2002:5db8:d822::1', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::/48 direct delegation AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20 documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::/3 and above, not given out', '4000::1', '8000::1', 'e000::1'],
  ['5f00::/16 segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7 unique local', 'fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10 link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10 site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8 multicast', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ISATAP in an ordinary prefix', '2606:4700::5efe:127.0.0.1', '2606:4700::200:5efe:a00:5'],
]

describe('a special-purpose address is not allowed', () => {
  for (const [row, ...addresses] of special) test(row, () => expect(addresses.filter(isAllowed)).toEqual([]))
})

test('a neighbour of each special range is allowed if it is an ordinary host', () => {
  const ordinary = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '8.8.8.8',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
  ]
  expect(ordinary.filter((text) => !isAllowed(text))).toEqual([])
})

test('an address that NAT64 embeds is allowed if the inner address is', () => {
  expect(isAllowed('64:ff9b::93.184.216.34')).toBe(true)
})

test('only the standard forms are addresses', () => {
  for (const text of [
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'fe80::1%eth0',
    '[::1]',
    'localhost',
    '',
    '1.2.3.4/8',
  ])
    expect([text, parseAddress(text)]).toEqual([text, undefined])
})
