import { describe, expect, test } from 'bun:test'
import { readAddress } from '../../../../plugins/enrichment/discovery/address.ts'

const long = (length: number) => 'a'.repeat(length)
/** A domain of `length` characters. */
const domainOf = (length: number) =>
  `${`${long(49)}.`.repeat(6)}`
    .slice(0, length - 3)
    .replace(/\.$/, 'a')
    .concat('.de')

describe('an address', () => {
  test.each([
    ['jane.doe@example.com', 'jane.doe', 'example.com'],
    ["o'neil+tag@b.co.uk", "o'neil+tag", 'b.co.uk'],
    ['!#$%&*/=?^_`{|}~-@x.io', '!#$%&*/=?^_`{|}~-', 'x.io'],
    ['"jane doe"@example.com', '"jane doe"', 'example.com'],
    ['"a\\"b@c"@example.com', '"a\\"b@c"', 'example.com'],
    ['Info@EXAMPLE.Com', 'Info', 'example.com'],
    ['info@bücher.example', 'info', 'xn--bcher-kva.example'],
    ['用户@例え.jp', '用户', 'xn--r8jz45g.jp'],
    ['a@xn--bcher-kva.de', 'a', 'xn--bcher-kva.de'],
    [`${long(64)}@example.com`, long(64), 'example.com'],
    [`a@${long(63)}.com`, 'a', `${long(63)}.com`],
  ])('%s is read', (email, local, domain) => {
    expect(readAddress(email)).toEqual({ local, domain })
  })

  test.each([
    ...['', 'a', '@', 'a@', '@b.test', 'a@b@c.test', 'a b@c.test', ' a@b.de', 'a@b.de ', 'a@b.de\n', 'a\0@b.de'],
    ...['.a@b.de', 'a.@b.de', 'a..b@c.de', 'a@-c.test', 'a@c-.test', 'a@c..test', 'a@.c.de', 'a@c.de.', 'a@c_d.de'],
    ...['a@localhost', 'a@1.2.3.4', 'a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@b.123', 'a@b%2ecom.de', 'a@b.de/x', 'a@b:1.de'],
    ...[
      '"a@b.de',
      'a"b@c.de',
      '"a"b@c.de',
      'Jane <jane@b.de>',
      'a@b,de',
      'a\u200b@b.de',
      'a\u00a0b@c.de',
      'a@\u00ad.de',
    ],
    ...[`${long(65)}@c.test`, `${'é'.repeat(33)}@c.test`, `a@${long(64)}.com`, `a@${domainOf(253)}`],
  ])('%p is not an address', (email) => {
    expect(readAddress(email)).toBeUndefined()
  })

  test('has at most 254 octets in all', () => {
    const domain = domainOf(200)
    expect(readAddress(`${long(254 - 201)}@${domain}`)?.domain).toBe(domain)
    expect(readAddress(`${long(255 - 201)}@${domain}`)).toBeUndefined()
  })
})
