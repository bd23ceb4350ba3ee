import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../../conformance/self-signed.ts'
import { type Running, startWeir } from '../../weir.ts'
import { growTree, linking, serveSite, type TestSite } from '../crawl/site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

interface Entry {
  url: string
  depth: number
  statusCode: number | null
  title: string | null
  description?: string | null
  parentUrl: string | null
}
const ask = (url: string, options: object = {}, key?: string) => weir.post('/v1/map', { url, options }, { key })
interface Mapped {
  urls: Entry[]
  paths: string[]
  domain: string
  rootUrl: string
  totalPages: number
  maxDepthReached: number
  summary: Record<string, number | boolean>
}
async function map(site: TestSite, options: object = {}, key?: string): Promise<Mapped> {
  const { status, body, text } = await ask(`${site.origin}/`, options, key)
  if (status !== 200) throw new Error(`${status} ${text}`)
  const urls: Entry[] = body.data.urls
  return { ...body.data, urls, paths: urls.map(({ url }) => url.replace(site.origin, '')) }
}
const used = async (key: string) => (await weir.get('/v1/users/profile', { key })).body.data.credits.used

describe('the found URLs', () => {
  test('are up to two links deep by default, with the right parents, depths, titles and statuses', async () => {
    await using site = serveSite()
    const levels = growTree(site, 3, 3)
    const { urls, paths, maxDepthReached, domain, rootUrl, totalPages } = await map(site)
    expect(paths).toEqual(levels.slice(0, 3).flat())
    expect([maxDepthReached, totalPages, domain, rootUrl]).toEqual([
      2,
      13,
      new URL(site.origin).host,
      `${site.origin}/`,
    ])
    expect(urls[0]).toMatchObject({ depth: 0, parentUrl: null, statusCode: 200, title: 'Page' })
    expect(urls.find(({ url }) => url.endsWith('/2-3'))).toMatchObject({ depth: 2, parentUrl: `${site.origin}/2` })
  })
  test('of a root that is a sitemap are those that it lists', async () => {
    await using site = serveSite({ '/listed': linking([]) })
    const listed = `<urlset><url><loc>${site.origin}/listed</loc></url></urlset>`
    // Some servers call it a page.
    for (const type of ['text/xml', 'text/html']) {
      site.pages.set('/', () => new Response(listed, { headers: { 'content-type': type } }))
      expect((await map(site)).paths).toEqual(['/', '/listed'])
      expect((await map(site, { sitemap: 'skip' })).paths).toEqual(['/'])
    }
  })
  test('of a site of one page have depth 0', async () => {
    await using site = serveSite({ '/': linking([]) })
    const { paths, maxDepthReached, totalPages } = await map(site)
    expect([paths, maxDepthReached, totalPages]).toEqual([['/'], 0, 1])
  })
  test('are exactly maxPages, even if some pages are slow, with whole levels first', async () => {
    await using site = serveSite()
    const levels = growTree(site, 3, 3)
    const slow = site.pages.get('/1') as string
    site.pages.set('/1', () =>
      Bun.sleep(300).then(() => new Response(slow, { headers: { 'content-type': 'text/html' } })),
    )
    const { paths } = await map(site, { maxPages: 14, maxDepth: 5 })
    expect(paths.length).toBe(14)
    expect(
      levels
        .slice(0, 3)
        .flat()
        .every((path) => paths.includes(path)),
    ).toBe(true)
    expect(site.asked.length).toBe(14)
  })
  test('are listed once for each page: by spelling, canonical address and redirects', async () => {
    const canonical = '<link rel="canonical" href="/item">'
    await using site = serveSite({
      '/': linking(['/a', '/a#x', '/%61?utm_source=y', '/item?1', '/item?2', '/old', '/new']),
      '/a': linking([]),
      '/item': linking([], canonical),
      '/new': linking([]),
    })
    site.pages.set('/old', () => Response.redirect(`${site.origin}/new`))
    const { paths, summary } = await map(site)
    expect([paths.length, new Set(paths.map((path: string) => path.replace(/\?\d/, ''))).size]).toEqual([4, 4])
    expect(summary.totalUrls).toBe(4)
  })
  test('are the canonical ones of a level, otherwise the first, whichever responds first', async () => {
    const slowly = (html: string) => () =>
      Bun.sleep(300).then(() => new Response(html, { headers: { 'content-type': 'text/html' } }))
    const item = '<link rel="canonical" href="/item">'
    const far = '<link rel="canonical" href="/far">'
    await using site = serveSite({ '/': linking(['/copy', '/item', '/one', '/two']) })
    site.pages.set('/copy', linking([], item))
    site.pages.set('/item', slowly(linking([], item)))
    site.pages.set('/one', slowly(linking([], far)))
    site.pages.set('/two', linking([], far))
    expect((await map(site)).paths).toEqual(['/', '/item', '/one'])
  })
  test('include those that are not pages, with their status; redirects and failures are counted', async () => {
    await using site = serveSite({ '/': linking(['/file', '/gone', '/away', '/error']) })
    site.pages.set('/file', () => new Response(new Uint8Array(100), { headers: { 'content-type': 'application/zip' } }))
    site.pages.set('/away', () => Response.redirect(`${site.origin}/landed`))
    site.pages.set('/landed', linking([]))
    site.pages.set('/error', () => new Response('oh', { status: 500 }))
    const { urls, summary } = await map(site)
    expect(urls.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 200, 500])
    expect(summary).toMatchObject({ totalUrls: 5, successfulUrls: 2, failedUrls: 2, redirectUrls: 1 })
  })
  test('include those of sitemaps, with gzip and indexes, which have no parent', async () => {
    await using site = serveSite({ '/': linking(['/a', '/secret/b']), '/a': linking([]) })
    const { origin } = site
    const zipped = gzipSync(
      `<urlset><url><loc>${origin}/c</loc></url><url><loc>${origin}/secret/d</loc></url></urlset>`,
    )
    site.pages.set('/robots.txt', `User-agent: *\nDisallow: /secret/\nSitemap: ${origin}/sitemap-index.txt`)
    site.pages.set(
      '/sitemap-index.txt',
      `<sitemapindex><sitemap><loc>${origin}/sitemap-c.gz</loc></sitemap></sitemapindex>`,
    )
    site.pages.set('/sitemap-c.gz', () => new Response(zipped))
    const { paths, urls } = await map(site)
    expect(paths).toEqual(['/', '/a', '/c'])
    expect(urls[2]).toMatchObject({ depth: 1, parentUrl: null, statusCode: 404 })
    expect((await map(site, { respectRobots: false })).paths).toEqual(['/', '/a', '/secret/b', '/c', '/secret/d'])
  })
  test('are filtered by patterns and sameDomain', async () => {
    await using other = serveSite({ '/x': linking([]) })
    await using site = serveSite({ '/': linking(['/docs/a', '/docs/b.pdf', '/c', `${other.origin}/x`]) })
    expect((await map(site, { includePatterns: ['/docs/**'], excludePatterns: ['*.pdf'] })).paths).toEqual([
      '/',
      '/docs/a',
    ])
    expect((await map(site, { sameDomain: false })).paths).toContain(`${other.origin}/x`)
  })
  test('come from sitemaps and links, or from either alone', async () => {
    await using site = serveSite({
      '/': linking(['/linked']),
      '/linked': linking([]),
      '/listed': linking(['/beyond']),
      '/beyond': linking([]),
    })
    site.pages.set('/sitemap.xml', `<urlset><url><loc>${site.origin}/listed</loc></url></urlset>`)
    const pathsWith = async (sitemap?: string) => (await map(site, { sitemap })).paths.toSorted()
    expect(await pathsWith()).toEqual(['/', '/beyond', '/linked', '/listed'])
    expect(await pathsWith('skip')).toEqual(['/', '/linked'])
    expect(await pathsWith('only')).toEqual(['/', '/listed'])
  })
  test('that differ only in their query are one, if requested', async () => {
    await using site = serveSite({ '/': linking(['/list?page=1', '/list?page=2']), '/list': linking([]) })
    expect((await map(site)).paths.length).toBe(3)
    expect((await map(site, { ignoreQueryParameters: true })).paths).toEqual(['/', '/list?page=1'])
  })
  test('are filtered by regular expressions; an invalid one is refused by its position', async () => {
    await using site = serveSite({ '/': linking(['/a1', '/b']), '/a1': linking([]), '/b': linking([]) })
    expect((await map(site, { patternSyntax: 'regex', includePatterns: ['\\d$'] })).paths).toEqual(['/', '/a1'])
    const { status, body } = await ask(`${site.origin}/`, { patternSyntax: 'regex', excludePatterns: ['('] })
    expect([status, body.error.details.parameter]).toEqual([400, 'excludePatterns.0'])
  })
  test('have the right titles for pages in other encodings, declared or not', async () => {
    const bytes = Buffer.from('<html lang="fr"><title>Café à la crème</title>', 'latin1')
    await using site = serveSite({ '/': linking(['/a', '/b']) })
    site.pages.set('/a', () => new Response(bytes, { headers: { 'content-type': 'text/html; charset=iso-8859-1' } }))
    site.pages.set('/b', () => new Response(bytes, { headers: { 'content-type': 'text/html' } }))
    expect((await map(site)).urls.map(({ title }) => title)).toEqual(['Page', 'Café à la crème', 'Café à la crème'])
  })
  test('are not those of hidden mail addresses, nor those with a placeholder for a script', async () => {
    await using site = serveSite({ '/': linking(['/cdn-cgi/l/email-protection#5a3b1a3b743e3f', '/{{path}}', '/a']) })
    site.pages.set('/a', linking([]))
    expect((await map(site)).paths).toEqual(['/', '/a'])
  })
})

