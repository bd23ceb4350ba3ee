import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { onePage } from '../documents/pdf-of.ts'
import { type Served, serveFirecrawl } from './served.ts'

let served: Served
let client: InstanceType<typeof Firecrawl>
let url: string
beforeAll(async () => {
  served = await serveFirecrawl()
  client = new Firecrawl({ apiKey: served.key, apiUrl: served.origin })
  url = `${served.site.origin}/`
})
afterAll(() => served.close())

/** The error that a call throws. */
const failure = (call: Promise<unknown>): Promise<SdkError> =>
  call.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: SdkError) => error,
  )

const parseFile = async (file: File, options: object, key: string): Promise<unknown> => {
  const form = new FormData()
  form.set('file', file)
  form.set('options', JSON.stringify(options))
  const request = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form }
  return (await fetch(`${served.origin}/v2/parse`, request)).json()
}

describe('pages', () => {
  test('a page has every format that is requested', async () => {
    const formats = ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary'] as const
    const attributes = { type: 'attributes' as const, selectors: [{ selector: 'img', attribute: 'alt' }] }
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const page = await client.scrape(url, { formats: [...formats, attributes, { type: 'json', schema }] })
    expect(page.markdown).toContain('# Kettles')
    expect(page.html).toContain('<h1>')
    expect(page.rawHtml).toContain('<title>')
    expect(page.links).toContain(`${served.site.origin}/a`)
    expect(page.images).toEqual([`${served.site.origin}/kettle.png`])
    expect(page.summary).toEqual(expect.any(String))
    expect(page.attributes).toEqual([{ selector: 'img', attribute: 'alt', values: ['A kettle'] }])
    expect(page.json).toEqual({ name: 'Kettles' })
    expect(page.metadata).toMatchObject({
      title: 'Kettles',
      ogTitle: 'Kettles',
      language: 'en',
      sourceURL: url,
      url,
      statusCode: 200,
      proxyUsed: 'basic',
      cacheState: 'miss',
    })
    expect(Number.isInteger(page.metadata?.creditsUsed)).toBe(true)
  })

  test('a prompt alone is enough if there is a model, and ignored options are named in a warning', async () => {
    const page = await client.scrape(url, {
      formats: ['markdown', { type: 'json', prompt: 'The name' }, 'branding'],
      parsers: [],
      lockdown: true,
    })
    expect(page.json).toEqual({ name: 'Kettles' })
    expect(page.warning).toContain('branding')
    expect(page.warning).toContain('lockdown')
  })

  test('an address may lack its scheme, and further scrapes come from the cache, at the same price', async () => {
    const bare = url.replace('http://', '')
    await client.scrape(bare)
    const left = (await client.getCreditUsage()).remainingCredits
    // The first time, the observers of pages see the answer; the second time it is passed on as it is.
    for (const charged of [1, 2]) {
      const { metadata } = await client.scrape(bare)
      expect(metadata).toMatchObject({ cacheState: 'hit', cachedAt: expect.any(String) })
      expect((await client.getCreditUsage()).remainingCredits).toBe(left - charged)
    }
  })

  test('changes of a page are reported, line by line if requested', async () => {
    const look = async (words: string) => {
      served.site.pages.set('/news', `<title>News</title><main><h1>News</h1><p>Today there is ${words}.</p></main>`)
      const tracking = { type: 'changeTracking' as const, modes: ['git-diff' as const], tag: 'daily' }
      return (await client.scrape(`${url}news`, { formats: ['markdown', tracking] })).changeTracking
    }
    expect(await look('tea')).toMatchObject({ changeStatus: 'new', previousScrapeAt: null, visibility: 'visible' })
    expect(await look('tea')).toMatchObject({ changeStatus: 'same' })
    expect(await look('coffee')).toMatchObject({
      changeStatus: 'changed',
      previousScrapeAt: expect.any(String),
      diff: { text: expect.stringContaining('+Today there is coffee.') },
    })
  })

  test('a PDF is read, with its number of pages', async () => {
    const pdf = onePage() as Uint8Array<ArrayBuffer>
    const type = { headers: { 'content-type': 'application/pdf' } }
    served.site.pages.set('/kettle.pdf', () => new Response(pdf, type))
    const { markdown, metadata } = await client.scrape(`${url}kettle.pdf`)
    expect([markdown, metadata?.numPages]).toEqual([expect.stringContaining('Hello, kettle'), 1])
  })

  test('a file is read', async () => {
    const file = {
      data: '<h1>Hello</h1><p>These are some words of a page.</p>',
      filename: 'a.html',
      contentType: 'text/html',
    }
    const { markdown, metadata } = await client.parse(file, { formats: ['markdown'] })
    expect([markdown, metadata?.sourceURL]).toEqual([expect.stringContaining('# Hello'), 'a.html'])
  })

  test('a file has no address, and its answer contains none', async () => {
    const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgQAcAABIAAa', 'base64')
    const page = `<title>T</title><link rel="icon" href="/i.png"><link rel="canonical" href="/c"><p><a href="b.html">B</a>`
    const answers = [
      await parseFile(
        new File([picture], 'a.png', { type: 'image/png' }),
        { formats: ['markdown', 'html'] },
        served.key,
      ),
      await parseFile(new File([page], 'a.html', { type: 'text/html' }), { formats: ['markdown', 'html'] }, served.key),
    ]
    expect(JSON.stringify(answers)).not.toContain('invalid')
    expect(answers).toMatchObject([
      { data: { markdown: expect.stringContaining('![](a.png)'), metadata: { title: 'a.png', url: 'a.png' } } },
      { data: { markdown: expect.stringContaining('[B](b.html)'), metadata: { title: 'T', url: 'a.html' } } },
    ])
  })

  test('the relative links of a file are left as they are, as it has no address', async () => {
    const data = '<p><a href="b.html">on</a> <a href="https://b.example/">out</a> <img src="c.png" alt="C"></p>'
    const file = { data, filename: 'a.html', contentType: 'text/html' }
    const { markdown, links, images } = await client.parse(file, { formats: ['markdown', 'links', 'images'] })
    expect(markdown?.trim()).toBe('[on](b.html) [out](https://b.example/) ![C](c.png)')
    expect([links, images]).toEqual([['https://b.example/'], []])
  })

  test('a file is not charged for features of pages, and an empty file differs from a missing one', async () => {
    const parse = (contents: string, options: object) =>
      parseFile(new File([contents], 'a.txt', { type: 'text/plain' }), options, served.key)
    const options = { proxy: 'stealth', waitFor: 500, actions: [{ type: 'wait', milliseconds: 5 }], mobile: false }
    const { data } = (await parse('Words', options)) as { data: { warning: string; metadata: object } }
    expect(data.metadata).toMatchObject({ creditsUsed: 1, proxyUsed: 'basic' })
    expect(data.warning).toBe(
      ['actions', 'proxy', 'waitFor'].map((name) => `${name} was ignored: a file is not fetched`).join('. '),
    )
    expect(await parse('', {})).toMatchObject({ success: false, error: 'The file is empty' })
    const misspelt = (await parse('Words', { formts: ['html'] })) as { data: { warning: string } }
    expect(misspelt.data.warning).toContain('unknown parameter: formts')
  })

  test('a file takes no longer than its timeout', async () => {
    // A separate account, as one with slow pages has to wait behind others for a while.
    const { key } = await served.weir.user()
    const file = new File(['A <b>word</b> of many. '.repeat(1_500_000)], 'a.html', { type: 'text/html' })
    // Without the SDK, whose own timeout is as short.
    const { error } = (await parseFile(file, { timeout: 1000 }, key)) as { error: string }
    expect(error).toContain('The file took longer than 1000 ms')
  })

  test('a site is mapped, and scraped pages are found by a search', async () => {
    const { links } = await client.map(url, { limit: 10 })
    expect(links.map((link) => link.url)).toContain(`${served.site.origin}/a`)
    expect(links.find((link) => link.url === url)?.title).toBe('Kettles')
    await client.scrape(url)
    const found = await client.search('kettles', { limit: 3 })
    expect(found.web?.[0]).toMatchObject({ url: expect.any(String), title: expect.any(String), position: 1 })
    expect(found.warning).toContain('No web search is configured')
    const scraped = await client.search('kettles', { limit: 1, scrapeOptions: { formats: ['markdown'] } })
    expect(scraped.web?.[0]).toMatchObject({ markdown: expect.any(String), metadata: { statusCode: 200 } })
  })
})

