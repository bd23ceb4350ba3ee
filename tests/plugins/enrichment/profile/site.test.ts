import { expect, test } from 'bun:test'
import { ApiError, JsonText } from 'weirjs'
import { createSite, type SiteContext } from '../../../../plugins/enrichment/profile/site.ts'

interface Answer {
  status?: number
  data?: Record<string, unknown>
  metadata?: Record<string, unknown>
  fails?: Error
  /** The address after redirects. */
  url?: string
}

/** Visits a site with these pages by address. */
async function visit(
  domain: string,
  pages: Readonly<Record<string, Answer>>,
  {
    signal = new AbortController().signal,
    timeout = 10_000,
    onPage = async (_href: string, _signal: AbortSignal) => {},
  } = {},
) {
  const asked: string[] = []
  const read: unknown[] = []
  const observed: unknown[] = []
  const written: unknown[] = []
  const scraper = {
    read(body: unknown) {
      read.push(body)
      return 'options'
    },
    async page({ href }: URL, options: unknown, context: SiteContext) {
      expect(options).toBe('options')
      asked.push(href)
      await onPage(href, context.signal)
      context.signal.throwIfAborted()
      const answer = pages[href]
      if (answer === undefined) throw new ApiError('scraping_failed', 'no such host')
      if (answer.fails) throw answer.fails
      const metadata = { url: answer.url ?? href, statusCode: answer.status ?? 200, ...answer.metadata }
      return { data: answer.data ?? {}, metadata }
    },
    async observe({ account, url, jobId }: { account: unknown; url: URL; jobId: string }) {
      observed.push([account, url.href, jobId])
      return url.pathname === '/' ? `what is written of ${url.href}` : undefined
    },
  }
  const store = { write: async (write: unknown) => void written.push(write) }
  const site = createSite(scraper as never, store as never)
  const context = { account: 'me', jobId: 'job_1', signal } as never
  const found = await site.visit(domain, timeout, context)
  return { found, asked, read, observed, written }
}

test('looks for a home page at the domain and at `www.`, first with https', async () => {
  const { asked, found } = await visit('acme.test', { 'http://www.acme.test/': { data: { markdown: 'Hello' } } })
  expect(asked).toEqual(['https://acme.test/', 'https://www.acme.test/', 'http://acme.test/', 'http://www.acme.test/'])
  expect(found).toEqual([
    {
      url: 'http://www.acme.test/',
      markdown: 'Hello',
      structured: null,
      json: null,
      links: [],
      about: { title: null, description: null, siteName: null },
    },
  ])
  expect((await visit('www.acme.test', {})).asked).toEqual(['https://www.acme.test/', 'http://www.acme.test/'])
})

test('accepts a page with a status of up to 399', async () => {
  const home = async (status: number) => (await visit('www.acme.test', { 'https://www.acme.test/': { status } })).found
  expect([(await home(399)).length, (await home(400)).length, (await home(503)).length]).toEqual([1, 0, 0])
})

test('gets the pages about a company by the names of links, and by links without a name', async () => {
  const json = new JsonText(JSON.stringify({ links: [{ text: 'About us', url: 'https://acme.test/who' }] }))
  const links = new JsonText(JSON.stringify(['https://acme.test/imprint', 5, 'https://acme.test/kontakt']))
  const { found, observed, written, read } = await visit('acme.test', {
    'https://acme.test/': {
      data: { markdown: 'Home', json, links, structured: { a: 1 } },
      metadata: { title: 'Acme', description: 'Robots', og: { siteName: 'Acme Robotics' } },
    },
    'https://acme.test/who': { data: { markdown: 'Who' }, metadata: { title: 5, description: null } },
    'https://acme.test/imprint': { data: { markdown: 'Imprint' } },
    'https://acme.test/kontakt': { status: 404, data: { markdown: 'Not here' } },
  })
  expect(found.map(({ url, markdown, about }) => [url, markdown, about.title])).toEqual([
    ['https://acme.test/', 'Home', 'Acme'],
    ['https://acme.test/who', 'Who', null],
    ['https://acme.test/imprint', 'Imprint', null],
  ])
  expect(found[0]).toMatchObject({
    structured: { a: 1 },
    json: { links: [{ text: 'About us' }] },
    links: ['https://acme.test/imprint', 'https://acme.test/kontakt'],
    about: { title: 'Acme', description: 'Robots', siteName: 'Acme Robotics' },
  })
  // All requests have the same options, which are read once, and observers see each page that counts.
  expect(read).toEqual([
    {
      formats: ['markdown', 'structured', 'json', 'links'],
      replaceAllPathsWithAbsolutePaths: true,
      includeImages: false,
      timeout: 15_000,
    },
  ])
  expect(observed).toEqual(
    ['https://acme.test/', 'https://acme.test/who', 'https://acme.test/imprint'].map((url) => ['me', url, 'job_1']),
  )
  expect(written).toEqual(['what is written of https://acme.test/'])
})

