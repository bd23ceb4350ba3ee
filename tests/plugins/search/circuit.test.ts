import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { createCircuit } from '../../../plugins/search/ask/circuit.ts'

test('a provider rests for the pause that it asked for, or after three failures, but not once the clock was set back', () => {
  let now = 86_400_000
  const circuit = createCircuit({ now: () => now })
  const failure = (retryAfter?: number) => new ApiError('search_failed', 'It failed', {}, { retryAfter })
  circuit.failed('asked', failure(60))
  for (let i = 0; i < 3; i++) circuit.failed('failing', failure())
  const rests = () => ['asked', 'failing'].map((name) => circuit.resting(name)?.failure.retryAfter)
  expect(rests()).toEqual([60, 30])
  now += 30_000
  expect(rests()).toEqual([30, undefined])
  now -= 86_400_000
  expect(rests()).toEqual([undefined, undefined])
})
