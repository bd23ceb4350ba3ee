import { describe, expect, test } from 'bun:test'
import { parseProxies } from '../../../core/proxy/parse-proxies.ts'
import { ProxyHealth } from '../../../core/proxy/proxy-health.ts'
import { requireProxies } from '../../../core/proxy/require-proxies.ts'

function open() {
  let now = 0
  return {
    health: new ProxyHealth(() => now),
    at: (time: number) => {
      now = time
    },
  }
}

describe('a proxy that fails', () => {
  test('rests five seconds, then twice as long each time, ten minutes at most', () => {
    const { health, at } = open()
    const rests = Array.from({ length: 9 }, (_, i) => {
      at(i)
      return health.recordFailure(i)
    })
    expect(rests).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000])
    expect(health.coolsUntil).toBe(600_008)
  })

  test('rests until its time is over', () => {
    const { health, at } = open()
    expect([health.isCooling, health.coolsUntil]).toEqual([false, 0])
    health.recordFailure(0)
    at(4999)
    expect(health.isCooling).toBe(true)
    at(5000)
    expect([health.isCooling, health.coolsUntil]).toEqual([false, 5000])
  })

  test('counts several simultaneous failures as one', () => {
    const { health, at } = open()
    at(100)
    expect(health.recordFailure(50)).toBe(5000)
    expect([health.recordFailure(50), health.recordFailure(100)]).toEqual([undefined, undefined])
    expect(health.recordFailure(101)).toBe(10_000)
  })

  test('is as good as new once it works again', () => {
    const { health, at } = open()
    expect(health.recordSuccess()).toBe(false)
    health.recordFailure(0)
    expect([health.recordSuccess(), health.recordSuccess(), health.isCooling]).toEqual([true, false, false])
    at(1)
    expect(health.recordFailure(1)).toBe(5000)
  })
})

describe('a proxy that cannot reach hosts', () => {
  test('has failed at the third host, and its count begins again', () => {
    const { health } = open()
    const reach = (...hosts: string[]) => hosts.map((host) => health.recordUnreached(host, 0))
    expect(reach('a', 'a', 'b', 'b')).toEqual(Array(4).fill(undefined))
    expect(reach('c')).toEqual([5000])
    expect(reach('d', 'e')).toEqual([undefined, undefined])
  })
  test('has not failed if it reaches one in between', () => {
    const { health } = open()
    for (const host of ['a', 'b']) health.recordUnreached(host, 0)
    health.recordSuccess()
    expect(health.recordUnreached('c', 0)).toBeUndefined()
  })
})

describe('a list of proxies', () => {
  test('keeps the country of each', () => {
    const proxies = parseProxies(' http://u:p%25@a.test:8080#country=de , ,socks5://b.test,https://c.test/#country=US')
    expect(proxies.map(({ url, country }) => [url.href, country])).toEqual([
      ['http://u:p%25@a.test:8080/', 'DE'],
      ['socks5://b.test', undefined],
      ['https://c.test/', 'US'],
    ])
    expect(parseProxies('')).toEqual([])
  })

  test.each([
    ['http://a.test,ftp://b.test', 'must be a comma list of http, https or socks5 URLs, and entry 2 is something else'],
    ['a.test:80', 'must be a comma list of http, https or socks5 URLs, and entry 1 is something else'],
    ['socks5://', 'must be a comma list of http, https or socks5 URLs, and entry 1 is something else'],
    ['http://a.test,http://u%zz@b.test', 'must write a % of a user name or password as %25; entry 2 does not'],
    ['http://u:%@b.test', 'must write a % of a user name or password as %25; entry 1 does not'],
    ['http://a.test#country=DEU', 'may have only #country= and two letters after a proxy; entry 1 has something else'],
    ['http://a.test#de', 'may have only #country= and two letters after a proxy; entry 1 has something else'],
  ])('%s is refused without repeating it', (text, message) =>
    expect(() => parseProxies(text)).toThrow(new Error(message)),
  )
})

test('a request through a pool needs a pool', () => {
  const pool = (size: number) => ({
    size,
    pick: () => undefined,
    state: () => ({ total: 0, healthy: 0, countries: [] }),
  })
  requireProxies(pool(1))
  const refused = (parameter: string) =>
    expect.objectContaining({
      code: 'invalid_options',
      message: `${parameter} needs a proxy pool, and this server has none: leave it out, or set WEIR_PROXIES`,
      details: { parameter },
    })
  expect(() => requireProxies(pool(0))).toThrow(refused('useProxy'))
  expect(() => requireProxies(pool(0), 'options.useProxy')).toThrow(refused('options.useProxy'))
})
