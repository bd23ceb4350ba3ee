import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { crawling } from './crawling.ts'
import { linking, serveSite } from './site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const { crawl } = crawling(() => weir)

test('an external page that the site links to is fetched, and none that it links to', async () => {
  await using elsewhere = serveSite({
    '/a': linking(['/b']),
    '/b': linking([]),
    '/ads': linking([]),
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/private': linking([]),
  })
  await using site = serveSite({
    '/': linking(['/docs/1', '/blog', ...['/a', '/ads', '/private'].map((path) => elsewhere.origin + path)]),
    '/docs/1': linking([]),
    '/blog': linking([]),
  })
  const { pages, job } = await crawl(site, {
    externalLinks: true,
    includePatterns: ['/docs/**'],
    excludePatterns: ['/ads'],
  })
  expect(pages.map(({ url, depth, external }) => [url, depth, external]).sort()).toEqual(
    [
      [`${site.origin}/`, 0, undefined],
      [`${site.origin}/docs/1`, 1, undefined],
      [`${elsewhere.origin}/a`, 1, true],
    ].sort(),
  )
  expect([job.completed, elsewhere.asked]).toEqual([3, ['/a']])
})

test('an external address in a sitemap is not a page that the site links to', async () => {
  await using elsewhere = serveSite({ '/listed': linking([]) })
  await using site = serveSite({ '/': linking([]) })
  const listed = `<urlset><url><loc>${elsewhere.origin}/listed</loc></url></urlset>`
  site.pages.set('/sitemap.xml', () => new Response(listed, { headers: { 'content-type': 'application/xml' } }))
  expect((await crawl(site, { externalLinks: true })).paths).toEqual(['/'])
})

test('an external page that fails is marked as external', async () => {
  await using elsewhere = serveSite({ '/loop': () => Response.redirect('/loop') })
  await using site = serveSite({ '/': linking([`${elsewhere.origin}/loop`, '/loop']) })
  site.pages.set('/loop', () => Response.redirect('/loop'))
  const { pages } = await crawl(site, { externalLinks: true })
  const failed = pages.filter(({ status }) => status === 'failed')
  expect(failed.map(({ url, external }) => [url, external]).toSorted()).toEqual(
    [
      [`${elsewhere.origin}/loop`, true],
      [`${site.origin}/loop`, undefined],
    ].toSorted(),
  )
})

test('a start that redirects to another site has a warning that explains the missing pages', async () => {
  await using elsewhere = serveSite({ '/landing': linking(['/more']), '/more': linking([]) })
  await using site = serveSite({ '/': () => Response.redirect(`${elsewhere.origin}/landing`) })
  const { pages, paths } = await crawl(site)
  expect([paths, pages[0]!.metadata.url]).toEqual([['/'], `${elsewhere.origin}/landing`])
  expect(pages[0]!.warnings).toEqual([
    `url leads to another site: to crawl that site too, start at ${elsewhere.origin}/landing, or set sameDomain to false`,
  ])
  expect((await crawl(site, { sameDomain: false })).pages.map(({ warnings }) => warnings)).toEqual([
    undefined,
    undefined,
  ])
  expect((await crawl(site, { maxPages: 1 })).pages[0]!.warnings).toBeUndefined()
})

test('a redirect to another site is followed, but the links of its target are not', async () => {
  await using elsewhere = serveSite({ '/landing': linking([]) })
  await using site = serveSite({
    '/': linking(['/out']),
    '/out': () => Response.redirect(`${elsewhere.origin}/landing`),
    '/further': linking([]),
  })
  elsewhere.pages.set('/landing', linking([`${site.origin}/further`]))
  expect((await crawl(site)).paths).toEqual(['/'])
  const { pages } = await crawl(site, { externalLinks: true })
  expect(pages.map(({ url, external }) => [url, external])).toEqual([
    [`${site.origin}/`, undefined],
    [`${site.origin}/out`, true],
  ])
})

