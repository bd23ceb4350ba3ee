import { afterEach, expect, jest, test } from 'bun:test'
import { credentialOf } from '../../../../core/auth/credential.ts'
import type { JobRecord } from '../../../../core/contracts/jobs/job-record.ts'
import { ApiError } from '../../../../core/errors.ts'
import { createEventBus } from '../../../../core/jobs/events/event-bus.ts'
import { createStreams } from '../../../../core/jobs/events/streams.ts'
import { createLog } from '../../../../core/log.ts'

afterEach(() => void jest.useRealTimers())

/** A stream of a running job, whose key is checked as the test says. */
async function open(recheck: (request: Request) => Promise<void>) {
  jest.useFakeTimers()
  const lines: string[] = []
  const job = { id: 'job_1', events: 0, endedAt: null } as JobRecord
  const streams = createStreams({
    records: { get: async () => job },
    reader: { eventsAfter: async () => [] },
    events: createEventBus(),
    log: createLog('text', (line) => lines.push(line)),
    recheck,
  })
  const format = { frames: () => [], resume: () => undefined, snapshot: () => '' }
  const another = (key: string, id = 'usr_1', isBearer = false) => {
    const account = { id, email: 'a@b.example', plan: 'free', role: 'user' } as const
    const headers: Record<string, string> = isBearer ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }
    const request = new Request('http://localhost/', { headers })
    return streams.open({ request, caller: { account, permissions: ['*'], rateLimit: null } }, job.id, format)
  }
  const response = await another('a')
  /** Lets the next check of the keys pass. */
  const look = async () => {
    jest.advanceTimersByTime(3_000)
    for (let i = 0; i < 10; i++) await Promise.resolve()
  }
  return { streams, response, another, lines, look }
}

test('a store that does not answer ends no stream, but a refused key does', async () => {
  const outcomes = [
    new ApiError('service_unavailable', 'The store is out of reach'),
    new Error('anything else'),
    new ApiError('key_revoked', 'This API key has been revoked'),
  ]
  const { streams, response, lines, look } = await open(async () => {
    const outcome = outcomes.shift()
    if (outcome) throw outcome
  })
  await look()
  await look()
  expect([streams.count(), outcomes.length]).toEqual([1, 1])
  await look()
  expect(streams.count()).toBe(0)
  expect(await response.text()).toContain(': this key is no longer valid')
  expect(lines.length).toBeGreaterThanOrEqual(2)
  streams.close()
})

test('a key is checked once for all of its streams, as long as it has any, and ends only these', async () => {
  const asked: string[] = []
  const { streams, response, another, look } = await open(async ({ headers }) => {
    const key = credentialOf(headers)
    asked.push(key)
    if (key === 'c') throw new ApiError('insufficient_permissions', 'Its permissions were changed')
  })
  await another('a')
  for (const key of ['b', 'c']) await another(key, 'usr_1', true)
  await look()
  expect([asked.splice(0), streams.count()]).toEqual([['a', 'b', 'c'], 3])
  await response.body!.cancel()
  await look()
  expect(asked.splice(0)).toEqual(['a', 'b'])
  streams.close()
  expect(await (await another('a')).text()).toContain(': the server is stopping')
  expect(streams.count()).toBe(0)
})

test('a stream whose reader has gone is closed, and one that nobody reads counts until then', async () => {
  const { streams, response } = await open(async () => {})
  expect(streams.count()).toBe(1)
  await response.body!.cancel()
  expect(streams.count()).toBe(0)
  streams.close()
})

test('an account has at most four thousand streams, over all of its keys', async () => {
  const { streams, response, another } = await open(async () => {})
  for (let i = 1; i < 4000; i++) await another(i % 2 === 0 ? 'a' : 'b')
  for (const key of ['a', 'b', 'c'])
    await expect(another(key)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'An account may have 4000 streams open at once; close one',
      details: { limit: 4000 },
    })
  await another('d', 'usr_2')
  await response.body!.cancel()
  await another('c')
  expect(streams.count()).toBe(4001)
  streams.close()
})
