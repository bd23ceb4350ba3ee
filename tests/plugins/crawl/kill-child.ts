import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { startWeir } from '../../weir.ts'

/**
 * A Weir that will be killed, once it has done what the last kill met: an item that two kills meet is given up. Usage: bun
 * kill-child.ts DATA_DIR ADMIN_KEY [crawl to start, as JSON]
 */
const [dataDir, adminKey, crawl] = process.argv.slice(2)
const weir = await startWeir({ WEIR_DATA_DIR: dataDir!, WEIR_ADMIN_API_KEY: adminKey! })
if (crawl !== undefined) {
  const { body } = await weir.post('/v1/crawl', JSON.parse(crawl), { key: adminKey })
  process.stdout.write(`accepted ${body.jobId}\n`)
} else {
  const database = new Database(join(dataDir!, 'weir.db'), { readonly: true })
  const suspects = database.query('select seq from job_items where lost > 0 and state in (0, 1)')
  while (suspects.all().length > 0) await Bun.sleep(5)
  process.stdout.write('ready\n')
}
// What is left is for the kill.
setInterval(() => {}, 1000)
