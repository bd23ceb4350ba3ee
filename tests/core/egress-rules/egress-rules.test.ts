import { describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'

const allows = (allow: string, host: string, address: string, port = 80) =>
  createEgressRules({ allow }).allows({ host, address, port })

test('without a list, public addresses are allowed and no others', () => {
  expect(allows('', 'example.com', '93.184.216.34')).toBe(true)
  expect(allows('', 'example.com', '10.0.0.1')).toBe(false)
  expect(allows('', 'example.com', 'not an address')).toBe(false)
})

describe('an entry of the list opens', () => {
  const cases: [entry: string, host: string, address: string, port: number, allowed: boolean][] = [
    ['10.0.0.0/8', 'intranet.test', '10.1.2.3', 80, true],
    ['10.0.0.0/8', 'intranet.test', '11.1.2.3', 80, true],
    ['10.0.0.0/8', 'intranet.test', '172.16.0.1', 80, false],
    ['10.0.0.0/24:8080', '10.0.0.7', '10.0.0.7', 8080, true],
    ['10.0.0.0/24:8080', '10.0.0.7', '10.0.0.7', 80, false],
    ['10.0.0.5/8', 'x.test', '10.9.9.9', 80, true],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1', 9999, true],
    ['127.0.0.1', '127.0.0.1', '127.0.0.2', 9999, false],
    ['127.0.0.1:3000', '127.0.0.1', '127.0.0.1', 3000, true],
    ['127.0.0.1:3000', '127.0.0.1', '127.0.0.1', 3001, false],
    ['::1', '[::1]', '::1', 80, true],
    ['[::1]', '[::1]', '::1', 80, true],
    ['[::1]:3000', '[::1]', '::1', 3000, true],
    ['[::1]:3000', '[::1]', '::1', 80, false],
    ['fd00::/8', 'x.test', 'fd12::1', 80, true],
    ['fd00::/8', 'x.test', 'fe80::1', 80, false],
    ['[fd00::/8]:443', 'x.test', 'fd12::1', 443, true],
    ['[fd00::/8]:443', 'x.test', 'fd12::1', 80, false],
    ['intranet.test', 'intranet.test', '10.0.0.1', 80, true],
    ['Intranet.TEST.', 'intranet.test', '10.0.0.1', 80, true],
    ['intranet.test', 'intranet.test.', '10.0.0.1', 80, true],
    ['intranet.test', 'a.intranet.test', '10.0.0.1', 80, false],
    ['intranet.test:8080', 'intranet.test', '10.0.0.1', 8080, true],
    ['intranet.test:8080', 'intranet.test', '10.0.0.1', 80, false],
    ['bücher.test', 'xn--bcher-kva.test', '10.0.0.1', 80, true],
    ['localhost:80', 'localhost', '::1', 80, true],
    ['10.0.0.0/8', 'x.test', '::ffff:10.0.0.1', 80, false],
    ['10.0.0.0/8', 'x.test', '64:ff9b::10.0.0.1', 80, false],
    ['10.0.0.1, 192.168.0.0/16 ,fd00::1', 'x.test', '192.168.7.7', 80, true],
  ]
  for (const [entry, host, address, port, allowed] of cases)
    test(`${entry}: ${host} at ${address}, port ${port}: ${allowed}`, () =>
      expect(allows(entry, host, address, port)).toBe(allowed))
})

describe('an invalid entry is named', () => {
  const bad = [
    '10.0.0.0/99',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0/8',
    '127.1',
    '0x7f.1',
    '2130706433',
    '10.0.0.0/8:0',
    '10.0.0.1:70000',
    '10.0.0.1:http',
    'host:',
    'host:99999',
    'http://host',
    'host/path',
    'user@host',
    '*.internal',
    '[::1',
    '::1]',
    '[10.0.0.1]:80',
    '[host]:80',
    'fd00::/129',
    '[fd00::/8',
    'fe80::1%eth0',
    'ho st',
    'host\\x',
    ':80',
    '[]:80',
  ]
  for (const entry of bad)
    test(entry, () => expect(() => createEgressRules({ allow: `127.0.0.1,${entry}` })).toThrow(`"${entry}"`))
})

test('the error says what its prefix and its port may be', () => {
  const said = (allow: string) => {
    try {
      createEgressRules({ allow })
      return 'it is read'
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const entry of ['10.0.0.1/32', '0.0.0.0/0', 'fd00::1/128', '10.0.0.1:1', '[fd00::1]:65535'])
    expect(said(entry)).toBe('it is read')
  expect(said('10.0.0.1/33')).toBe('"10.0.0.1/33" cannot be read: its prefix must be 0 to 32')
  expect(said('fd00::1/129')).toBe('"fd00::1/129" cannot be read: its prefix must be 0 to 128')
  expect(said('10.0.0.1:0')).toBe('"10.0.0.1:0" cannot be read: its port must be 1 to 65535')
  expect(said('host.test:65536')).toBe('"host.test:65536" cannot be read: its port must be 1 to 65535')
  const forms = 'it must be an address, a CIDR or a host name, optionally with :port (IPv6 then in brackets)'
  expect(said('10.0.0.1, http://host')).toBe(`"http://host" cannot be read: ${forms}`)
})

describe("the service's own listener is never allowed", () => {
  const at = (host: string, address: string, port = 3000) =>
    createEgressRules({ allow: '0.0.0.0/0,::/0', own: [{ host, port: 3000 }] }).allows({
      host: 'x.test',
      address,
      port,
    })

  test('at its address and port, but not beside them', () => {
    expect(at('127.0.0.1', '127.0.0.1')).toBe(false)
    expect(at('127.0.0.1', '127.0.0.1', 3001)).toBe(true)
    expect(at('127.0.0.1', '127.0.0.2')).toBe(true)
  })
  test('by any other form of its address', () => {
    for (const address of ['::ffff:127.0.0.1', '0.0.0.0', '::'])
      expect([address, at('127.0.0.1', address)]).toEqual([address, false])
  })
  test('on every address of the machine if it listens on all', () => {
    const mine = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .map(({ address }) => address)
    for (const host of ['0.0.0.0', '::', 'localhost'])
      for (const address of [...mine, '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
        expect([host, address, at(host, address)]).toEqual([host, address, false])
    expect(at('0.0.0.0', '93.184.216.34')).toBe(true)
  })
  test('even if it began to listen after the rules were made', () => {
    const own: { host: string; port: number }[] = []
    const rules = createEgressRules({ allow: '127.0.0.1', own })
    const own3000 = { host: '127.0.0.1', address: '127.0.0.1', port: 3000 }
    expect(rules.allows(own3000)).toBe(true)
    own.push({ host: '127.0.0.1', port: 3000 })
    expect(rules.allows(own3000)).toBe(false)
  })
})
