import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../core/jobs/open-jobs.ts'
import { startWeir } from '../../weir.ts'
import { article, callsOf, MONITORS } from './open.ts'

const COUNT = 12
const KILLS = 2

test('after a kill in the middle of their runs, each monitor has run once, with one notice and one charge', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-monitors-kill-'))
  let asked = 0
  let line = 'as it was'
  const told = new Set<string>()
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname === '/hook') {
        told.add(((await request.json()) as { id: string }).id)
        return new Response('')
      }
      asked++
      await Bun.sleep(5)
      return new Response(article(['one', line]), { headers: { 'content-type': 'text/html' } })
    },
  })
  const settings = {
    WEIR_ENGINES: 'lightweight',
    WEIR_DATA_DIR: dataDir,
    WEIR_ADMIN_API_KEY: `wr_12345_${'7'.repeat(40)}`,
    WEIR_PLANS: JSON.stringify({ enterprise: { callsPerMinute: null } }),
  }
  /** Runs a Weir with new monitors until this many more pages were requested, and then kills it. */
  const killAfter = (more: number, make: number) => {
    const child = join(import.meta.dir, 'kill-child.ts')
    const args = [child, JSON.stringify(settings), site.url.origin, String(make)]
    const weirProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    weirProcess.stdout.on('data', () => {
      const enough = asked + more
      const timer = setInterval(() => {
        if (asked < enough) return
        clearInterval(timer)
        weirProcess.kill('SIGKILL')
      }, 1)
    })
    return new Promise<void>((resolve, reject) => {
      weirProcess.on('error', reject)
      weirProcess.on('close', (code) => (code === null ? resolve() : reject(new Error(`It ended by itself: ${code}`))))
    })
  }
  try {
    await killAfter(0, COUNT)
    for (let kill = 1; kill < KILLS; kill++) await killAfter(0, 0)
    const weir = await startWeir(settings)
    try {
      const { history } = callsOf(weir)
      const { monitors } = (await weir.get(`${MONITORS}?limit=100`)).body.data as { monitors: { id: string }[] }
      expect(monitors).toHaveLength(COUNT)
      const entries = async () => (await Promise.all(monitors.map(({ id }) => history(id)))).flat()
      await until('all baselines', async () => (await entries()).length === COUNT, 30_000)
      line = 'as it is in the end'
      for (const { id } of monitors) await weir.post(`${MONITORS}/${id}/run`)
      await until('all runs', async () => (await entries()).length === 2 * COUNT, 30_000)
      const all = await entries()
      expect(new Set(all.map(({ id }) => id)).size).toBe(2 * COUNT)
      const changes = all.filter(({ status }) => status === 'changed').length
      expect(changes).toBe(COUNT)
      await until('all notices', () => told.size === changes, 30_000)
      const { credits } = (await weir.get('/v1/users/profile')).body.data
      expect(credits.used).toBe(all.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0))
    } finally {
      await weir.close()
    }
  } finally {
    site.stop(true)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
