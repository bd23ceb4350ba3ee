import { startWeir } from '../../weir.ts'
import { ENRICHMENT } from './open.ts'

/** A Weir that is killed. Usage: bun kill-child.ts FOLDER SETTINGS [enrichment to start, as JSON] */
const [folder, settings, enrichment] = process.argv.slice(2)
const weir = await startWeir(JSON.parse(settings!), folder)
const key = JSON.parse(settings!).WEIR_ADMIN_API_KEY
if (enrichment !== undefined) {
  const { body } = await weir.post(ENRICHMENT, JSON.parse(enrichment), { key })
  process.stdout.write(`accepted ${body.data.jobId}\n`)
} else {
  process.stdout.write('ready\n')
}
// The parent kills the process.
setInterval(() => {}, 1000)
