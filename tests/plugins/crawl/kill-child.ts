import { startWeir } from '../../weir.ts'

/** A Weir that is killed. Usage: bun kill-child.ts DATA_DIR ADMIN_KEY [crawl to start, as JSON] */
const [dataDir, adminKey, crawl] = process.argv.slice(2)
const { WEIR_ARCHIVE = 'off' } = process.env
const weir = await startWeir({
  WEIR_ENGINES: 'lightweight',
  WEIR_DATA_DIR: dataDir!,
  WEIR_ADMIN_API_KEY: adminKey!,
  WEIR_ARCHIVE,
})
if (crawl !== undefined) {
  const { body } = await weir.post('/v1/crawl', JSON.parse(crawl), { key: adminKey })
  process.stdout.write(`accepted ${body.jobId}\n`)
} else {
  process.stdout.write('ready\n')
}
// The parent kills the process.
setInterval(() => {}, 1000)
