import { expect, test } from 'bun:test'
import { deflateRawSync } from 'node:zlib'
import { hashBody } from '../../../../core/http/idempotency/hash-body.ts'
import { createIdempotency } from '../../../../core/http/idempotency/idempotency.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { createLog } from '../../../../core/log.ts'

/** Keyed requests of one account, and what is stored of their answers. */
function open(row?: { hash: string; job: string | null; charge?: string; status?: number; body?: Uint8Array }) {
  const kept: { job: unknown; headers: unknown }[] = []
  const run = async (_: unknown, ...[, , , , job, , , headers]: unknown[]) => void kept.push({ job, headers })
  const store = {
    get: async () => row && { charge: null, status: null, headers: null, body: null, created_at: 0, ...row },
    write: (work: (tx: object) => unknown) => Promise.resolve(work({ run })),
  }
  const parts = { store: store as never, clock: { now: () => 1 }, log: createLog('text', () => {}) }
  const idempotency = createIdempotency({ ...parts, leases: createMemoryLeases() })
  return { kept, of: (key: string) => idempotency.of('me', '/v1/crawl', key) }
}
const signal = () => new AbortController().signal

test('a job that was started and never answered for is the job of the repeated request', async () => {
  const { kept, of } = open({ hash: await hashBody({ a: 1 }), job: 'job_1' })
  const request = of('key')
  expect([await request.begin({ a: 1 }, signal()), request.jobId]).toEqual([undefined, 'job_1'])
  await request.end(Response.json({}))
  expect(kept).toEqual([{ job: 'job_1', headers: expect.any(String) }])
})

test('a refusal of another body does not keep the key taken', async () => {
  const { of } = open({ hash: await hashBody({ a: 1 }), job: 'job_1' })
  await expect(of('key').begin({ a: 2 }, signal())).rejects.toThrow('another body')
  expect(await of('key').begin({ a: 1 }, signal())).toBeUndefined()
})

test('an answer for which there is no room on its way is refused, and the key is free again', async () => {
  const body = deflateRawSync(Buffer.alloc(100_000))
  const { of } = open({ hash: await hashBody({ a: 1 }), job: null, status: 200, body })
  const refused = of('key').begin({ a: 1 }, AbortSignal.abort())
  await expect(refused).rejects.toMatchObject({ status: 409, details: { reason: 'under_way' } })
  expect((await of('key').begin({ a: 1 }, signal()))?.status).toBe(200)
})

test('an answer is kept with the headers that belong to it, and only if it is JSON', async () => {
  const { kept, of } = open()
  const headers = { 'preference-applied': 'wait=5', location: '/v1/jobs/job_1', 'x-request-id': 'r' }
  const give = async (response: Response) => {
    const request = of('key')
    await request.begin({}, signal())
    await (await request.end(response)).text()
  }
  await give(new Response('a,b', { headers: { 'content-type': 'text/csv' } }))
  await give(Response.json({}, { headers }))
  const { 'x-request-id': _, ...own } = headers
  expect(kept.map((answer) => JSON.parse(String(answer.headers)))).toEqual([
    { 'content-type': expect.stringContaining('application/json'), ...own },
  ])
})

test('what was charged for an answer that is no JSON is forgotten, as such an answer is not kept', async () => {
  const { kept, of } = open({ hash: await hashBody({}), job: null, charge: 'charge_1' })
  const request = of('key')
  await request.begin({}, signal())
  expect(request.chargeKey).toBe('charge_1')
  await request.end(new Response('', { status: 500 }))
  expect(kept).toEqual([])
  await request.begin({}, signal())
  await request.end(new Response('a,b', { headers: { 'content-type': 'text/csv' } }))
  expect(kept).toEqual([{ job: undefined, headers: undefined }])
})

test('only so many requests of an account may wait, whatever their keys, until they leave', async () => {
  const { of } = open()
  const keys = ['a', 'b', 'c', 'd', 'e']
  for (const key of keys) await of(key).begin({}, signal())
  const left = new AbortController()
  const wait = (key: string) => of(key).begin({}, left.signal)
  const waiting = keys.slice(0, 4).flatMap((key) => Array.from({ length: 64 }, () => wait(key)))
  const outcomes = Promise.allSettled(waiting)
  await Bun.sleep(50)
  await expect(wait('e')).rejects.toMatchObject({ status: 409, details: { reason: 'under_way' } })
  left.abort()
  expect((await outcomes).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
  const patient = new AbortController()
  const last = of('e').begin({}, patient.signal)
  await Bun.sleep(50)
  patient.abort()
  await expect(last).rejects.toMatchObject({ status: 408 })
})
