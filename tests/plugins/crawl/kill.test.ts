import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWeir } from '../../weir.ts'
import { killAfter } from './kill-after.ts'
import { growTree, linking, serveSite } from './site.ts'

test('a crawl whose process is killed repeatedly has each page once, and is charged for each once', async () => {
  await using site = serveSite({}, { delay: 15 })
  const levels = growTree(site, 4, 3)
  const canonical = '<link rel="canonical" href="/1">'
  const expected = levels.flat().length
  // Another address of a page. It has the same links, since either may be read first.
  site.pages.set('/', linking(['/1?again', ...levels[1]!], ''))
  const first = (site.pages.get('/1') as string).replace('<title>', `${canonical}<title>`)
  for (const address of ['/1', '/1?again']) site.pages.set(address, first)
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-kill-'))
  const adminKey = `wr_12345_${'7'.repeat(40)}`
  try {
    const crawl = { url: `${site.origin}/`, maxPages: 150, maxDepth: 3, maxAge: 0 }
    const said = await killAfter([dataDir, adminKey, JSON.stringify(crawl)], 150)
    const jobId = /accepted (\S+)/.exec(said)![1]!
    for (let kill = 0; kill < 2; kill++) await killAfter([dataDir, adminKey], 100 + Math.random() * 200)

    const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: adminKey })
    const options = { key: adminKey }
    const job = await weir.ended(jobId, options)
    const urls = (await weir.results(jobId, options)).map(({ url }) => url.replace(site.origin, ''))
    const { credits } = (await weir.get('/v1/users/profile', options)).body.data
    await weir.close()

    const paths = urls.map((path) => (path === '/1?again' ? '/1' : path)).sort()
    expect(job.status).toBe('completed')
    expect(paths).toEqual(levels.flat().sort())
    expect([job.completed, job.failed, job.total, job.creditsUsed, credits.used]).toEqual([
      expected,
      0,
      expected,
      expected,
      expected,
    ])
    // Pages that were completed before a kill are not requested again, only those in progress.
    expect(site.asked.length).toBeLessThanOrEqual(expected + 1 + 3 * 8)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 90_000)