test('a redirect that leads back to the same page is counted as one', async () => {
  await using site = serveSite({ '/': linking(['/gate']) })
  site.pages.set('/gate', ({ headers, url }) =>
    headers.get('cookie') === 'passed=1'
      ? new Response(linking([]), { headers: { 'content-type': 'text/html' } })
      : new Response(null, { status: 302, headers: { location: url, 'set-cookie': 'passed=1' } }),
  )
  const { urls, summary } = await map(site)
  expect(urls.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect([summary.redirectUrls, summary.successfulUrls]).toEqual([1, 1])
})

test('skipTlsVerification applies to robots.txt and sitemaps too', async () => {
  await using site = serveSite({ '/': linking(['/secret', '/b']), '/b': linking([]) }, { tls: selfSigned })
  site.pages.set('/robots.txt', 'User-agent: *\nDisallow: /secret')
  site.pages.set('/sitemap.xml', `<urlset><url><loc>${site.origin}/c</loc></url></urlset>`)
  const { paths } = await map(site, { skipTlsVerification: true })
  expect(paths.sort()).toEqual(['/', '/b', '/c'])
  expect((await ask(`${site.origin}/`)).body.error.details.reason).toBe('tls')
})

test('a path that robots.txt forbids is not requested, not even after a redirect', async () => {
  await using site = serveSite({ '/': linking(['/moved']), '/robots.txt': 'User-agent: *\nDisallow: /secret' })
  site.pages.set('/moved', () => Response.redirect(`${site.origin}/secret`))
  site.pages.set('/secret', linking(['/below']))
  const { urls, summary } = await map(site)
  expect(urls.map(({ statusCode }) => statusCode)).toEqual([200, 302])
  expect([summary.redirectUrls, site.asked]).toEqual([1, ['/', '/moved']])
})

test('a page of a busy host is requested again after its Retry-After', async () => {
  let asked = 0
  await using site = serveSite({ '/': linking(['/a']), '/b': linking([]) })
  site.pages.set('/a', () =>
    asked++ === 0
      ? new Response('later', { status: 429, headers: { 'retry-after': '1' } })
      : new Response(linking(['/b']), { headers: { 'content-type': 'text/html' } }),
  )
  const { urls, paths } = await map(site)
  expect([paths, urls.map(({ statusCode }) => statusCode)]).toEqual([
    ['/', '/a', '/b'],
    [200, 200, 200],
  ])
  expect(site.times[2]! - site.times[1]!).toBeGreaterThan(900)
})

test('metadataLimit is the number of URLs with a description', async () => {
  const head = '<meta name="description" content="Words">'
  await using site = serveSite({ '/': linking(['/a', '/b'], head), '/a': linking([], head), '/b': linking([], head) })
  expect((await map(site)).urls.some((entry) => 'description' in entry)).toBe(false)
  const { urls } = await map(site, { includeMetadata: true, metadataLimit: 2 })
  expect(urls.map(({ description }) => description)).toEqual(['Words', 'Words', undefined])
})

test('at the end of the timeout, the URLs found so far are returned', async () => {
  await using site = serveSite({ '/': linking(Array.from({ length: 30 }, (_, i) => `/slow-${i}`)) })
  for (let i = 0; i < 30; i++) site.pages.set(`/slow-${i}`, () => Bun.sleep(700).then(() => new Response('x')))
  const { urls, summary } = await map(site, { timeout: 1500 })
  expect([urls.length, summary.timedOut]).toEqual([31, true])
  const asked = urls.filter(({ statusCode }) => statusCode !== null).length
  expect(asked).toBeGreaterThan(1)
  expect(asked).toBeLessThan(31)
  expect(summary.successfulUrls).toBe(asked)
})

describe('the price of a map', () => {
  test('is a tenth of a credit for each returned URL', async () => {
    await using site = serveSite()
    growTree(site, 3, 2)
    const { key } = await weir.user()
    const { summary } = await map(site, { maxDepth: 1 }, key)
    expect([summary.creditsUsed, await used(key)]).toEqual([0.4, 0.4])
  })
  test('is higher for deep pages', async () => {
    const chain = Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [i ? `/${i}` : '/', linking([`/${i + 1}`])]))
    await using site = serveSite(chain)
    expect((await map(site, { maxDepth: 5 })).summary.creditsUsed).toBe(0.64)
  })
  test('is nothing after a failure, and the hold is released', async () => {
    await using site = serveSite()
    site.pages.set('/', () => Response.redirect(`${site.origin}/`))
    const { key } = await weir.user('enterprise', { monthlyCredits: 10 })
    for (let i = 0; i < 3; i++) {
      const { status, body } = await ask(`${site.origin}/`, {}, key)
      expect([status, body.error.code, body.error.details.reason]).toEqual([
        500,
        'mapping_failed',
        'too_many_redirects',
      ])
    }
    expect(await used(key)).toBe(0)
  })
  test('is refused if it exceeds the credits', async () => {
    const { key } = await weir.user('enterprise', { monthlyCredits: 1 })
    const { status, body } = await ask('http://127.0.0.1/', {}, key)
    expect([status, body.error.code]).toEqual([402, 'insufficient_credits'])
  })
})

