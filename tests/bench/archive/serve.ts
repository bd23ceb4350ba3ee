/** A server that archives scraped pages, on a new or an existing store. Usage: bun serve.ts FOLDER */
import { join } from 'node:path'
import { runtime } from '../../../core/runtime/index.ts'
import { startWeir } from '../../weir.ts'

const [folder = ''] = process.argv.slice(2)
const key = 'wr_bench_0123456789012345678901234567890123456789'
const weir = await startWeir(
  { WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight', WEIR_DATA_DIR: folder, WEIR_ADMIN_API_KEY: key },
  join(import.meta.dir, '../../..'),
)
const listener = await runtime.serve({
  hostname: '127.0.0.1',
  port: 0,
  handle: (request, peer) => weir.weir.server.fetch(request, peer),
})
process.send!({ origin: `http://127.0.0.1:${listener.port}`, key })
