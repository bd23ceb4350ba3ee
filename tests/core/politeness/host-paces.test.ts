import { describe, expect, jest, test } from 'bun:test'
import type { HostPolicy } from '../../../core/contracts/host-policy.ts'
import { createHostPolicies } from '../../../core/politeness/host-policies.ts'

const NOW = 1_000_000
const host = 'site.test'

/** The policies of a host, and the changes that all jobs are told. */
function open() {
  let now = NOW
  let setBack = 0
  const told: HostPolicy[] = []
  const tell = async (of: string, policy: HostPolicy) => {
    expect(of).toBe(host)
    told.push(policy)
  }
  const policies = createHostPolicies({ now: () => now - setBack }, tell, () => now)
  return {
    policies,
    told,
    pass: (ms: number) => {
      now += ms
    },
    /** Sets the time of day back. */
    setBack: (ms: number) => {
      setBack += ms
    },
    answer: (ms: number, status = 200, retryAfter?: number) =>
      policies.recordResponse(host, { status, ms, retryAfter }),
  }
}

describe('requests at once', () => {
  test('double after a response within half a second, up to eight', async () => {
    const { answer, told, policies } = open()
    expect(policies.of(host)).toEqual({ parallel: 1, gap: 0, notBefore: 0 })
    await answer(500)
    expect(told).toEqual([])
    for (let i = 0; i < 4; i++) await answer(499)
    expect(told).toEqual([{ parallel: 2 }, { parallel: 4 }, { parallel: 8 }])
  })
  test('halve after one of more than two seconds or a missing one, down to one', async () => {
    const { answer, told } = open()
    for (let i = 0; i < 3; i++) await answer(1)
    told.length = 0
    await answer(2000)
    expect(told).toEqual([])
    await answer(2001)
    await answer(1, 0)
    await answer(5000)
    await answer(5000)
    expect(told).toEqual([{ parallel: 4 }, { parallel: 2 }, { parallel: 1 }])
  })
  test('drop to one after a refusal', async () => {
    const { answer, policies } = open()
    for (let i = 0; i < 3; i++) await answer(1)
    await answer(1, 429)
    expect(policies.of(host)).toEqual({ parallel: 1, gap: 0, notBefore: NOW + 1000 })
  })
})

describe('a host that refuses is paused', () => {
  const pauses = (told: HostPolicy[]) => told.map(({ notBefore }) => notBefore! - NOW)
  test('for as long as it asks, two minutes at most', async () => {
    const { answer, told } = open()
    await answer(1, 429, 7000)
    await answer(1, 503, 120_000)
    expect(pauses(told)).toEqual([7000, 120_000])
    const other = open()
    await other.answer(1, 503, 500_000)
    expect(pauses(other.told)).toEqual([120_000])
  })
  test('otherwise for a second, and twice as long each time, until it responds again', async () => {
    const { answer, told } = open()
    for (let i = 0; i < 3; i++) await answer(1, 503)
    await answer(600)
    await answer(1, 0)
    await answer(1, 503)
    expect(pauses(told)).toEqual([1000, 2000, 4000, 4000])
    const silent = open()
    await silent.answer(1, 503)
    // A missing response does not count as one.
    await silent.answer(1, 0)
    await silent.answer(1, 503)
    expect(pauses(silent.told)).toEqual([1000, 2000])
  })
  test('also if the time it asks for is zero', async () => {
    const { answer, told } = open()
    for (let i = 0; i < 3; i++) await answer(1, 429, 0)
    expect(pauses(told)).toEqual([1000, 2000, 4000])
  })
  test('for no less than before', async () => {
    const { answer, told, pass } = open()
    await answer(1, 429, 50_000)
    pass(1000)
    await answer(1, 429, 5000)
    expect(pauses(told)).toEqual([50_000, 50_000])
  })
})

test('a delay of robots.txt is announced when it changes, and counts from the request that set it', async () => {
  const { policies, told } = open()
  await policies.setCrawlDelay(host, 500)
  await policies.setCrawlDelay(host, 500)
  await policies.setCrawlDelay(host, 0)
  expect(told).toEqual([
    { gap: 500, notBefore: NOW + 500 },
    { gap: 0, notBefore: undefined },
  ])
  expect(policies.of(host).gap).toBe(0)
})

test('a host that refuses again after the time of day was set back is left alone for the pause alone', async () => {
  const { answer, policies, pass, setBack, told } = open()
  await answer(1, 429, 1000)
  expect(policies.of(host).notBefore).toBe(NOW + 1000)
  pass(60_000)
  setBack(3_600_000)
  expect(policies.of(host).notBefore).toBe(0)
  await answer(1, 429, 5000)
  expect(told.at(-1)).toEqual({ parallel: 1, notBefore: NOW + 60_000 - 3_600_000 + 5000 })
})

describe('a request that the host limits have let through waits', () => {
  const waits = async (set: (opened: ReturnType<typeof open>) => unknown, milliseconds: number) => {
    const opened = open()
    await set(opened)
    jest.useFakeTimers()
    let isOver = false
    const waiting = opened.policies.waitForSlot(host, new AbortController().signal).then(() => {
      isOver = true
    })
    const after: boolean[] = []
    for (const passed of [milliseconds - 1, 1]) {
      jest.advanceTimersByTime(passed)
      for (let i = 0; i < 20; i++) await Promise.resolve()
      after.push(isOver)
    }
    await waiting
    jest.useRealTimers()
    return after
  }
  test('for the pause of its host', async () =>
    expect(await waits(({ answer }) => answer(1, 429, 300), 300)).toEqual([false, true]))

  test('for the gap after the previous request', async () => {
    const set = async ({ policies }: ReturnType<typeof open>) => {
      await policies.setCrawlDelay(host, 400)
      await policies.waitForSlot(host, new AbortController().signal)
    }
    expect(await waits(set, 400)).toEqual([false, true])
  })

  test('no longer if the time of day is set back', async () => {
    const set = async ({ answer, setBack }: ReturnType<typeof open>) => {
      await answer(1, 429, 300)
      setBack(3_600_000)
    }
    expect(await waits(set, 300)).toEqual([false, true])
  })

  test('not at all if nothing delays it, and no longer than its signal', async () => {
    const { policies, answer } = open()
    await policies.waitForSlot(host, new AbortController().signal)
    await answer(1, 429, 5000)
    const gone = new AbortController()
    const waiting = policies.waitForSlot(host, gone.signal)
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(policies.waitForSlot(host, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  })
})

test('the twenty thousand most recently used hosts are remembered', () => {
  const policies = createHostPolicies({ now: () => NOW }, async () => {})
  void policies.setCrawlDelay('first.test', 5)
  for (let i = 1; i < 20_000; i++) policies.of(`${i}.test`)
  expect(policies.of('first.test').gap).toBe(5)
  policies.of('one more.test')
  expect(policies.of('first.test').gap).toBe(5)
  for (let i = 1; i <= 20_000; i++) policies.of(`${i}.test`)
  expect(policies.of('first.test').gap).toBe(0)
})
