import { expect, test } from 'bun:test'
import type { Account, GuardedFetch, Kit } from 'weirjs'
import { createBrave } from '../../../../plugins/search/providers/brave.ts'
import type { ProviderSettings } from '../../../../plugins/search/providers/settings.ts'

/** When it wants to be asked again, in seconds, after it refused with these headers. */
async function retryAfter(headers: Record<string, string>) {
  const fetch = (async () => Response.json({ type: 'ErrorResponse' }, { status: 429, headers })) as unknown
  const kit: Pick<Kit, 'operatorFetch' | 'clock'> = {
    operatorFetch: () => fetch as GuardedFetch,
    clock: { now: () => Date.UTC(2026, 0, 1) },
  }
  const settings = { braveApiKey: 'key', braveUrl: 'https://brave.example' } as ProviderSettings
  const query = { text: 'tea', limit: 5, source: 'web', account: {} as Account } as const
  return createBrave(settings, kit)
    .search(query, new AbortController().signal)
    .then(String, (error) => error.retryAfter)
}

test.each([
  ['the shortest window', '0, 12000', '1, 1419704', 1],
  ['both windows', '0, 0', '1, 60', 60],
  ['a window of a month, of which nobody waits for the end', '5, 0', '1, 1419704', 120],
  ['none that it names', '5, 5', '3, 60', 3],
])('where %s is used up it says when it may be asked again', async (_, remaining, reset, seconds) => {
  expect(await retryAfter({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset })).toBe(seconds)
})

test.each([
  ['Retry-After counts before its own headers', { 'retry-after': '7', 'x-ratelimit-reset': '60' }, 7],
  ['without a word it is asked again after a while', {}, 10],
])('%s', async (_, headers, seconds) => {
  expect(await retryAfter(headers)).toBe(seconds)
})
