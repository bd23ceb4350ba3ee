import { startWeir } from '../../weir.ts'

/** A Weir that will be killed. Usage: bun kill-child.ts DATA_DIR ADMIN_KEY [URL to crawl] */
const [dataDir, adminKey, url] = process.argv.slice(2)
const settings = { WEIR_DATA_DIR: dataDir!, WEIR_ADMIN_API_KEY: adminKey! }
const weir = await startWeir(settings)
if (url !== undefined) {
  const { body } = await weir.post('/v1/crawl', { url, maxPages: 150, maxDepth: 3, maxAge: 0 }, { key: adminKey })
  process.stdout.write(`accepted ${body.jobId}\n`)
} else {
  process.stdout.write('ready\n')
}
// What is left is for the kill.
setInterval(() => {}, 1000)
