import { expect, test } from 'bun:test'
import { timeUp } from '../../../core/abort.ts'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { SilentFamily } from '../../../core/egress-rules/silent-family.ts'
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts'
import type { Transport } from '../../../core/fetch/transport.ts'

const SIX = '2001:4860:4860::8888'
const FOUR = '8.8.8.8'

/** A host that is silent at IPv6: connections are neither accepted nor refused. */
const half =
  (asked: string[]): Transport =>
  async ({ address, signal }) => {
    asked.push(address)
    if (address === SIX) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { status: 204, headers: new Headers(), body: null, encodings: [] }
  }

test('a silent IPv6 address costs only the first request its time', async () => {
  const asked: string[] = []
  const fetch = createGuardedFetch({
    rules: createEgressRules(),
    resolve: async () => [SIX, FOUR],
    transport: half(asked),
  })
  const time = new AbortController()
  const first = fetch('https://one.example/', { signal: time.signal }).catch(({ code }) => code)
  while (asked.length === 0) await Bun.sleep(1)
  time.abort(timeUp())
  expect(await first).toBe('timeout')
  expect((await fetch('https://two.example/')).status).toBe(204)
  expect(asked).toEqual([SIX, FOUR])
})

test('a request that its caller aborts blames no address', async () => {
  const asked: string[] = []
  const fetch = createGuardedFetch({
    rules: createEgressRules(),
    resolve: async () => [SIX, FOUR],
    transport: half(asked),
  })
  for (const url of ['https://one.example/', 'https://two.example/']) {
    const caller = new AbortController()
    const gone = fetch(url, { signal: caller.signal }).catch(() => 'gone')
    const before = asked.length
    while (asked.length === before) await Bun.sleep(1)
    caller.abort()
    expect(await gone).toBe('gone')
  }
  expect(asked).toEqual([SIX, SIX])
})

test('a failure of a host with one address family says nothing about other hosts', () => {
  const silent = new SilentFamily()
  silent.note(SIX, [SIX, '2001:4860:4860::8844'])
  expect(silent.inOrder([SIX, FOUR])).toEqual([SIX, FOUR])
  silent.note(SIX, [SIX, FOUR])
  expect(silent.inOrder([SIX, FOUR, '1.1.1.1'])).toEqual([FOUR, '1.1.1.1', SIX])
  silent.note(FOUR, [FOUR, SIX])
  expect(silent.inOrder([FOUR, SIX])).toEqual([SIX, FOUR])
})
