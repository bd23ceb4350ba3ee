/**
 * Kills the service with SIGKILL at random moments of crawls that end when they have every page (goal R1). Pages,
 * failures and charge must be those of an undisturbed crawl, and only requests that were in progress may be repeated.
 * Usage: bun tests/bench/crawl-crash.ts [kills] [pages of a crawl]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awaitCrawl, crawlOf, serveTangle, type Tangle } from '../plugins/crawl/tangle.ts'
import { type Running, startWeir } from '../weir.ts'
import { table } from './figures.ts'

const kills = Number(process.argv[2] ?? 100)
const count = Number(process.argv[3] ?? 1000)
/** Concurrent items of a crawl: 8 for each host, and one for the host with a crawl delay. */
const UNDER_WAY = 25
/** The most requests, and the most milliseconds, after which a process is killed. */
const MAX_LIFE = 60
const MAX_START = 600
const adminKey = `wr_12345_${'7'.repeat(40)}`
const child = join(import.meta.dir, '../plugins/crawl/kill-child.ts')

/**
 * Runs Weir until it has printed something or a time has passed, and until the site has had a number of further
 * requests. Returns what it printed.
 */
function killOnce(args: string[], { asked }: Tangle, mayDieEarly: boolean): Promise<string> {
  const isEarly = mayDieEarly && Math.random() < 0.2
  const wanted = asked.length + Math.random() * MAX_LIFE
  const process_ = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const die = () => process_.kill('SIGKILL')
  if (isEarly) setTimeout(die, Math.random() * MAX_START)
  let said = ''
  process_.stdout.on('data', (chunk) => {
    said += chunk
    const from = performance.now()
    const timer = setInterval(() => {
      if (asked.length < wanted && performance.now() - from < 2000) return
      clearInterval(timer)
      setTimeout(die, Math.random() * 20)
    }, 1)
  })
  return new Promise((resolve) => process_.on('close', () => resolve(said)))
}

const settings = (dataDir: string) => ({ WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: adminKey })
const usedBy = async (weir: Running) => (await weir.get('/v1/users/profile', { key: adminKey })).body.data.credits.used

/** Runs a crawl whose process is killed at most `most` times; 0 kills nothing. */
async function crawl(most: number) {
  const tangle = serveTangle(count)
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-crash-'))
  const start = JSON.stringify(crawlOf(tangle, count))
  try {
    let jobId = ''
    let killed = 0
    for (; killed < most && tangle.asked.length < tangle.reachable.length; killed++) {
      const said = await killOnce(jobId ? [dataDir, adminKey] : [dataDir, adminKey, start], tangle, jobId !== '')
      jobId ||= /accepted (\S+)/.exec(said)![1]!
    }
    const weir = await startWeir(settings(dataDir))
    jobId ||= (await weir.post('/v1/crawl', JSON.parse(start), { key: adminKey })).body.jobId
    const ended = await awaitCrawl(weir, jobId, adminKey)
    const used = await usedBy(weir)
    await weir.close()
    return { ...ended, used, killed, asked: tangle.asked.length, tangle }
  } finally {
    await tangle.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const breaches: string[] = []
const undisturbed = await crawl(0)
let killed = 0
let again = 0
let rounds = 0
while (killed < kills) {
  const round = await crawl(kills - killed)
  const { job, pages, failed, used } = round
  const check = (name: string, had: unknown, wanted: unknown) => {
    if (`${had}` !== `${wanted}`) breaches.push(`crawl ${rounds}: ${name} ${had}, undisturbed ${wanted}`)
  }
  check('status', job.status, 'completed')
  check('pages', pages, undisturbed.pages)
  check('failures', failed, undisturbed.failed)
  check('charge', [job.creditsUsed, used], [undisturbed.job.creditsUsed, undisturbed.used])
  const more = round.asked - undisturbed.asked
  // A page in progress may have requested a redirect or two before.
  if (more > round.killed * UNDER_WAY * 3) breaches.push(`crawl ${rounds}: ${more} requests more than undisturbed`)
  killed += round.killed
  again += more
  rounds++
}
console.log(
  table(
    [`${count} pages, kill -9`, ''],
    [
      ['kills', killed],
      ['crawls', rounds],
      ['pages of each', undisturbed.pages.length],
      ['requests again, a kill', (again / killed).toFixed(1)],
      ['breaches', breaches.length],
    ],
  ),
)
for (const breach of breaches) console.log(breach.slice(0, 500))
process.exit(breaches.length > 0 ? 1 : 0)
