import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts'
import type { Outgoing, Transport } from '../../../core/fetch/transport.ts'
import { hostileAddresses } from '../egress-rules/hostile-addresses.ts'
import { failureOf, openFetch, rejection, transports } from './open-fetch.ts'
import { type RawServer, response, startRawServer } from './servers.ts'

let victims: RawServer[]
let port: number
beforeAll(async () => {
  const first = await startRawServer((socket) => socket.end(response(200, {}, 'a secret')))
  port = first.port
  victims = [first]
  for (const host of ['::1', '127.9.9.9'])
    victims.push(await startRawServer((socket) => socket.end(response(200, {}, 'a secret')), { host, port }))
})
afterAll(() => {
  for (const victim of victims) victim.stop()
})

/** Why an address is refused: first by its syntax, then by its scheme, then by its target. */
function reasonOf(address: string): string {
  const url = URL.parse(address)
  if (url === null || /[\\@\s]/.test(address)) return 'malformed'
  return /^https?:$/.test(url.protocol) ? 'forbidden_address' : 'unsupported_scheme'
}

for (const [name, transport] of transports) {
  describe(`by ${name}, a hostile address`, () => {
    // No name server: a name that needs one is refused as nonexistent.
    const resolve = async () => Promise.reject(new Error('there are no names here'))
    const fetch = openFetch({
      transport,
      allow: '',
      resolve: async (host) => (/(^|\.)localhost\.?$/i.test(host) ? ['127.0.0.1', '::1'] : resolve()),
    })
    // The names of the tests are made before the servers have a port.
    for (const [index, { what, url }] of hostileAddresses(80).entries())
      test(`is refused: ${what} (${JSON.stringify(url.replace(':80/', '/'))})`, async () => {
        const failure = await failureOf(fetch(hostileAddresses(port)[index]!.url))
        expect([failure.status, failure.code]).toEqual([400, 'invalid_url'])
        expect(failure.reason).toBe(reasonOf(url))
      })
    test('makes no connection', () => expect(victims.map(({ connections }) => connections.all)).toEqual([0, 0, 0]))
  })
}

test('there are over a hundred hostile addresses, all different', () => {
  const all = hostileAddresses(80).map(({ url }) => url)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(100)
})

test.each([
  [250, 1, true],
  [251, 1, false],
  [1, 256 * 1024 - 3, true],
  [1, 256 * 1024 - 2, false],
])('a response with %i headers of %i characters is accepted: %p', async (fields, length, isTaken) => {
  // Of three characters each: `100` and so on.
  const headers = new Headers(Array.from({ length: fields }, (_, i) => [String(100 + i), 'x'.repeat(length)]))
  const fetch = createGuardedFetch({
    rules: createEgressRules(),
    resolve: async () => ['93.184.216.34'],
    transport: async () => ({ status: 200, headers, body: null, encodings: [] }),
  })
  const answer = fetch('http://a.test/')
  if (isTaken) expect((await answer).status).toBe(200)
  else expect((await failureOf(answer)).reason).toBe('too_large')
})

test('the requested address is the checked one, however a URL is mutated', async () => {
  const asked: string[] = []
  const sent: Outgoing[] = []
  const fetch = createGuardedFetch({
    rules: createEgressRules(),
    resolve: async (host) => {
      asked.push(host)
      return ['93.184.216.34']
    },
    transport: async (request) => {
      sent.push(request)
      return { status: 200, headers: new Headers(), body: null, encodings: [] }
    },
  })
  const pieces = [
    'http',
    'https',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '#',
    '?',
    '.',
    '%2e',
    '%00',
    '[',
    ']',
    '127.0.0.1',
    '[::1]',
    'a.test',
    'b.test:8080',
    'x',
    '。',
    '\t',
    ' ',
    'ß',
    '%40',
    ':80',
    ':443',
  ]
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  let fetched = 0
  for (let i = 0; i < 10_000; i++) {
    const url = `http://a.test/`.split('')
    for (let change = random(4); change >= 0; change--)
      url.splice(random(url.length + 1), random(3), pieces[random(pieces.length)]!)
    asked.length = sent.length = 0
    const answer = await fetch(url.join('')).catch(() => undefined)
    if (!answer) {
      expect(sent).toEqual([])
      continue
    }
    fetched += 1
    const [request] = sent
    const [host] = asked
    // A host that is not looked up is an IP address, and is connected to as it is.
    expect([request!.url.hostname.replace(/^\[|\]$/g, ''), request!.headers.host]).toEqual([
      host ?? request!.address,
      request!.url.host,
    ])
    expect(['93.184.216.34', request!.url.hostname]).toContain(request!.address)
    expect(request!.url.href).not.toMatch(/@.*\.test|\\/)
  }
  expect(fetched).toBeGreaterThan(1000)
})

test('an error does not repeat credentials of a URL', async () => {
  const error = await rejection(openFetch()('http://user:hunter2@example.com/path'))
  expect(JSON.stringify(error)).not.toContain('hunter2')
  expect(error).toMatchObject({ details: { url: 'http://example.com/path', reason: 'malformed' } })
})

describe('open, closed and silent internal targets cannot be told apart', () => {
  for (const [name, transport] of transports)
    test(name, async () => {
      let sent = 0
      const counted: Transport = (...request) => {
        sent++
        return transport(...request)
      }
      const fetch = openFetch({ transport: counted, allow: '' })
      const targets = [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1024/', 'http://10.255.255.1:8080/']
      const seen: string[] = []
      for (const url of targets) {
        const error = (await rejection(fetch(url))) as Error & { details: object }
        seen.push(JSON.stringify({ message: error.message, details: { ...error.details, url: '' } }))
      }
      expect(new Set(seen).size).toBe(1)
      // Nor by the time they take: nothing is sent to any of them.
      expect(sent).toBe(0)
      expect(victims[0]!.connections.all).toBe(0)
    })
})
