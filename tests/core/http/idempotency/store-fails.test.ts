import { expect, test } from 'bun:test'
import { createIdempotency } from '../../../../core/http/idempotency/idempotency.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { createLog } from '../../../../core/log.ts'

test('a response that cannot be kept is sent all the same, and the failure is logged', async () => {
  const lines: string[] = []
  const store = { get: async () => undefined, write: () => Promise.reject(new Error('the disk is full')) }
  const idempotency = createIdempotency({
    store: store as never,
    leases: createMemoryLeases(),
    clock: { now: () => 0 },
    log: createLog('text', (line) => lines.push(line)),
  })
  for (let i = 0; i < 2; i++) {
    const request = idempotency.of('usr_1', 'POST /v1/scrape', 'a')
    expect(await request.begin({}, new AbortController().signal)).toBeUndefined()
    expect(await (await request.end(Response.json({ data: i }))).json()).toEqual({ data: i })
  }
  const said = lines.filter((line) => line.includes('An answer could not be kept for its Idempotency-Key'))
  expect(said.map((line) => line.includes('the disk is full'))).toEqual([true, true])
})
