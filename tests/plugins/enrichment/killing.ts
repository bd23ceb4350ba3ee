import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, startWeir } from '../../weir.ts'
import { ENRICHMENT, fieldsNamed, type Row, startWorld } from './open.ts'

/** Concurrent rows. */
export const CONCURRENCY = 20
/** Credits of a row with the requested fields. */
export const PRICE = 2

/** The outcome of an enrichment whose process was killed repeatedly. */
export interface Outcome {
  status: Record<string, unknown>
  rows: Row[]
  /** Credits that the account has used, and the sum of its rows. */
  used: number
  charged: number
  /** Requests to the model. */
  asked: number
  /** Credits that are still held. */
  held: number
  /** Rows that were completed when the job was cancelled. */
  doneBefore: number
}

/**
 * Enriches `count` rows, of which one in ten has no company, while the process is killed repeatedly, each time after
 * some rows. With `cancel` the job is then cancelled halfway.
 */
export async function enrichUnderKills(count: number, kills: number, cancel = false): Promise<Outcome> {
  const world = await startWorld({
    sites: Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`c${i}.test`, { '/': `<title>C${i}</title><p>Industry: Number ${i}</p>` }]),
    ),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-enrichment-kill-'))
  const adminKey = `wr_12345_${'7'.repeat(40)}`
  // Just enough credits for the job. Another one like it is refused, and the error has the available credits.
  const plans = JSON.stringify({ enterprise: { monthlyCredits: PRICE * count } })
  const settings = { ...world.settings, WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: adminKey, WEIR_PLANS: plans }
  const data = Array.from({ length: count }, (_, i) => ({ email: `p${i}@c${i % 10}.test` }))
  const body = { data, fields: fieldsNamed('industry', 'motto', 'size'), options: { concurrency: CONCURRENCY } }
  /** Runs a Weir until `more` further requests were made, and kills it. */
  const killAfter = (more: number, begin?: object) => {
    const args = [world.folder, JSON.stringify(settings), ...(begin ? [JSON.stringify(begin)] : [])]
    const child = spawn(process.execPath, [join(import.meta.dir, 'kill-child.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const until = world.model.asks.length + more
      const timer = setInterval(() => {
        if (world.model.asks.length < until) return
        clearInterval(timer)
        child.kill('SIGKILL')
      }, 1)
    })
    return new Promise<string>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => (code === null ? resolve(said) : reject(new Error(`It ended by itself: ${code}`))))
    })
  }
  try {
    const share = Math.floor((count * 0.9) / (2 * (kills + 1)))
    const jobId = /accepted (\S+)/.exec(await killAfter(share, body))![1]!
    for (let kill = 1; kill < kills; kill++) await killAfter(share)
    const weir = await startWeir(settings, world.folder)
    try {
      return await conclude(weir, { jobId, key: adminKey, cancel, body, asked: () => world.model.asks.length })
    } finally {
      await weir.close()
    }
  } finally {
    await world.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Concluding {
  jobId: string
  key: string
  cancel: boolean
  /** The job that it was started with. */
  body: object
  asked: () => number
}

async function conclude(weir: Running, { jobId, key, cancel, body, asked }: Concluding): Promise<Outcome> {
  const get = async (path: string) => (await weir.get(path, { key })).body
  const read = async () => (await get(`${ENRICHMENT}/${jobId}`)).data
  const doneBefore = (await read()).rowsProcessed
  if (cancel) await weir.post(`${ENRICHMENT}/${jobId}/cancel`, undefined, { key })
  let status = await read()
  while (status.completedAt === null) {
    await Bun.sleep(50)
    status = await read()
  }
  const rows: Row[] = await get(`${ENRICHMENT}/${jobId}/results`)
  const { credits } = (await get('/v1/users/profile')).data
  // Held credits are not available to another job.
  const refused = await weir.post(ENRICHMENT, body, { key })
  return {
    status,
    rows,
    used: credits.used,
    charged: rows.reduce((sum, { credits_used }) => sum + credits_used, 0),
    asked: asked(),
    held: credits.remaining - refused.body.data.available,
    doneBefore,
  }
}
