import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { selfSigned } from '../../conformance/self-signed.ts'
import { readRows } from '../../store.ts'
import { type Running, startWeir } from '../../weir.ts'
import { crawling } from './crawling.ts'
import { growTree, linking, serveSite } from './site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const { start, crawl, used } = crawling(() => weir)

describe('the pages of a crawl', () => {
  test('have an exact maxDepth, and results go from level to level', async () => {
    await using site = serveSite()
    const levels = growTree(site, 3, 3)
    const { pages, paths, job } = await crawl(site, { maxPages: 100, maxDepth: 2 })
    expect([...paths].sort()).toEqual(levels.slice(0, 3).flat().sort())
    expect(pages.map(({ depth }) => depth)).toEqual([0, ...Array(3).fill(1), ...Array(9).fill(2)])
    expect([job.status, job.completed, job.total, job.creditsUsed]).toEqual(['completed', 13, 13, 13])
    expect(site.asked.length).toBe(13)
  })
  test('have an exact maxPages, and come level by level, even with a slow page', async () => {
    await using site = serveSite()
    const levels = growTree(site, 3, 3)
    const slow = site.pages.get('/1') as string
    site.pages.set('/1', () =>
      Bun.sleep(700).then(() => new Response(slow, { headers: { 'content-type': 'text/html' } })),
    )
    const { paths, job } = await crawl(site, { maxPages: 14, maxDepth: 3 })
    expect([job.completed, paths.length, site.asked.length]).toEqual([14, 14, 14])
    expect(
      levels
        .slice(0, 3)
        .flat()
        .every((path) => paths.includes(path)),
    ).toBe(true)
  })
  test('are requested once, however their addresses are spelled', async () => {
    await using site = serveSite({
      '/': linking(['/a', '/a#x', '/a?utm_source=y', '/%61', '/b?x=1&y=2', '/b?y=2&x=1', 'mailto:a@b.test']),
      '/a': linking(['/']),
      '/b': linking([]),
    })
    const { paths } = await crawl(site)
    expect([paths.sort(), site.asked.sort()]).toEqual([
      ['/', '/a', '/b?x=1&y=2'],
      ['/', '/a', '/b?x=1&y=2'],
    ])
  })
  test('with one canonical address are one page, which is charged and counted once', async () => {
    const canonical = '<link rel="canonical" href="/item">'
    await using site = serveSite({
      '/': linking(['/item?a', '/item?b', '/item', '/item?c', '/last']),
      '/item': linking(['/below'], canonical),
      '/last': linking([]),
      '/below': linking([]),
    })
    const { key } = await weir.user()
    const { paths, job } = await crawl(site, { maxPages: 4 }, key)
    expect(paths.filter((path) => path.startsWith('/item')).length).toBe(1)
    expect(paths.sort().at(-1)).toBe('/last')
    expect(paths).toContain('/below')
    expect([job.total, job.completed, job.creditsUsed, await used(key)]).toEqual([4, 4, 4, 4])
  })
  test('have their links followed if they name another one as canonical, in any order of the two', async () => {
    const canonical = '<link rel="canonical" href="/list">'
    await using site = serveSite({
      '/': linking(['/list', '/list?page=2']),
      '/list': linking(['/one', '/list?page=2'], canonical),
      '/list?page=2': linking(['/two', '/list?page=3'], canonical),
      '/list?page=3': linking(['/three'], canonical),
      '/one': linking([]),
      '/two': linking([]),
      '/three': linking([]),
    })
    const slow = (path: string) => {
      const page = site.pages.get(path) as string
      site.pages.set(path, async () => {
        await Bun.sleep(300)
        return new Response(page, { headers: { 'content-type': 'text/html' } })
      })
      return crawl(site, { maxDepth: 3 }).finally(() => site.pages.set(path, page))
    }
    for (const path of ['/list', '/list?page=2']) {
      const { paths, job } = await slow(path)
      expect(paths.map((path) => path.replace(/[?].*/, '')).sort()).toEqual(['/', '/list', '/one', '/three', '/two'])
      expect([job.total, job.completed, job.creditsUsed]).toEqual([5, 5, 5])
    }
  }, 120_000)
  test('with another canonical address have no links followed if they forbid it', async () => {
    const head = '<link rel="canonical" href="/list"><meta name="robots" content="nofollow">'
    await using site = serveSite({
      '/': linking(['/list', '/list?page=2']),
      '/list': linking(['/one'], '<link rel="canonical" href="/list">'),
      '/list?page=2': linking(['/two'], head),
      '/one': linking([]),
      '/two': linking([]),
    })
    const { paths } = await crawl(site)
    expect(paths).not.toContain('/two')
  })
  test('without end that name the same canonical address do not keep the crawl from ending', async () => {
    const canonical = '<link rel="canonical" href="/item">'
    let sessions = 0
    await using site = serveSite({ '/': linking(['/item']) })
    site.pages.set('/item', () => {
      const links = [1, 2, 3].map(() => `/item?session=${sessions++}`)
      return new Response(linking(links, canonical), { headers: { 'content-type': 'text/html' } })
    })
    const { paths, job } = await crawl(site, { maxPages: 3, maxDepth: 10 })
    expect([paths, job.status]).toEqual([['/', '/item'], 'completed'])
    expect(site.asked.length).toBeLessThan(300)
  }, 120_000)
  test('whose every visit starts a new session are one page', async () => {
    let sessions = 0
    await using site = serveSite()
    for (const path of ['/', '/a', '/b'])
      site.pages.set(path, () => {
        const links = ['/', '/a', '/b'].map((to) => `${to}?PHPSESSID=${sessions++}`)
        return new Response(linking(links), { headers: { 'content-type': 'text/html' } })
      })
    const { paths, job } = await crawl(site, { maxDepth: 5 })
    expect(paths.map((path) => path.split('?')[0]!).toSorted()).toEqual(['/', '/a', '/b'])
    expect(job.creditsUsed).toBe(3)
  })
  test('that redirect to one page are one page', async () => {
    const to = (path: string) => () => Response.redirect(path, 302)
    await using site = serveSite({ '/': linking(['/old', '/older', '/new']), '/new': linking([]) })
    site.pages.set('/old', to(`${site.origin}/new`))
    site.pages.set('/older', to(`${site.origin}/new`))
    expect((await crawl(site)).paths.length).toBe(2)
  })
  test('do not include one that redirects to another domain', async () => {
    await using other = serveSite({ '/': linking([]) })
    await using site = serveSite({ '/': linking(['/away', '/a']), '/a': linking([]) })
    site.pages.set('/away', () => Response.redirect(`${other.origin}/`))
    const { paths, job } = await crawl(site)
    expect([paths.sort(), job.total, job.creditsUsed]).toEqual([['/', '/a'], 2, 2])
    // Nor one that does so by its markup, however often it is asked for.
    const refresh = `<meta http-equiv="refresh" content="0; url=${other.origin}/">`
    site.pages.set('/away', `${refresh}<h1>Redirecting</h1><a href="${other.origin}/">Click here</a>`)
    for (let i = 0; i < 2; i++) expect((await crawl(site, { maxAge: 1 })).paths.sort()).toEqual(['/', '/a'])
  })
  test('say that they came from the cache, even without metadata', async () => {
    await using site = serveSite({ '/': linking([]) })
    for (const cached of [undefined, true]) {
      const { pages } = await crawl(site, { maxAge: 1, includeMetadata: false })
      expect(pages[0]?.metadata.cached).toBe(cached)
    }
  })
  test('have all of their links followed, whatever part of them is shown', async () => {
    await using site = serveSite({
      '/': '<html><body><nav><a href="/a">a</a></nav><main><p>Text</p></main></body></html>',
      '/a': '<main>A</main>',
    })
    const { pages, paths } = await crawl(site, { includeTags: ['main'], formats: ['markdown', 'links'] })
    expect(paths).toEqual(['/', '/a'])
    expect([pages[0]!.markdown, pages[0]!.links, pages[0]!.pageLinks]).toEqual(['Text', [], undefined])
  })
  test('match the patterns, except the start page', async () => {
    await using site = serveSite({ '/': linking(['/docs/a', '/docs/b.pdf', '/blog/c']), '/docs/a': linking([]) })
    const { paths } = await crawl(site, { includePatterns: ['/docs/**'], excludePatterns: ['*.pdf'] })
    expect(paths).toEqual(['/', '/docs/a'])
  })
  test('are limited among endless links, of which few more than needed are stored', async () => {
    await using site = serveSite({ '/': linking(Array.from({ length: 5000 }, (_, i) => `/${i}`)), '/0': linking([]) })
    const { id, paths } = await crawl(site, { maxPages: 2 })
    expect(paths).toEqual(['/', '/0'])
    const kept = sql<{ items: number }>`select count(*) as items from job_items
      where job = (select n from jobs where id = ${id})`
    expect((await readRows(weir.dataDir, kept))[0]!.items).toBeLessThan(1100)
  })
  test('do not include other hosts, unless sameDomain is false', async () => {
    await using other = serveSite({ '/x': linking([]) })
    await using site = serveSite({ '/': linking([`${other.origin}/x`]) })
    expect((await crawl(site)).paths).toEqual(['/'])
    expect((await crawl(site, { sameDomain: false })).paths).toEqual(['/', `${other.origin}/x`])
  })
})