test('sitemaps are read in addition to links, not at all, or alone', async () => {
  await using site = serveSite({
    '/': linking(['/linked']),
    '/linked': linking([]),
    '/listed': linking(['/beyond']),
    '/beyond': linking([]),
  })
  site.pages.set('/sitemap.xml', `<urlset><url><loc>${site.origin}/listed</loc></url></urlset>`)
  const pathsWith = async (sitemap?: string) => (await crawl(site, { sitemap })).paths.toSorted()
  expect(await pathsWith()).toEqual(['/', '/beyond', '/linked', '/listed'])
  expect(await pathsWith('skip')).toEqual(['/', '/linked'])
  expect(await pathsWith('only')).toEqual(['/', '/listed'])
})

test('a crawl that starts at a sitemap or a feed gets the pages that it lists', async () => {
  await using site = serveSite({ '/': linking([]), '/listed': linking(['/beyond']), '/beyond': linking([]) })
  const xml = (body: string, type: string) => () => new Response(body, { headers: { 'content-type': type } })
  const entry = `${site.origin}/listed`
  site.pages.set('/pages.xml', xml(`<urlset><url><loc>${entry}</loc></url></urlset>`, 'application/xml'))
  const item = `<item><title>Listed</title><link>${entry}</link></item>`
  const feed = `<rss version="2.0"><channel><title>News</title>${item}</channel></rss>`
  site.pages.set('/news', xml(feed, 'application/rss+xml'))
  const paths = async (start: string, body: object = {}) =>
    (await crawl(site, { url: site.origin + start, ...body })).paths
  expect(await paths('/pages.xml')).toEqual(['/pages.xml', '/listed', '/beyond'])
  expect(await paths('/news')).toEqual(['/news', '/listed', '/beyond'])
  expect(await paths('/news', { sitemap: 'skip' })).toEqual(['/news'])
})

test('addresses that differ only in their query are one page on request', async () => {
  await using site = serveSite({ '/': linking(['/list?page=1', '/list?page=2', '/?x=1']), '/list': linking([]) })
  expect((await crawl(site)).paths.length).toBe(4)
  expect((await crawl(site, { ignoreQueryParameters: true })).paths).toEqual(['/', '/list?page=1'])
})

test('a crawl can be limited to paths below its start, and to regular expressions', async () => {
  await using site = serveSite({
    '/docs/': linking(['/docs/a', '/docs/12', '/docs/13', '/blog']),
    '/docs/a': linking([]),
    '/docs/12': linking([]),
    '/docs/13': linking([]),
    '/blog': linking([]),
  })
  const url = `${site.origin}/docs/`
  const paths = async (body: object) => (await crawl(site, { url, ...body })).paths.toSorted()
  expect(await paths({ childPathsOnly: true })).toEqual(['/docs/', '/docs/12', '/docs/13', '/docs/a'])
  expect(await paths({ patternSyntax: 'regex', includePatterns: ['^/docs/\\d+$'], excludePatterns: ['3$'] })).toEqual([
    '/docs/',
    '/docs/12',
  ])
})

test('an invalid regular expression is refused by its index', async () => {
  const { status, body } = await weir.post('/v1/crawl', {
    url: 'https://example.com/',
    patternSyntax: 'regex',
    includePatterns: ['/docs', '(?=a)'],
  })
  expect([status, body.error.code, body.error.details.parameter]).toEqual([400, 'invalid_options', 'includePatterns.1'])
})

test('the delay and the concurrency of the caller apply to all hosts together', async () => {
  await using other = serveSite({ '/': linking([]) }, { hostname: '127.0.0.2', delay: 50 })
  await using site = serveSite({}, { delay: 50 })
  site.pages.set('/', linking(['/a', '/b', `${other.origin}/`]))
  for (const path of ['/a', '/b']) site.pages.set(path, linking([]))
  const { job } = await crawl(site, { sameDomain: false, delayBetweenRequests: 300 })
  expect(job.completed).toBe(4)
  const times = [...site.times, ...other.times]
  // There are three delays between the first and the last; the first request may have been late.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(500)

  let running = 0
  let most = 0
  const slow = async () => {
    most = Math.max(most, ++running)
    await Bun.sleep(60)
    running--
    return new Response(linking([]), { headers: { 'content-type': 'text/html' } })
  }
  for (const each of [site, other]) each.pages.set('/slow', slow)
  site.pages.set('/', linking(['/slow', `${other.origin}/slow`]))
  expect((await crawl(site, { sameDomain: false, concurrency: 1 })).paths.length).toBe(3)
  expect(most).toBe(1)
})