describe('jobs', () => {
  test('a crawl is followed to its end, with its failures apart', async () => {
    const job = await client.crawl(url, { limit: 10, scrapeOptions: { formats: ['markdown'] }, pollInterval: 1 })
    expect(job.status).toBe('completed')
    expect(job.data.map(({ metadata }) => metadata?.title).sort()).toEqual(['Copper', 'Iron', 'Kettles', 'Steel'])
    const { errors, robotsBlocked } = await client.getCrawlErrors(job.id)
    expect(errors).toMatchObject([{ url: `${served.site.origin}/broken`, error: expect.stringContaining('500') }])
    expect(robotsBlocked).toEqual([`${served.site.origin}/secret`])
  })

  test('results continue over several pages, whose addresses stay valid', async () => {
    const { id } = await client.startCrawl(url, { limit: 10, excludePaths: ['broken'] })
    await served.weir.ended(`job_${id}`, { key: served.key })
    const first = await served.weir.get(`/v2/crawl/${id}?limit=2`, { key: served.key })
    expect(first.body.next).toBe(`${served.origin}/v2/crawl/${id}?skip=2&limit=2`)
    expect(first.body.data).toHaveLength(2)
    const second = await served.weir.get(new URL(first.body.next).pathname + new URL(first.body.next).search, {
      key: served.key,
    })
    expect([second.body.data.length, second.body.next]).toEqual([2, null])
    expect((await client.getCrawlStatus(id)).data).toHaveLength(4)
  })

  test('a crawl is seen while it runs, and cancelled', async () => {
    const { id } = await client.startCrawl(`${served.site.origin}/slow`, { limit: 5, scrapeOptions: { maxAge: 0 } })
    expect((await client.getActiveCrawls()).crawls).toMatchObject([
      { id, url: `${served.site.origin}/slow`, options: { limit: 5 } },
    ])
    expect((await served.weir.get(`/v2/extract/${id}`, { key: served.key })).status).toBe(404)
    expect(await client.cancelCrawl(id)).toBe(true)
    expect((await served.weir.ended(`job_${id}`, { key: served.key })).status).toBe('cancelled')
  })

  test('a batch starts once, however often it is sent with the same idempotency key', async () => {
    const urls = [`${url}a`, `${url}b`, 'no address']
    const options = { options: { formats: ['markdown' as const] }, idempotencyKey: 'once', ignoreInvalidURLs: true }
    const [first, second] = [await client.startBatchScrape(urls, options), await client.startBatchScrape(urls, options)]
    expect(second).toEqual(first)
    expect(first.invalidURLs).toEqual(['no address'])
    await served.weir.ended(`job_${first.id}`, { key: served.key })
    const { status, data } = await client.getBatchScrapeStatus(first.id)
    expect([status, data.map(({ metadata }) => metadata?.title)]).toEqual(['completed', ['Copper', 'Steel']])
  })

  test('an extraction fills one object from many pages', async () => {
    const done = await client.extract({
      urls: [url, `${url}a`],
      schema: { type: 'object', properties: { name: { type: 'string' } } },
      showSources: true,
      pollInterval: 1,
    })
    expect(done).toMatchObject({ success: true, status: 'completed', data: { name: 'Kettles' } })
    expect(done.sources).toEqual({ name: [url, `${url}a`] } as never)
    const jobs = (await served.weir.get('/v1/jobs?type=extract', { key: served.key })).body.data.jobs
    const { body } = await served.weir.get(`/v1/extract/${jobs[0].id}`, { key: served.key })
    expect(body.data).toMatchObject({ extractedData: [{ name: 'Kettles' }], sourceUrls: [url, `${url}a`] })
  })

  test('an extraction finds the pages of a site, and names those that it could not fetch', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const done = await client.extract({ urls: [`${url}*`, `${url}none`], schema, showSources: true, pollInterval: 1 })
    expect(done).toMatchObject({ status: 'completed', data: { name: 'Kettles' } })
    expect((done.sources as { name: string[] }).name).toEqual(expect.arrayContaining([url, `${url}a`]))
    expect(done.warning).toContain(`${url}none was left out`)
    const failed = await client.extract({ urls: [`${url}none`], schema, pollInterval: 1 })
    expect(failed).toMatchObject({ success: false, status: 'failed', error: expect.stringContaining('404') })
  })

  test('a prompt sets the options of a crawl', async () => {
    expect(await client.crawlParamsPreview(url, 'Only what begins with a')).toMatchObject({ includePaths: ['^/a'] })
  })

  test('a watcher gets each page once, and the end', async () => {
    const { id } = await client.startCrawl(url, { limit: 10, excludePaths: ['broken'] })
    const watcher = client.watcher(id, { kind: 'crawl' })
    const titles: (string | undefined)[] = []
    watcher.on('document', ({ metadata }) => titles.push(metadata?.title))
    const done = new Promise((resolve, reject) => {
      watcher.on('done', resolve)
      watcher.on('error', reject)
    })
    await watcher.start()
    expect(await done).toMatchObject({ status: 'completed', total: 4, completed: 4 })
    expect(titles.sort()).toEqual(['Copper', 'Iron', 'Kettles', 'Steel'])
  })
})

