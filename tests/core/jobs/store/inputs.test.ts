import { expect, test } from 'bun:test'
import { createInputs } from '../../../../core/jobs/store/inputs.ts'
import type { Store } from '../../../../core/store/index.ts'

/** Inputs with these numbers of characters, and how often each was read. */
function open(limit: number, size: (n: number) => number) {
  const reads: number[] = []
  const store = {
    async get(_: unknown, n: number) {
      reads.push(n)
      return { input: JSON.stringify('x'.repeat(size(n) - 2)), secrets: null }
    },
  } as unknown as Store
  const sealer = { seal: (text: string) => text, open: (text: string) => text }
  return { reads, inputs: createInputs(store, sealer, limit) }
}
const job = (n: number) => ({ n, id: `job_${n}` })

test('inputs are kept up to a total size, and the least recently used one goes first', async () => {
  const { inputs, reads } = open(1000, () => 300)
  for (const n of [1, 2, 3, 1, 4, 1]) await inputs.get(job(n))
  expect(reads).toEqual([1, 2, 3, 4])
  await inputs.get(job(2))
  expect(reads).toEqual([1, 2, 3, 4, 2])
  inputs.forget(2)
  await inputs.get(job(3))
  await inputs.get(job(1))
  expect(reads).toEqual([1, 2, 3, 4, 2, 3])
  // One whose job ends while it is read takes no room.
  const reading = inputs.get(job(5))
  inputs.forget(5)
  await reading
  for (const n of [4, 1, 3]) await inputs.get(job(n))
  expect(reads.slice(6)).toEqual([5])
})

test('an input over the limit is kept until another one is used', async () => {
  const { inputs, reads } = open(1000, (n) => (n === 9 ? 5000 : 300))
  for (const n of [1, 9, 9, 9]) await inputs.get(job(n))
  expect(reads).toEqual([1, 9])
  await inputs.get(job(1))
  await inputs.get(job(9))
  expect(reads).toEqual([1, 9, 1, 9])
})

test('items that begin together read the input once, and a failure is not kept', async () => {
  const { inputs, reads } = open(1000, () => 10)
  await Promise.all([1, 1, 1].map((n) => inputs.get(job(n))))
  expect(reads).toEqual([1])
  let fails = true
  const store = { get: async () => (fails ? Promise.reject(new Error('out of reach')) : { input: '1', secrets: null }) }
  const failing = createInputs(store as unknown as Store, { seal: (text) => text, open: (text) => text })
  await expect(failing.get(job(1))).rejects.toThrow('out of reach')
  fails = false
  expect(await failing.get(job(1))).toBe(1)
})
