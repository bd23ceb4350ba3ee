/**
 * Tests enrichment under SIGKILL and with its largest jobs. First, the process is killed repeatedly, in one job until
 * its end and in one that is cancelled midway; each row must be there once, and be charged once. Then, for a job of
 * many rows: how long the event loop is blocked while they are accepted, enriched and downloaded, p99.
 * Usage: bun tests/bench/enrichment.ts [rows killed] [kills] [rows of the large job]
 */
import { join } from 'node:path'
import { CONCURRENCY, enrichUnderKills, type Outcome, PRICE } from '../plugins/enrichment/killing.ts'
import { startWorld } from '../plugins/enrichment/open.ts'
import { table } from './figures.ts'

const count = Number(process.argv[2] ?? 5000)
const kills = Number(process.argv[3] ?? 10)
const many = Number(process.argv[4] ?? 50_000)
/** Domains of the large job, each with a site. */
const DOMAINS = 200

const breaches: string[] = []
const check = (what: string, had: unknown, wanted: unknown) => {
  if (JSON.stringify(had) !== JSON.stringify(wanted))
    breaches.push(`${what}: ${JSON.stringify(had).slice(0, 200)}, expected ${JSON.stringify(wanted).slice(0, 200)}`)
}
/** Checks what must hold however a job ended. */
function checkBooks(name: string, { status, rows, used, charged, held }: Outcome) {
  check(`${name}: rows that are there twice`, rows.length - new Set(rows.map(({ email }) => email)).size, 0)
  check(`${name}: rows processed`, status.rowsProcessed, rows.length)
  const successes = rows.filter((row) => row.enrichment_status === 'success').length
  check(`${name}: charges`, [status.creditsUsed, used, charged], Array(3).fill(successes * PRICE))
  check(`${name}: credits that are still held`, held, 0)
  return successes
}

if (kills > 0) {
  const whole = await enrichUnderKills(count, kills)
  const successes = checkBooks('to the end', whole)
  check('to the end: status', whole.status.status, 'completed')
  check('to the end: rows', whole.rows.length, count)
  check('to the end: successes', successes, Math.ceil(count * 0.9))
  if (whole.asked > count + kills * CONCURRENCY) breaches.push(`the model was asked ${whole.asked} times`)
  const cut = await enrichUnderKills(count, kills, true)
  const done = checkBooks('cancelled', cut)
  check('cancelled: status', cut.status.status, 'cancelled')
  if (cut.rows.length < cut.doneBefore) breaches.push('cancelled: rows that were done are gone')
  console.log(
    table(
      [`${count} rows, ${kills} kills`, 'rows', 'successes', 'credits', 'asked again'],
      [
        ['to the end', whole.rows.length, successes, whole.used, whole.asked - count],
        ['cancelled', cut.rows.length, done, cut.used, cut.asked - cut.rows.length],
      ],
    ),
  )
}

if (many > 0) {
  const world = await startWorld({
    sites: Object.fromEntries(
      Array.from({ length: DOMAINS }, (_, i) => [
        `c${i}.test`,
        { '/': `<title>C${i}</title><p>Industry: Number ${i}</p>` },
      ]),
    ),
  })
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'enrichment/many-rows.ts'),
      world.folder,
      JSON.stringify(world.settings),
      String(many),
      String(DOMAINS),
    ],
    { stdout: 'inherit', stderr: 'inherit' },
  )
  if ((await child.exited) !== 0) breaches.push('the large job failed')
  await world.stop()
}
for (const breach of breaches) console.log(breach)
process.exit(breaches.length > 0 ? 1 : 0)
