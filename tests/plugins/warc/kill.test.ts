import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWeir } from '../../weir.ts'
import { killAfter } from '../crawl/kill-after.ts'
import { growTree, serveSite } from '../crawl/site.ts'
import { readWarc } from './read-warc.ts'

test('after kills, each page of a crawl is in the archive once and complete', async () => {
  await using site = serveSite({}, { delay: 15 })
  const paths = growTree(site, 3, 3).flat().sort()
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-kill-'))
  const adminKey = `wr_12345_${'7'.repeat(40)}`
  const archive = { WEIR_ARCHIVE: 'on' }
  try {
    const crawl = { url: site.origin + paths[0], maxPages: 150, maxDepth: 3, maxAge: 0 }
    const said = await killAfter([dataDir, adminKey, JSON.stringify(crawl)], 150, archive)
    const jobId = /accepted (\S+)/.exec(said)![1]!
    await killAfter([dataDir, adminKey], 100 + Math.random() * 200, archive)

    const weir = await startWeir({
      WEIR_ENGINES: 'lightweight',
      WEIR_DATA_DIR: dataDir,
      WEIR_ADMIN_API_KEY: adminKey,
      ...archive,
    })
    const options = { key: adminKey }
    expect((await weir.ended(jobId, options)).status).toBe('completed')
    const scraped = (await weir.results(jobId, options)).map(({ url }) => url.replace(site.origin, '')).sort()
    const headers = { authorization: `Bearer ${adminKey}` }
    const answer = await weir.weir.server.fetch(new Request('http://weir.test/v1/archive/local/warc', { headers }))
    const records = await readWarc(await answer.bytes())
    await weir.close()

    const pages = records.filter(({ type }) => type === 'response' || type === 'revisit')
    expect(pages.map(({ url }) => url.replace(site.origin, '')).sort()).toEqual(scraped)
    expect(scraped.length).toBe(paths.length)
    for (const { block } of pages) expect(block.toString()).toStartWith('HTTP/1.1 200 ')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
