/**
 * Measures how long overview, trends and usage take with ten million hours of usage, for an ordinary account, for the
 * largest one and for all of them; checks the roll-ups against the sums of the ledger; and measures what writing
 * usage adds to a scrape that is answered from the cache. Usage: bun tests/bench/analytics.ts [rows] [folder]. With a
 * folder, an interrupted run continues, and a store that is already filled is only measured.
 */
import { Database } from 'bun:sqlite'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../../core/store/sqlite/connection.ts'
import { startWeir } from '../weir.ts'
import { beginFilling, bringUpToDate, compare, type Filling, fill } from './analytics/fill.ts'
import { cpuTime, median, table } from './figures.ts'

const rows = Number(process.argv[2] ?? 10_000_000)
const given = process.argv[3]
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'weir-bench-'))
const filled = join(dataDir, 'filled.json')
const settings = {
  WEIR_DATA_DIR: dataDir,
  WEIR_ADMIN_API_KEY: `wr_00000_${'0'.repeat(40)}`,
  WEIR_PLANS: JSON.stringify({ enterprise: { requestsPerHour: 1e9, monthlyCredits: 1e9, callsPerMinute: 1e9 } }),
  WEIR_ENGINES: 'lightweight',
}

const save = (filling: Filling) => writeFileSync(filled, JSON.stringify(filling))
if (!existsSync(filled)) {
  const first = await startWeir(settings)
  const [busiest, ordinary] = [await first.user(), await first.user()]
  await first.weir.close()
  save(await beginFilling(dataDir, rows, busiest, ordinary))
}
const filling: Filling = JSON.parse(readFileSync(filled, 'utf8'))
await fill(dataDir, filling, save)
const { busiest, ordinary } = filling
await bringUpToDate(dataDir)
const ROUNDS = 15
const { charges, wrong } = compare(dataDir)
console.log(
  `Of ${charges} charges ${wrong.length === 0 ? 'every sum is what the ledger adds up to' : wrong.join('\n')}\n`,
)

const weir = await startWeir(settings)
const times: (string | number)[][] = []
for (const [whose, key, account] of [
  ['ordinary', ordinary.key, ''],
  ['busiest', busiest.key, ''],
  ['all', weir.adminKey, 'all'],
] as const)
  for (const path of ['analytics/overview', 'analytics/trends', 'users/usage'])
    for (const period of ['day', '7d', 'month', '30d', '92d', 'year', '365d', '3660d', '9999h by hour']) {
      const [length, byHour] = period.split(' by ')
      if (byHour && path !== 'analytics/trends') continue
      const query = new URLSearchParams({
        period: length!,
        ...(account && { account }),
        ...(byHour && { granularity: byHour }),
      })
      const taken: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now()
        const { status } = await weir.get(`/v1/${path}?${query}`, { key })
        taken.push(performance.now() - started)
        if (status !== 200) throw new Error(`${path}?${query} gave ${status}`)
      }
      times.push([whose, path, period, median(taken).toFixed(1), Math.max(...taken).toFixed(1)])
    }
for (const period of ['day', '7d', 'month', '30d', 'year', '365d', '3660d']) {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await weir.get(`/v1/analytics/accounts?period=${period}`)
    taken.push(performance.now() - started)
  }
  times.push(['all', 'analytics/accounts', period, median(taken).toFixed(1), Math.max(...taken).toFixed(1)])
}
console.log(table(['whose', 'path', 'period', 'median ms', 'longest ms'], times))

/** Whether usage is written; otherwise only those statements do nothing. */
let writes = true
const ofUsage = new Map<object, boolean>()
const isOfUsage = (statement: { build: unknown }) => {
  const known = ofUsage.get(statement)
  if (known !== undefined) return known
  const is = /usage_(totals|rolled_up)/.test(String(statement.build))
  ofUsage.set(statement, is)
  return is
}
const { run, get } = Connection.prototype
Connection.prototype.run = function (statement, parameters) {
  return !writes && isOfUsage(statement) ? 0 : run.call(this, statement as never, parameters as never)
}
Connection.prototype.get = function (statement, parameters) {
  return !writes && isOfUsage(statement)
    ? undefined
    : (get.call(this, statement as never, parameters as never) as never)
}

const html = `<title>Weirs</title>${'<p>A weir is a low barrier across a river.</p>'.repeat(400)}`
const site = Bun.serve({ port: 0, fetch: () => new Response(html, { headers: { 'content-type': 'text/html' } }) })
const body = { url: `http://127.0.0.1:${site.port}/`, formats: ['markdown'] }
const requests: Record<string, () => Promise<{ status: number }>> = {
  'a scrape from the cache': () => weir.post('/v1/scrape', body, { key: busiest.key }),
  'validate, which is not counted': () => weir.get('/v1/auth/validate', { key: busiest.key }),
}
/**
 * Pairs of rounds, alternately with and without usage, after warm-up rounds. The result is their median difference.
 */
const PAIRS = 40
const WARMING = 5
/** Microseconds of CPU per request, over many requests, some of them concurrent. */
async function cost(request: () => Promise<{ status: number }>): Promise<number> {
  const COUNT = 800
  const before = cpuTime()
  for (let sent = 0; sent < COUNT; sent += 16) {
    const answers = await Promise.all(Array.from({ length: 16 }, request))
    if (answers.some(({ status }) => status !== 200)) throw new Error('A request failed')
  }
  return ((cpuTime() - before) * 1000) / COUNT
}
/** The ledger entries of rounds without usage, to be removed again: the sums of the ledger would be larger. */
const spans: [from: number, to: number][] = []
const costs: (string | number)[][] = []
for (const [name, request] of Object.entries(requests)) {
  const figures = { with: [] as number[], without: [] as number[] }
  const shares: number[] = []
  for (let round = -WARMING; round < PAIRS; round++) {
    const taken = { with: 0, without: 0 }
    for (const way of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      writes = way === 'with'
      const began = Date.now()
      taken[way] = await cost(request)
      if (!writes) spans.push([began, Date.now()])
      // No charge of the next round may have the same time.
      await Bun.sleep(2)
    }
    if (round < 0) continue
    figures.with.push(taken.with)
    figures.without.push(taken.without)
    shares.push((taken.with / taken.without - 1) * 100)
  }
  const [more, less] = [median(figures.with), median(figures.without)]
  costs.push([name, more.toFixed(0), less.toFixed(0), `${median(shares).toFixed(1)} %`])
}
writes = true
console.log(`\n${table(['request', 'CPU µs with usage', 'without', 'more'], costs)}`)
await weir.weir.close()
site.stop(true)
const db = new Database(join(dataDir, 'weir.db'))
const last = db.prepare<{ id: number }, []>('select max(id) as id from ledger').get()!.id
const remove = db.prepare("delete from ledger where id > ? and kind = 'charge' and at >= ? and at <= ?")
for (const [from, to] of spans) remove.run(last - 1_000_000, from, to)
db.close()
if (!given) rmSync(dataDir, { recursive: true })
process.exit(wrong.length === 0 ? 0 : 1)