describe('rules of sites:', () => {
  test('sitemaps in robots.txt and sitemap.xml are read, without what robots.txt forbids', async () => {
    await using site = serveSite({ '/': linking(['/secret/a', '/b']), '/b': linking([]) })
    const { origin } = site
    const urlset = (path: string) => `<urlset><url><loc>${origin}${path}</loc></url></urlset>`
    const zipped = gzipSync(urlset('/c'))
    site.pages.set('/robots.txt', `User-agent: *\nDisallow: /secret/\nSitemap: ${origin}/sitemap-c.gz`)
    site.pages.set('/sitemap-c.gz', () => new Response(zipped))
    site.pages.set('/sitemap.xml', urlset('/d'))
    const { pages, paths } = await crawl(site)
    expect([paths.sort(), site.asked.length]).toEqual([['/', '/b', '/c', '/d'], 4])
    expect(pages.find(({ url }) => url.endsWith('/d'))?.depth).toBe(1)
    expect((await crawl(site, { respectRobots: false })).paths).toContain('/secret/a')
  })
  test('skipTlsVerification applies to robots.txt and sitemaps too', async () => {
    await using site = serveSite({ '/': linking(['/secret', '/b']), '/b': linking([]) }, { tls: selfSigned })
    site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /secret')
    site.pages.set('/sitemap.xml', `<urlset><url><loc>${site.origin}/c</loc></url></urlset>`)
    const { paths } = await crawl(site, { skipTlsVerification: true })
    expect(paths.sort()).toEqual(['/', '/b', '/c'])
    expect((await crawl(site)).job.error.details.reason).toBe('tls')
  })
  test('forbidden links are reported by the page that has them, and by no other', async () => {
    await using site = serveSite({
      '/': linking(['/secret/a', '/open', 'http://127.0.0.2:1/secret/b']),
      '/open': linking([]),
      '/robots.txt': 'User-agent: *\nDisallow: /secret/',
    })
    const { pages } = await crawl(site)
    expect(pages.map(({ forbiddenLinks }) => forbiddenLinks)).toEqual([[`${site.origin}/secret/a`], undefined])
  })
  test('robots.txt and sameDomain apply to redirects before they are followed', async () => {
    await using other = serveSite({ '/': linking([]) })
    await using site = serveSite({ '/': linking(['/a', '/b']), '/secret': linking([]) })
    site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /secret')
    site.pages.set('/a', () => Response.redirect(`${site.origin}/secret`))
    site.pages.set('/b', () => Response.redirect(`${other.origin}/`))
    const { paths, job } = await crawl(site)
    expect([paths, job.total, site.asked.sort(), other.asked]).toEqual([['/'], 1, ['/', '/a', '/b'], []])
    const from = await weir.ended(await start({ url: `${site.origin}/a` }))
    expect([from.status, from.error.details.reason]).toEqual(['failed', 'robots'])
  })
  test('links of a page with nofollow are not followed', async () => {
    await using site = serveSite({ '/': linking(['/a'], '<meta name="robots" content="noindex, nofollow">') })
    expect((await crawl(site)).paths).toEqual(['/'])
    expect((await crawl(site, { respectRobots: false })).paths).toEqual(['/', '/a'])
  })
  test('a crawl delay is kept between pages', async () => {
    await using site = serveSite({ '/': linking(['/a', '/b']), '/robots.txt': 'User-agent: *\nCrawl-delay: 1' })
    await crawl(site)
    expect(site.times.length).toBe(3)
    // A request that a busy machine delays comes closer to the next one. One delay alone would be a second in all.
    expect(site.times[2]! - site.times[0]!).toBeGreaterThan(2 * 800)
  })
  test('a host that responds with 429 is paused, and the page is requested again', async () => {
    let refused = 0
    const answer = () =>
      refused++ === 0
        ? new Response('later', { status: 429, headers: { 'retry-after': '1' } })
        : new Response(linking([]), { headers: { 'content-type': 'text/html' } })
    await using site = serveSite({ '/': linking(['/a', '/b', '/c']), '/a': answer })
    const { pages, paths } = await crawl(site)
    expect([paths.sort(), pages.every(({ status }) => status === 'success')]).toEqual([['/', '/a', '/b', '/c'], true])
    const first = site.asked.indexOf('/a')
    const early = site.times.filter((at) => at > site.times[first]! + 100 && at < site.times[first]! + 900)
    expect(early).toEqual([])
  })
  test('a pause of hours is not waited for', async () => {
    const busy = () => new Response('later', { status: 429, headers: { 'retry-after': '7200' } })
    await using site = serveSite({ '/': linking(['/a']), '/a': busy })
    const { job, pages } = await crawl(site)
    expect([job.status, pages.map(({ metadata }) => metadata.statusCode)]).toEqual(['completed', [200, 429]])
    expect(site.asked.filter((path) => path === '/a')).toHaveLength(1)
  })
  test('a slow host gets one request at a time, and a fast one up to eight', async () => {
    await using slow = serveSite({}, { delay: 600 })
    growTree(slow, 2, 1)
    await crawl(slow, { maxDepth: 1 })
    expect(slow.mostAtOnce()).toBe(1)
    await using fast = serveSite({}, { delay: 40 })
    growTree(fast, 9, 2)
    await crawl(fast, { maxPages: 60 })
    expect(fast.mostAtOnce()).toBeGreaterThan(3)
    expect(fast.mostAtOnce()).toBeLessThanOrEqual(8)
  }, 120_000)
})

