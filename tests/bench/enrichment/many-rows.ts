/** Runs a job of many rows in this process. Usage: bun many-rows.ts FOLDER SETTINGS ROWS DOMAINS */
import { ENRICHMENT, fieldsNamed } from '../../plugins/enrichment/open.ts'
import { startWeir } from '../../weir.ts'
import { table } from '../figures.ts'
import { type Held, lookAtLoop } from '../held.ts'

/** The most milliseconds for which the event loop may be blocked, p99. */
const MAX_HELD = 50

const [folder, settings, rows, domains] = process.argv.slice(2)
const count = Number(rows)
const weir = await startWeir(JSON.parse(settings!), folder)
const body = JSON.stringify({
  data: Array.from({ length: count }, (_, i) => ({
    email: `p${i}@c${i % Number(domains)}.test`,
    additionalFields: { title: 'Head of Purchasing', crm: { id: i } },
  })),
  fields: fieldsNamed('industry', 'motto', 'size'),
  options: { concurrency: 20 },
})

/** How long the event loop was blocked meanwhile. */
async function heldDuring(work: () => Promise<unknown>): Promise<Held> {
  const end = lookAtLoop()
  await work()
  return end()
}

let jobId = ''
const accepting = await heldDuring(async () => {
  const { status, body: said, text } = await weir.post(ENRICHMENT, undefined, { raw: body })
  if (status !== 202) throw new Error(text)
  jobId = said.data.jobId
})
let status: Record<string, unknown> = {}
const enriching = await heldDuring(async () => {
  do {
    await Bun.sleep(1000)
    status = (await weir.get(`${ENRICHMENT}/${jobId}`)).body.data
  } while (status.completedAt === null)
})
let lines = 0
const downloading = await heldDuring(async () => {
  const { server } = weir.weir
  const headers = { authorization: `Bearer ${weir.adminKey}` }
  const url = `http://localhost${ENRICHMENT}/${jobId}/results?format=csv`
  const { body: file } = await server.fetch(new Request(url, { headers }))
  for await (const chunk of file!) lines += Buffer.from(chunk).toString('latin1').split('\r\n').length - 1
})
await weir.close()
const row = (name: string, { p50, p99, most, cpu, seconds }: Held) => [
  name,
  ...[p50, p99, most, cpu, seconds].map((figure) => figure.toFixed(1)),
]
console.log(
  table(
    [`${count} rows, ms held`, 'p50', 'p99', 'most', 'CPU s', 's'],
    [row('accepted', accepting), row('enriched', enriching), row('downloaded', downloading)],
  ),
)
const isWhole = status.rowsSucceeded === count && lines === count + 1
if (!isWhole) console.log(`${status.rowsSucceeded} of ${count} rows succeeded, ${lines} lines were downloaded`)
const isHeld = Math.max(enriching.p99, downloading.p99) >= MAX_HELD
process.exit(isWhole && !isHeld ? 0 : 1)
