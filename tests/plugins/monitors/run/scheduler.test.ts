import { expect, test } from 'bun:test'
import type { Kit } from 'weirjs'
import { createLog } from '../../../../core/log.ts'
import type { MonitorsContext } from '../../../../plugins/monitors/context.ts'
import { createScheduler } from '../../../../plugins/monitors/run/scheduler.ts'

test('a store that is out of reach for long is logged once, and again if it is lost again', async () => {
  const lines: string[] = []
  let time = 0
  // A minute passes whenever it is looked at, so that nothing waits.
  const clock = { now: () => (time += 60_000) }
  const outcomes = ['lost', 'lost', 'lost', 'there', 'lost', 'lost']
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const monitors = {
    ahead: async () => [],
    due: async () => {
      const outcome = outcomes.shift()
      if (outcome === 'lost') throw new Error('The store is out of reach')
      if (outcome === undefined) resolve()
      return []
    },
    nextTime: async () => (outcomes.length > 0 ? time : undefined),
  }
  const kit = { clock, log: createLog('text', (line) => lines.push(line)) } as unknown as Kit
  const scheduler = createScheduler(kit, { monitors } as unknown as MonitorsContext)
  scheduler.start()
  await over
  await scheduler.close()
  expect(lines).toEqual([
    expect.stringContaining('could not be started'),
    expect.stringContaining('could not be started'),
  ])
})