describe('failures', () => {
  test('of a page cost nothing, count, and have a reason', async () => {
    await using site = serveSite({ '/': linking(['/loop', '/a']), '/a': linking([]) })
    site.pages.set('/loop', () => Response.redirect(`${site.origin}/loop`))
    const { key } = await weir.user()
    const { job, pages } = await crawl(site, {}, key)
    const failed = pages.find(({ status }) => status === 'failed')
    expect([job.status, job.completed, job.failed, job.creditsUsed]).toEqual(['completed', 2, 1, 2])
    expect([failed?.url, failed?.error.code, failed?.error.details.reason, failed?.metadata.statusCode]).toEqual([
      `${site.origin}/loop`,
      'scraping_failed',
      'too_many_redirects',
      0,
    ])
    expect(await used(key)).toBe(2)
  })
  test('with status 500 are results that cost nothing', async () => {
    await using site = serveSite({ '/': linking(['/a']), '/a': () => new Response('oh', { status: 500 }) })
    const { job, pages } = await crawl(site)
    expect([job.failed, job.creditsUsed, pages[1]?.status, pages[1]?.metadata.statusCode]).toEqual([
      0,
      1,
      'success',
      500,
    ])
  })
  test('of the whole crawl occur if robots.txt forbids the start page, without any request', async () => {
    await using site = serveSite({ '/': linking([]), '/robots.txt': 'User-agent: *\nDisallow: /' })
    const { key } = await weir.user()
    const { job } = await crawl(site, {}, key)
    expect([job.status, job.error.code, job.error.details.reason]).toEqual(['failed', 'crawl_failed', 'robots'])
    expect(job.error.message).toContain('disallows the start page or cannot be read: set respectRobots to false')
    expect([site.asked, await used(key)]).toEqual([[], 0])
    expect((await crawl(site, { respectRobots: false })).job.status).toBe('completed')
  })
  test('of the whole crawl occur if robots.txt redirects to an unreachable address', async () => {
    const gone = serveSite()
    await gone[Symbol.asyncDispose]()
    await using site = serveSite({ '/': linking([]) })
    site.pages.set('/robots.txt', () => Response.redirect(`${gone.origin}/robots.txt`))
    const { job } = await crawl(site)
    expect([job.status, job.error.details.reason, site.asked]).toEqual(['failed', 'robots', []])
  })
  test('of the whole crawl occur if the start page cannot be reached', async () => {
    const site = serveSite()
    await site[Symbol.asyncDispose]()
    for (const respectRobots of [true, false]) {
      const { job } = await crawl(site, { respectRobots })
      expect([job.status, job.error.code, job.error.details.reason]).toEqual(['failed', 'crawl_failed', 'refused'])
    }
  })
  test('of the whole crawl are not kept for an Idempotency-Key', async () => {
    const site = serveSite()
    await site[Symbol.asyncDispose]()
    const { key } = await weir.user()
    const headers = { prefer: 'wait=60', 'idempotency-key': 'once' }
    const statuses = []
    for (const maxPages of [1, 1, 2]) {
      const { status } = await weir.post('/v1/crawl', { url: site.origin, options: { maxPages } }, { key, headers })
      statuses.push(status)
    }
    expect(statuses).toEqual([500, 500, 500])
    expect((await weir.get('/v1/jobs', { key })).body.data.jobs).toHaveLength(3)
  })
  test('of a page on an unreachable host have the reason', async () => {
    const gone = serveSite()
    await gone[Symbol.asyncDispose]()
    await using site = serveSite({ '/': linking([`${gone.origin}/x`]) })
    const { pages } = await crawl(site, { sameDomain: false })
    expect([pages[1]?.status, pages[1]?.error]).toEqual([
      'failed',
      expect.objectContaining({ code: 'invalid_url', details: { url: `${gone.origin}/x`, reason: 'refused' } }),
    ])
  })
  test('secrets are only sent to the start origin', async () => {
    const got: Record<string, (string | null)[]> = { home: [], other: [] }
    const keep =
      (who: string) =>
      ({ headers }: Request) => {
        got[who]!.push(headers.get('authorization'), headers.get('x-key'))
        return new Response('<p>x</p>', { headers: { 'content-type': 'text/html' } })
      }
    await using other = serveSite({ '/x': keep('other') })
    await using site = serveSite({ '/': linking(['/a', `${other.origin}/x`]), '/a': keep('home') })
    await crawl(site, { sameDomain: false, authentication: { token: 'secret' }, headers: { 'x-key': 'secret' } })
    expect(got).toEqual({ home: ['Bearer secret', 'secret'], other: [null, null] })
  })
})

test('a link that is longer than any address is left out, and its page is a result', async () => {
  await using site = serveSite({ '/': linking([`/${'x'.repeat(12_000)}`, '/a']), '/a': linking([]) })
  const { paths, job } = await crawl(site)
  expect([paths, job.failed]).toEqual([['/', '/a'], 0])
})
