import { expect, test } from 'bun:test'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import type { Log } from '../../../core/log.ts'
import { createSweeper } from '../../../core/store/sweeper.ts'

const logOf = (said: unknown[]) => ({ warn: (...line: unknown[]) => said.push(line) }) as unknown as Log
const often = { what: 'Old things', first: 1, every: 1 }

test('a sweeper continues until nothing is left, and begins again after a while', async () => {
  let [left, sweeps] = [3, 0]
  const again = Promise.withResolvers<void>()
  const sweep = async () => {
    if (left === 0 && ++sweeps === 2) again.resolve()
    return left > 0 && left-- > 0
  }
  const sweeper = createSweeper({ ...often, sweep, log: logOf([]) })
  sweeper.start()
  await again.promise
  await sweeper.close()
  expect(left).toBe(0)
})

test('others are served between two parts of a sweep', async () => {
  const seen: boolean[] = []
  let served = false
  const sweep = async () => {
    seen.push(served)
    return seen.length < 3
  }
  const sweeper = createSweeper({ ...often, sweep, log: logOf([]) })
  setImmediate(() => {
    served = true
  })
  await sweeper.sweep()
  expect(seen).toEqual([false, true, true])
  await sweeper.close()
})

test('a failed sweep is logged and tried again', async () => {
  const said: unknown[] = []
  const again = Promise.withResolvers<void>()
  let tries = 0
  const sweep = async () => {
    if (++tries === 2) again.resolve()
    throw new Error('disk full')
  }
  const sweeper = createSweeper({ ...often, sweep, log: logOf(said) })
  await sweeper.sweep()
  const fields = { work: 'Old things', cause: expect.stringContaining('disk full') }
  expect(said).toEqual([['Periodic work failed; it will be tried again', fields]])
  await again.promise
  await sweeper.close()
})

test('closing ends a sweep between two of its parts, and waits for the one under way', async () => {
  const part = Promise.withResolvers<boolean>()
  let parts = 0
  const sweep = () => {
    parts++
    return part.promise
  }
  const sweeper = createSweeper({ ...often, sweep, log: logOf([]) })
  const sweeping = sweeper.sweep()
  const closed = sweeper.close()
  part.resolve(true)
  await Promise.all([closed, sweeping])
  await sweeper.sweep()
  expect(parts).toBe(1)
})

test('of several processes one sweeps at a time', async () => {
  const leases = createMemoryLeases()
  const inside = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let sweeps = 0
  const sweep = async () => {
    sweeps++
    inside.resolve()
    await end.promise
    return false
  }
  const [one, other] = [1, 2].map(() => createSweeper({ ...often, sweep, leases, log: logOf([]) }))
  const first = one!.sweep()
  await inside.promise
  await other!.sweep()
  expect(sweeps).toBe(1)
  end.resolve()
  await first
  await one!.close()
  await other!.sweep()
  expect(sweeps).toBe(2)
  await other!.close()
})
