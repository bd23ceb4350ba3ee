import { expect, test } from 'bun:test'
import { createLog } from '../../../core/log.ts'
import { createWriteBehind } from '../../../core/store/write-behind.ts'

/** Sums of numbers, which cannot be written while the test says so. */
function collect(every: number) {
  const written: [string, number][][] = []
  const lines: string[] = []
  const state = { broken: false, begun: () => {} }
  const sums = createWriteBehind<number>({
    every,
    merge: (a, b) => a + b,
    log: createLog('text', (line) => lines.push(line)),
    async write(entries) {
      state.begun()
      await Bun.sleep(1)
      if (state.broken) throw new Error('the disk is full')
      written.push([...entries])
    },
  })
  return { sums, written, lines, state }
}

const until = async (met: () => boolean) => {
  for (let i = 0; i < 400; i++) {
    if (met()) return
    await Bun.sleep(5)
  }
  throw new Error('It never was so')
}

test('entries of one key are merged and written together, once', async () => {
  const { sums, written } = collect(10)
  for (const value of [1, 2, 3]) sums.add('a', value)
  sums.add('b', 10)
  expect(sums.pending('a')).toBe(6)
  await until(() => written.length > 0)
  expect([written, sums.pending('a')]).toEqual([
    [
      [
        ['a', 6],
        ['b', 10],
      ],
    ],
    undefined,
  ])
  await sums.close()
  expect(written).toHaveLength(1)
})

test('entries that cannot be written are kept, merged with newer ones, and tried again', async () => {
  const { sums, written, lines, state } = collect(10)
  state.broken = true
  state.begun = () => {
    state.begun = () => {}
    sums.add('a', 2)
  }
  sums.add('a', 1)
  const flushing = sums.flush()
  await expect(flushing).rejects.toThrow('full')
  // A try that its timer begins meanwhile takes them for a moment.
  await until(() => sums.pending('a') === 3)
  await until(() => lines.length > 0)
  expect(lines.join('')).toContain('the disk is full')
  state.broken = false
  await until(() => written.length > 0)
  expect(written).toEqual([[['a', 3]]])
  await sums.close()
})

test('closing writes the rest, and flushes wait for each other', async () => {
  const { sums, written } = collect(60_000)
  sums.add('a', 1)
  const first = sums.flush()
  await Bun.sleep(0)
  sums.add('a', 2)
  await Promise.all([first, sums.flush()])
  sums.add('a', 4)
  await sums.close()
  expect(written).toEqual([[['a', 1]], [['a', 2]], [['a', 4]]])
})

test('after closing nothing is written any more', async () => {
  const { sums, written } = collect(1)
  await sums.close()
  sums.add('a', 1)
  await Bun.sleep(20)
  expect(written).toEqual([])
})

test('a failed write at the end is logged, and does not prevent closing', async () => {
  const { sums, lines, state } = collect(60_000)
  state.broken = true
  sums.add('a', 1)
  await sums.close()
  await until(() => lines.length > 0)
  expect(lines.join('')).toMatch(/ warn {2}Counts could not be written and are lost cause=.*the disk is full/)
})
