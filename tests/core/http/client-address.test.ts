import { describe, expect, test } from 'bun:test'
import {
  clientAddress,
  isCidrWithin,
  isInNetworks,
  isLoopbackHost,
  parseCidrs,
} from '../../../core/http/client-address.ts'

const from = (peer: string, forwarded: string | undefined, trusted = '127.0.0.0/8, 10.0.0.0/8, fd00::/8') =>
  clientAddress(peer, new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), parseCidrs(trusted))

describe('the client', () => {
  test('is the peer, whatever X-Forwarded-For it sends, unless the peer is a trusted proxy', () => {
    expect(from('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
    expect(from('127.0.0.1', '198.51.100.1', '')).toBe('127.0.0.1')
    expect(from('127.0.0.1', undefined)).toBe('127.0.0.1')
  })

  test('is the last address that is not a trusted proxy', () => {
    expect(from('127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
    expect(from('127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7')
    expect(from('127.0.0.1', '203.0.113.7, 198.51.100.1')).toBe('198.51.100.1')
    expect(from('fd00::1', '2001:db8::5')).toBe('2001:db8::5')
  })

  test('is not looked for behind a hop that cannot be parsed', () => {
    expect(from('127.0.0.1', '203.0.113.7, unknown')).toBe('127.0.0.1')
    expect(from('127.0.0.1', '203.0.113.7, ')).toBe('127.0.0.1')
  })

  test('has one form: IPv4 within IPv6 becomes IPv4, and a port is left out', () => {
    expect(from('::ffff:127.0.0.1', '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(from('127.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7')
    expect(from('127.0.0.1', '[2001:DB8::5]:4711')).toBe('2001:db8::5')
  })
})

test('a network contains addresses of its own family only', () => {
  const networks = parseCidrs('203.0.113.0/24,::1/128,::ffff:198.51.100.0/120,192.0.2.7')
  const inside = ['203.0.113.255', '::ffff:203.0.113.1', '::1', '198.51.100.4', '192.0.2.7']
  const outside = ['203.0.114.0', '198.51.101.0', '::2', '192.0.2.8', '', 'nonsense', '203.0.113']
  expect(inside.filter((address) => !isInNetworks(address, networks))).toEqual([])
  expect(outside.filter((address) => isInNetworks(address, networks))).toEqual([])
})

test('all of IPv4 within IPv6 is all of IPv4', () => {
  const all = parseCidrs('::ffff:0:0/96')
  expect(['203.0.113.1', '::ffff:10.0.0.1', '::1'].map((address) => isInNetworks(address, all))).toEqual([
    true,
    true,
    false,
  ])
})

test('a network is within itself and within a wider one of its family, but not within a narrower one', () => {
  const [own, wider, narrower, other, six] = parseCidrs('10.1.0.0/16,10.0.0.0/8,10.1.2.0/24,11.0.0.0/8,fd00::/8')
  expect([own, wider, narrower, other, six].map((network) => isCidrWithin(own!, network!))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('an invalid network is refused by name', () => {
  for (const entry of ['nobody', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '::1/129', '10.0.0.0/', '0x7f.1/8']) {
    expect(() => parseCidrs(`127.0.0.1, ${entry}`)).toThrow(entry)
  }
})

test('the host of a URL is this machine if it is one of its names or addresses', () => {
  for (const host of ['localhost', 'weir.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
    expect([host, isLoopbackHost(host)]).toEqual([host, true])
  for (const host of ['example.com', 'localhost.example.com', 'notlocalhost', '10.0.0.1', '[::2]', '0.0.0.0'])
    expect([host, isLoopbackHost(host)]).toEqual([host, false])
})
