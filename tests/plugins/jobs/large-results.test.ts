import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MAX_ANSWER } from 'weirjs'
import { isSqlite } from '../../store.ts'
import { type Running, startWeir } from '../../weir.ts'
import { makeResult } from './fixtures/large.ts'

/** Five of these exceed the limit of an answer. */
const items = Array.from({ length: 5 }, (_, i) => ({
  name: `item ${i}`,
  texts: 4,
  characters: 3_400_000,
  nested: 1000,
}))

let weir: Running
let id: string
beforeAll(async () => {
  weir = await startWeir(
    { WEIR_PLUGINS: 'account,jobs,results,./fixtures/large.ts', WEIR_ENGINES: 'lightweight' },
    import.meta.dir,
  )
  id = await run(items)
}, 120_000)
afterAll(() => weir.close())

async function run(wanted: typeof items) {
  const { jobId } = (await weir.post('/v1/large', { items: wanted })).body.data
  await weir.ended(jobId)
  return jobId as string
}
const ask = (path: string, headers: Record<string, string> = {}) =>
  weir.weir.server.fetch(
    new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${weir.adminKey}`, ...headers } }),
  )
interface Page {
  results: unknown[]
  nextCursor: string | null
}
interface Data {
  results: { items: unknown[]; nextCursor: string | null }
}
const expected = items.map(makeResult)

test.each([
  ['/v1/jobs/{}/results?limit=100', (data: Data) => data as unknown as Page],
  ['/v1/results/{}?limit=100', ({ results: { items, nextCursor } }: Data) => ({ results: items, nextCursor })],
])(
  '%s: a page ends before 64 MiB, and the next ones have the rest',
  async (path, pageOf) => {
    const results: unknown[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const answer = await ask(path.replace('{}', id) + (cursor && `&cursor=${cursor}`))
      const bytes = await answer.bytes()
      expect(bytes.byteLength).toBeLessThanOrEqual(MAX_ANSWER)
      const { data } = JSON.parse(new TextDecoder().decode(bytes))
      const page = pageOf(data)
      results.push(...page.results)
      cursor = page.nextCursor
    }
    expect(pages).toBe(2)
    expect(Bun.deepEquals(results, expected)).toBe(true)
  },
  120_000,
)

describe('the fields of the first result', () => {
  test('have its content and title, whatever its length', async () => {
    const { data } = await (await ask(`/v1/results/${await run([{ ...items[0]!, characters: 100_000 }])}`)).json()
    const { content, title, url } = makeResult({ ...items[0]!, characters: 100_000 })
    expect(data.results.content === content).toBe(true)
    expect(data.results.metadata).toEqual({ title, url })
    expect(data.results.total).toBe(1)
  })

  test('leave its content to the items if it would be too large to send twice', async () => {
    const big = await run([{ ...items[0]!, texts: 6 }])
    const { data } = await (await ask(`/v1/results/${big}`)).json()
    expect([data.results.content, data.results.items[0].content.length > items[0]!.characters]).toEqual(['', true])
  }, 120_000)
})

test('results are read as they are sent, so that a client that does not read costs little', async () => {
  const paths = [`/v1/jobs/${id}/results?limit=100`, `/v1/results/${id}`]
  const open = async (coding: string) =>
    Promise.all(Array.from({ length: 16 }, (_, i) => ask(paths[i % 2]!, { 'accept-encoding': coding })))
  // The first requests have costs of their own: code, and the compressors.
  for (const answer of await open('zstd')) await answer.body!.cancel()
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const readers = [...(await open('identity')), ...(await open('zstd'))].map(({ body }) => body!.getReader())
  for (const reader of readers) await reader.read()
  await Bun.sleep(300)
  Bun.gc(true)
  const each = (process.memoryUsage().rss - before) / readers.length
  for (const reader of readers) await reader.cancel()
  // Each answer has tens of megabytes. Rows of Postgres come in messages, which are held in addition.
  expect(each).toBeLessThan(isSqlite ? 4_000_000 : 8_000_000)
}, 120_000)

test('other work goes on while a page of 64 MiB is read', async () => {
  const { body } = await ask(`/v1/jobs/${id}/results?limit=100`)
  let turns = 0
  let over = false
  const turn = () => {
    turns++
    if (!over) setTimeout(turn, 0)
  }
  turn()
  let size = 0
  for await (const chunk of body!) size += chunk.byteLength
  over = true
  expect(size).toBeGreaterThan(45_000_000)
  // At least one turn of the event loop for each quarter of a megabyte.
  expect(turns).toBeGreaterThan(180)
}, 120_000)
