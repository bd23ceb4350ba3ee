import { expect, spyOn, test } from 'bun:test'
import { type Account, ApiError } from 'weirjs'
import { askProviders } from '../../../plugins/search/ask/ask-providers.ts'
import { createCircuit } from '../../../plugins/search/ask/circuit.ts'

test('a provider rests for the pause that it asked for, or after three failures, but not once the clock was set back', () => {
  let now = 86_400_000
  const circuit = createCircuit({ now: () => now })
  const failure = (retryAfter?: number) => new ApiError('search_failed', 'It failed', {}, { retryAfter })
  circuit.failed('asked', 'news', failure(60))
  for (let i = 0; i < 3; i++) circuit.failed('failing', 'web', failure())
  const rests = () => ['asked', 'failing'].map((name) => circuit.resting(name, 'web')?.failure.retryAfter)
  expect(rests()).toEqual([60, 30])
  now += 30_000
  expect(rests()).toEqual([30, undefined])
  now -= 86_400_000
  expect(rests()).toEqual([undefined, undefined])
})

test('a provider to which another one left too little time has not failed; one that used all the time itself has', async () => {
  const circuit = createCircuit({ now: () => 0 })
  const timeout = spyOn(AbortSignal, 'timeout')
  const log = { info() {}, warn() {}, error() {}, with: () => log }
  const providerOf = (name: string, search: (signal: AbortSignal) => void) => ({
    name,
    plugin: 'test',
    service: {
      search: (_: unknown, signal: AbortSignal) => Promise.reject(search(signal) ?? signal.reason ?? 'failed'),
    },
    health: async () => ({ ready: true as const }),
  })
  for (let i = 0; i < 3; i++) {
    const time = new AbortController()
    timeout.mockReturnValueOnce(time.signal)
    const query = { text: 'tea', limit: 1, account: {} as Account, source: 'web' as const }
    const providers = [providerOf('first', () => undefined), providerOf('second', () => time.abort())]
    const asked = { name: 'default_provider', query, signal: new AbortController().signal }
    await expect(askProviders(providers, asked, { circuit, log })).rejects.toThrow('first')
  }
  timeout.mockRestore()
  expect(['first', 'second'].map((name) => circuit.resting(name, 'web') !== undefined)).toEqual([true, false])
})