describe('the account', () => {
  test('has credits, a queue and a concurrency limit', async () => {
    expect(await client.getCreditUsage()).toMatchObject({ remainingCredits: expect.any(Number) })
    expect(await client.getTokenUsage()).toMatchObject({ remainingTokens: 0 })
    expect((await client.getCreditUsageHistorical()).periods).toHaveLength(1)
    expect((await client.getTokenUsageHistorical()).periods).toHaveLength(1)
    expect(await client.getQueueStatus()).toMatchObject({ success: true, activeJobsInQueue: expect.any(Number) })
    expect(await client.getConcurrency()).toEqual({
      concurrency: expect.any(Number),
      maxConcurrency: expect.any(Number),
    })
  })
})

describe('refusals have a readable message', () => {
  test('for a wrong key', async () => {
    const stranger = new Firecrawl({ apiKey: 'fc-wrong', apiUrl: served.origin })
    expect(await failure(stranger.scrape(url))).toMatchObject({ status: 401, message: expect.stringContaining('key') })
  })
  test('for too few credits', async () => {
    const { key } = await served.weir.user('enterprise', { monthlyCredits: 0 })
    const poor = new Firecrawl({ apiKey: key, apiUrl: served.origin })
    for (const call of [poor.scrape(url), poor.startCrawl(url, { limit: 5 })])
      expect(await failure(call)).toMatchObject({ status: 402, message: expect.stringContaining('credits') })
  })
  test('for a page that takes too long', async () => {
    const call = client.scrape(`${served.site.origin}/slow`, { timeout: 1000, maxAge: 0 })
    expect(await failure(call)).toMatchObject({ status: 408, code: 'SCRAPE_TIMEOUT', message: expect.any(String) })
  })
  test('for a page that blocks programs, and a host that is down', async () => {
    expect(await failure(client.scrape(`${served.site.origin}/blocked`))).toMatchObject({
      message: expect.stringContaining('bot (cloudflare); proxy: "stealth" may help'),
      details: { reason: 'blocked' },
    })
    expect(await failure(client.scrape('http://127.0.0.1:9/'))).toMatchObject({ message: expect.any(String) })
  })
  test('for the same pages in a job', async () => {
    const urls = [`${served.site.origin}/blocked`, `${served.site.origin}/slow`]
    const { id } = await client.startBatchScrape(urls, { options: { timeout: 1000, maxAge: 0 } })
    await served.weir.ended(`job_${id}`, { key: served.key })
    expect((await client.getBatchScrapeErrors(id)).errors).toMatchObject([
      { code: 'SCRAPING_FAILED', error: expect.stringContaining('proxy: "stealth" may help') },
      { code: 'SCRAPE_TIMEOUT', error: expect.stringContaining('longer than 1000 ms') },
    ])
  })
  test('for an unknown job', async () => {
    const id = '01900000-0000-7000-8000-000000000000'
    expect(await failure(client.getCrawlStatus(id))).toMatchObject({
      status: 404,
      message: expect.stringContaining(id),
    })
  })
  test('for features that this server does not have', async () => {
    for (const call of [
      () => client.startAgent({ prompt: 'Find it' }),
      () => client.browser(),
      () => client.interact('x', { code: '1' }),
      () => client.developerSearch('How to open a page'),
    ]) {
      const error = await failure(call())
      expect(error).toBeInstanceOf(SdkError)
      expect([error.status, error.message]).toEqual([501, expect.stringContaining('This server does not offer')])
    }
  })
})