test('keeps a limited amount of text, data and links, and more of the home page than of others', async () => {
  const data = (size: number) => ({
    markdown: 'x'.repeat(20_000),
    structured: new JsonText(JSON.stringify('x'.repeat(size - 2))),
    json: new JsonText(JSON.stringify('x'.repeat(size - 2))),
    links: ['https://acme.test/about', ...Array.from({ length: 600 }, (_, i) => `https://acme.test/${i}`)],
  })
  const { found } = await visit('acme.test', {
    'https://acme.test/': { data: data(60_000) },
    'https://acme.test/about': { data: data(60_001) },
  })
  expect(
    found.map(({ markdown, structured, json, links }) => [
      markdown.length,
      structured === null,
      json === null,
      links.length,
    ]),
  ).toEqual([
    [12_000, false, false, 500],
    [5_000, true, true, 500],
  ])
})

test('keeps the end of a long page too, and the companies of large data', async () => {
  const organisation = { type: 'Organization', name: 'Acme' }
  const goods = Array.from({ length: 2000 }, (_, i) => ({ type: 'Product', name: `A robot of number ${i}` }))
  const structured = new JsonText(JSON.stringify({ items: { Product: goods, Organization: [organisation] } }))
  const markdown = `Hello${'x'.repeat(20_000)}Tel: 030 123456`
  const { found } = await visit('acme.test', { 'https://acme.test/': { data: { markdown, structured } } })
  expect(found[0]?.markdown).toStartWith('Hello')
  expect(found[0]?.markdown).toEndWith('Tel: 030 123456')
  expect(found[0]?.structured).toEqual({ items: { Organization: [organisation] } })
})

test('keeps companies within companies if they are small enough', async () => {
  const small = { type: 'Store', name: 'Acme North', telephone: '030 123456' }
  const offers = Array.from({ length: 5000 }, (_, i) => ({ type: 'Offer', name: `A robot of number ${i}` }))
  const keptOf = async (organisation: object) => {
    const structured = new JsonText(JSON.stringify({ items: { Organization: [organisation] } }))
    const { found } = await visit('acme.test', { 'https://acme.test/': { data: { structured } } })
    return found[0]?.structured
  }
  const large = { type: 'Organization', name: 'Acme', department: small, makesOffer: offers }
  expect(await keptOf(large)).toEqual({ items: { Organization: [small] } })
  // Each of them contains all that follow.
  let nested: object = small
  for (let i = 0; i < 1000; i++) nested = { type: 'Organization', name: 'x'.repeat(4000), department: nested }
  expect(await keptOf(nested)).toBeNull()
})

test('ends with the reason of an abort, and returns what it has after the time limit', async () => {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('cancelled'))
  const pages = { 'https://acme.test/': { data: { links: ['https://acme.test/about'] } } }
  const aborted = (at: string) =>
    visit('acme.test', pages, {
      signal: controller.signal,
      onPage: async (href) => (href === at ? abort() : undefined),
    })
  await expect(aborted('https://acme.test/about')).rejects.toThrow('cancelled')
  await expect(aborted('https://acme.test/')).rejects.toThrow('cancelled')
  const { found } = await visit('acme.test', pages, {
    timeout: 20,
    onPage: async (href, signal) => {
      if (href.endsWith('/about')) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
  })
  expect(found.map(({ url }) => url)).toEqual(['https://acme.test/'])
})

test('does not take a fault of the server for a missing site', async () => {
  const pages = { 'https://acme.test/': { fails: new TypeError('a fault') } }
  await expect(visit('acme.test', pages)).rejects.toThrow('a fault')
})
