import { expect, test } from 'bun:test'
import type { JobEvent } from '../../../../core/contracts/jobs/job-record.ts'
import { createEventBus } from '../../../../core/jobs/events/event-bus.ts'

const event = (id: number) => ({ id }) as JobEvent

test('a listener that has unsubscribed gets no more events, and the others still do', () => {
  const bus = createEventBus()
  const heard: string[] = []
  const listener = (name: string) => ({ event: ({ id }: JobEvent) => void heard.push(`${name} ${id}`) })
  const stop = bus.listen('job', listener('one'))
  bus.listen('job', listener('other'))
  bus.publish('job', event(1))
  stop()
  bus.publish('job', event(2))
  bus.publish('another', event(3))
  expect(heard).toEqual(['one 1', 'other 1', 'other 2'])
})

test('the last 64 events are kept for a listener that is a little behind, and none are given if some are missing', () => {
  const bus = createEventBus()
  const stop = bus.listen('job', { event() {} })
  for (let id = 1; id <= 70; id++) bus.publish('job', event(id))
  expect(bus.last('job')).toBe(70)
  const ids = (after: number) => bus.recent('job', after)?.map(({ id }) => id)
  expect(ids(67)).toEqual([68, 69, 70])
  expect(ids(6)?.length).toBe(64)
  expect([ids(5), ids(70)]).toEqual([undefined, []])
  stop()
  expect(bus.recent('job', 69)).toBeUndefined()
})

test('an event that arrives twice is kept once, and one after a gap drops the earlier ones', () => {
  const bus = createEventBus()
  bus.listen('job', { event() {} })
  const ids = (after: number) => bus.recent('job', after)?.map(({ id }) => id)
  expect(ids(0)).toBeUndefined()
  for (const id of [3, 4, 4, 3]) bus.publish('job', event(id))
  expect([ids(2), ids(1)]).toEqual([[3, 4], undefined])
  bus.publish('job', event(6))
  expect([ids(5), ids(4), bus.last('job')]).toEqual([[6], undefined, 6])
})

test('a job is followed as long as it has a listener, and nothing is kept for a job without one', () => {
  const bus = createEventBus()
  bus.publish('job', event(1))
  expect([bus.isHeard('job'), bus.last('job'), bus.heard()]).toEqual([false, undefined, []])
  const stops = [bus.listen('job', { event() {} }), bus.listen('job', { event() {} })]
  bus.publish('job', event(2))
  stops[0]!()
  expect([bus.isHeard('job'), bus.last('job'), bus.heard()]).toEqual([true, 2, ['job']])
  stops[1]!()
  expect([bus.isHeard('job'), bus.last('job'), bus.heard()]).toEqual([false, undefined, []])
})