describe('refusals', () => {
  test('a root that cannot be reached is invalid_url with its reason', async () => {
    const site = serveSite()
    await site[Symbol.asyncDispose]()
    for (const respectRobots of [true, false]) {
      const { status, body } = await ask(`${site.origin}/`, { respectRobots })
      expect([status, body.error.code, body.error.details]).toEqual([
        400,
        'invalid_url',
        { url: `${site.origin}/`, reason: 'refused' },
      ])
    }
  })
  test('a root that robots.txt forbids is mapping_failed, and is not requested', async () => {
    await using site = serveSite({ '/robots.txt': 'User-agent: *\nDisallow: /' })
    const { status, body } = await ask(`${site.origin}/`)
    expect([status, body.error.code, body.error.details.reason, site.asked]).toEqual([
      500,
      'mapping_failed',
      'robots',
      [],
    ])
  })
  test('a root whose robots.txt cannot be read is mapping_failed too', async () => {
    await using site = serveSite({ '/': linking([]) })
    site.pages.set('/robots.txt', () => Response.redirect(`${site.origin}/robots.txt`))
    const { status, body } = await ask(`${site.origin}/`)
    expect([status, body.error.details, site.asked]).toEqual([500, { url: `${site.origin}/`, reason: 'robots' }, []])
    expect(body.error.message).toContain('set respectRobots to false to map it anyway')
  })
  test('a root that does not answer in time is mapping_failed', async () => {
    await using site = serveSite({ '/': () => Bun.sleep(5000).then(() => new Response('x')) })
    const { status, body } = await ask(`${site.origin}/`, { timeout: 1000 })
    expect([status, body.error.code, body.error.details.reason]).toEqual([500, 'mapping_failed', 'timeout'])
  })
  test('options out of range are invalid_options', async () => {
    for (const options of [
      { maxDepth: 6 },
      { maxPages: 0 },
      { timeout: 999 },
      { engine: 'nonesuch' },
      { maxDepth: '1' },
    ]) {
      const { status, body } = await ask('http://127.0.0.1/', options)
      expect([status, body.error.code]).toEqual([400, 'invalid_options'])
    }
  })
})
