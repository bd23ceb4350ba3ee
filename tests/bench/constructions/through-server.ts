/**
 * Lets a running server scrape constructions, and measures how long its event loop is blocked, the memory of all its
 * processes above idle, and how long after `timeout` it responds. An idle server has scraped a few ordinary pages.
 * Exits with 1 if a bound is exceeded. Usage:
 * bun tests/bench/constructions/through-server.ts [part of a group's name] [part of a construction's name] [times the
 * smallest size] [one of how many]
 */
import { table } from '../figures.ts'
import { groups } from './groups/index.ts'
import { type Served, serve } from './served.ts'

const [wantedGroup = '', wantedName = '', times = '16', oneOf = '1'] = process.argv.slice(2)
const formats = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links']
/** The timeout of a scrape, in ms. */
const TIMEOUT = 5000
/** The bounds: ms of a blocked event loop, bytes above idle, ms after the timeout, and bytes of a response. */
const MAX = { hold: 50, memory: 256 * 2 ** 20, late: 1000, answer: 64 * 2 ** 20 }
/** Ms between two samples of memory. */
const LOOK = 150

interface Row {
  name: string
  hold: number
  memory: number
  late: number
  answer: number
  outcome: string
}

async function scrape(served: Served, idle: number, path: string): Promise<Row> {
  const since = Date.now()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, served.memory())
  }, LOOK)
  const { status, text } = await served
    .call('POST', '/v1/scrape', { url: served.site + path, formats, maxAge: 0, timeout: TIMEOUT })
    .catch((error) => ({ status: 0, text: String(error) }))
  const took = Date.now() - since
  // Work that continues after the response counts, too.
  await Bun.sleep(50)
  peak = Math.max(peak, served.memory())
  clearInterval(watch)
  return {
    name: path,
    hold: served.longestHold(since).cpu,
    memory: peak - idle,
    late: Math.max(0, took - TIMEOUT),
    answer: text.length,
    outcome: status === 200 ? 'read' : `${status} ${reasonOf(text)}`,
  }
}

function reasonOf(text: string): string {
  const [, code] = /"code": ?"(\w+)"/.exec(text) ?? []
  const [, reason] = /"reason": ?"(\w+)"/.exec(text) ?? []
  return reason ?? code ?? text.slice(0, 60)
}

let served = await serve()
const warm = async () => {
  for (let i = 0; i < 5; i++)
    await served.call('POST', '/v1/scrape', { url: `${served.site}/good/${i}`, formats, maxAge: 0 })
  return served.memory()
}
let idle = await warm()
const rows: (Row & { group: string })[] = []
let nth = 0
for (const [group, constructions] of Object.entries(groups)) {
  if (!group.includes(wantedGroup)) continue
  for (const [index, { name, answer, count }] of constructions.entries()) {
    if (answer === undefined || !name.includes(wantedName) || nth++ % Number(oneOf) !== 0) continue
    const size = Math.ceil(count * Number(times))
    const row = await scrape(served, idle, `/${encodeURIComponent(group)}/${index}/${size}`)
    if (!served.isAlive()) {
      row.outcome = 'THE SERVER ENDED'
      served.close()
      served = await serve()
      idle = await warm()
    }
    rows.push({ ...row, group, name })
    const breach = breachOf(row)
    if (breach !== '') console.error(`${group}: ${name}: ${breach}`)
  }
}
served.close()

function breachOf({ hold, memory, late, answer, outcome }: Row): string {
  const told = []
  if (hold > MAX.hold) told.push(`held the loop ${Math.round(hold)} ms`)
  if (memory > MAX.memory) told.push(`+${Math.round(memory / 2 ** 20)} MB`)
  if (late > MAX.late) told.push(`${late} ms late`)
  if (answer > MAX.answer) told.push(`answer of ${Math.round(answer / 2 ** 20)} MB`)
  if (/ENDED|^0 |internal/.test(outcome)) told.push(outcome)
  return told.length > 0 ? `${told.join(', ')} (${outcome})` : ''
}

const lines = [...new Set(rows.map(({ group }) => group))].map((group) => {
  const own = rows.filter((row) => row.group === group)
  const worst = (figure: 'hold' | 'memory' | 'late' | 'answer') => Math.max(...own.map((row) => row[figure]))
  return [
    group,
    own.length,
    Math.round(worst('hold')),
    Math.round(worst('memory') / 2 ** 20),
    worst('late'),
    (worst('answer') / 2 ** 20).toFixed(1),
    own.filter((row) => breachOf(row) !== '').length,
  ]
})
console.log(
  table(['group', 'scrapes', 'loop held, ms CPU', 'MB above idle', 'ms late', 'MB of answer', 'breaches'], lines),
)
for (const row of rows) if (breachOf(row) !== '') console.log(`${row.group}: ${row.name}: ${breachOf(row)}`)
process.exit(rows.some((row) => breachOf(row) !== '') ? 1 : 0)
