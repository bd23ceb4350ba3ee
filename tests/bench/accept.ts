/**
 * Measures how many jobs of 100 URLs are accepted per second: authenticated, validated, with credits held and all
 * items on disk. The jobs are not run. Usage: bun tests/bench/accept.ts [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../core/config.ts'
import { createLog } from '../../core/log.ts'
import { runtime } from '../../core/runtime/index.ts'
import { openWeir } from '../../core/weir/index.ts'
import { median, table } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const SECONDS = 2
const key = `wr_12345_${'7'.repeat(40)}`
const dataDir = mkdtempSync(join(tmpdir(), 'weir-accept-'))
const unlimited = { enterprise: { concurrent: null, burst: null, monthlyCredits: null } }
const config = await loadConfig(
  {
    WEIR_DATA_DIR: dataDir,
    WEIR_ADMIN_API_KEY: key,
    WEIR_PLANS: JSON.stringify(unlimited),
    WEIR_ENGINES: 'lightweight',
  },
  dataDir,
)
const weir = await openWeir(config, { log: createLog('text', () => {}), works: false })
const listener = await runtime.serve({
  hostname: '127.0.0.1',
  port: 0,
  handle: (request, peer) => weir.server.fetch(request, peer),
})

const urls = Array.from({ length: 100 }, (_, i) => `https://example.com/catalogue/page-${i}.html`)
const body = JSON.stringify({ urls })
const request = [
  'POST /v1/scrape HTTP/1.1',
  'Host: localhost',
  `Authorization: Bearer ${key}`,
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join('\r\n')

const rows: (string | number)[][] = []
for (const connections of [1, 32, 200]) {
  const figures: { perSecond: number; p50: number; p99: number; failures: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const child = Bun.spawn(
      [process.execPath, `${import.meta.dir}/load.ts`, `${listener.port}`, `${connections}`, `${SECONDS}`],
      { stdin: new Blob([request]), stdout: 'pipe' },
    )
    const figure = JSON.parse(await new Response(child.stdout).text())
    // The first round is a warm-up.
    if (round > 0) figures.push(figure)
  }
  const of = (name: 'perSecond' | 'p50' | 'p99' | 'failures') => median(figures.map((figure) => figure[name]))
  rows.push([`${connections} connections`, of('perSecond'), of('p50'), of('p99'), of('failures')])
}
console.log(table(['jobs of 100 URLs', 'accepted/s', 'p50 ms', 'p99 ms', 'failures'], rows))
listener.abort()
await weir.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
