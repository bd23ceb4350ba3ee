import { expect, test } from 'bun:test'
import type { Account, GuardedFetch, Kit } from 'weirjs'
import { createBrave } from '../../../../plugins/search/providers/brave.ts'
import type { ProviderSettings } from '../../../../plugins/search/providers/settings.ts'

/** The Retry-After in seconds after an error answer with these headers. */
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
  ['a window of a month, which is too long to wait for', '5, 0', '1, 1419704', 120],
  ['no window that it names', '5, 5', '3, 60', 3],
])('if %s is used up, there is a Retry-After', async (_, remaining, reset, seconds) => {
  expect(await retryAfter({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset })).toBe(seconds)
})

test.each([
  ['Retry-After takes precedence over its own headers', { 'retry-after': '7', 'x-ratelimit-reset': '60' }, 7],
  ['without any header there is a default', {}, 10],
])('%s', async (_, headers, seconds) => {
  expect(await retryAfter(headers)).toBe(seconds)
})
