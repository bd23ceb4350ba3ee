/** A server on an existing store, or on one that it fills first. Usage: bun serve.ts FOLDER JSON */
import { join } from 'node:path'
import { runtime } from '../../../core/runtime/index.ts'
import { startWeir } from '../../weir.ts'
import { type Held, lookAtLoop } from '../held.ts'

const [folder = '', make = 'null'] = process.argv.slice(2)
const key = 'wr_bench_0123456789012345678901234567890123456789'
const plans = JSON.stringify({ enterprise: { callsPerMinute: null, concurrent: null, burst: null } })
const weir = await startWeir(
  {
    WEIR_PLUGINS: 'account,jobs,results,./tests/plugins/jobs/fixtures/large.ts',
    WEIR_ENGINES: 'lightweight',
    WEIR_DATA_DIR: folder,
    WEIR_PLANS: plans,
    WEIR_ADMIN_API_KEY: key,
  },
  join(import.meta.dir, '../../..'),
)
const listener = await runtime.serve({
  hostname: '127.0.0.1',
  port: 0,
  handle: (request, peer) => weir.weir.server.fetch(request, peer),
})

let jobId = ''
const wanted = JSON.parse(make) as { items: number; texts: number; characters: number; nested: number } | null
if (wanted) {
  const { items: count, ...sizes } = wanted
  const items = Array.from({ length: count }, (_, i) => ({ name: `item ${i}`, ...sizes }))
  const raw = JSON.stringify({ items })
  const answer = await weir.post('/v1/large', undefined, { key, raw })
  if (answer.status !== 202) throw new Error(answer.text)
  jobId = answer.body.data.jobId
  await weir.ended(jobId, { key })
}

let seen: (() => Held) | undefined
process.on('message', () => {
  const held = seen?.()
  seen = held ? undefined : lookAtLoop()
  process.send!(held ?? {})
})
process.send!({ origin: `http://127.0.0.1:${listener.port}`, key, jobId })
