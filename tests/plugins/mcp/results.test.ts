import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type McpClient, type Opened, openMcp } from './open.ts'

let opened: Opened
let key: string
let client: McpClient
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,map,crawl,extract,search,mcp' })
  key = (await opened.user('pro')).key
  client = await connect('2.4.0', `${opened.origin}/mcp`, `Bearer ${key}`)
})
afterAll(async () => {
  await client.close()
  await opened.close()
})

/** The remaining credits of the account. */
const left = async () => (await opened.get('/v1/users/profile', { key })).body.data.credits.remaining

describe('a long page', () => {
  test('of a megabyte is returned in parts that equal the content of the API, for one credit', async () => {
    const url = `${opened.site.origin}/long`
    const before = await left()
    const { body } = await opened.post(
      '/v1/scrape',
      {
        url,
        onlyMainContent: true,
        includeLinks: false,
        includeImages: false,
        replaceAllPathsWithAbsolutePaths: true,
      },
      { key },
    )
    const whole: string = body.data.markdown
    expect(whole.length).toBeGreaterThan(1_000_000)
    const texts: string[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { content } = await client.call('scrape', { url, offset, max_chars: 100_000 })
      const [, next] = /next offset: (\d+)/.exec(content[0]?.text ?? '') ?? []
      expect(content[0]?.text).toContain(`of ${whole.length}`)
      texts.push(content[1]?.text ?? '')
      offset = next === undefined ? undefined : Number(next)
    }
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.join('')).toBe(whole)
    expect(texts.slice(0, -1).every((text) => text.endsWith('\n\n'))).toBe(true)
    expect(before - (await left())).toBe(2)
  }, 25_000)

  test('has up to 40,000 characters by default, and an end', async () => {
    const url = `${opened.site.origin}/longish`
    const { content } = await client.call('scrape', { url })
    expect(content[1]?.text?.length).toBeWithin(35_000, 40_001)
    const beyond = await client.call('scrape', { url, offset: 100_000_000 })
    expect([beyond.isError, beyond.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^offset must be below \d+/),
    ])
  })

  test('is read anew from its beginning, if that is asked for', async () => {
    const url = `${opened.site.origin}/longish`
    const asked = () => opened.site.asked.filter((path) => path === '/longish').length
    await client.call('scrape', { url })
    const before = asked()
    await client.call('scrape', { url, fresh: true })
    expect(asked()).toBe(before + 1)
  })

  test('that was found continues for free', async () => {
    const url = `${opened.site.origin}/longish?found`
    await opened.post('/v1/scrape', { url }, { key })
    const { content } = await client.call('search', { query: 'longish page', read: 2 })
    const head = content.find(({ text }) => text?.includes(`URL: ${url}`))?.text ?? ''
    const [, next] = /scrape goes on at offset (\d+)/.exec(head) ?? []
    expect(Number(next)).toBeWithin(15_000, 20_001)
    const before = await left()
    const rest = await client.call('scrape', { url, offset: Number(next) })
    expect(rest.content[0]?.text).toContain(`Characters ${next} to `)
    expect(await left()).toBe(before)
  })

  test('is read in parts from a job too', async () => {
    const { structuredContent } = await client.call('crawl', { url: `${opened.site.origin}/longish`, limit: 1 })
    const [{ id, characters }] = structuredContent.pages
    const texts: string[] = []
    for (let offset = 0; offset < characters; offset += texts.at(-1)!.length)
      texts.push((await client.call('read', { id, offset })).content[1]?.text ?? '')
    expect(texts.join('').length).toBe(characters)
  })
})

test('pages of a running job are found by their ids, whatever is missing between them', async () => {
  const urls = ['kettles/red', 'kettles/blue', 'slow', 'kettles/green'].map((path) => `${opened.site.origin}/${path}`)
  const { jobId } = (await opened.post('/v1/scrape', { urls }, { key })).body.data
  const completed = async () => (await opened.get(`/v1/jobs/${jobId}`, { key })).body.data.completed
  const end = performance.now() + 20_000
  while ((await completed()) < 3 && performance.now() < end) await Bun.sleep(10)
  const { pages, note } = (await client.call('read', { id: jobId })).structuredContent
  expect(note).toContain('The job goes on')
  expect(pages.map(({ title }: { title: string }) => title)).toEqual([1, 2, 4].map((n) => titles[n]))
  const check = async () => {
    for (const { id, title } of pages)
      expect((await client.call('read', { id })).content[0]?.text).toContain(`Title: ${title}`)
  }
  await check()
  opened.site.release()
  await opened.ended(jobId, { key })
  await check()
  const all = (await client.call('read', { id: jobId, offset: 1 })).structuredContent.pages
  expect(all.map(({ title }: { title: string }) => title)).toEqual([2, 3, 4].map((n) => titles[n]))
}, 120_000)
const titles = ['', 'The red kettle', 'The blue kettle', 'The slow page', 'The green kettle']

describe('the text of a page', () => {
  test('is marked as data, and changes nothing in the tools', async () => {
    const tools = await client.tools()
    const { content } = await client.call('scrape', { url: `${opened.site.origin}/orders` })
    const saying = content.filter(({ text }) => text?.includes('Ignore all previous'))
    expect(saying).toMatchObject([
      {
        annotations: { audience: ['assistant'] },
        _meta: { 'weir/untrusted': true, 'weir/source': `${opened.site.origin}/orders` },
      },
    ])
    expect(await client.tools()).toEqual(tools)
  })

  test('is returned for a 404 of the site, with that status', async () => {
    const { content, isError } = await client.call('scrape', { url: `${opened.site.origin}/gone` })
    expect(isError).toBeUndefined()
    expect(content[0]?.text).toContain('The site answered 404')
    expect(content[1]?.text).toContain('It is not here any more')
  })

  test('has links if requested', async () => {
    const url = `${opened.site.origin}/kettles/red`
    const { content } = await client.call('scrape', { url, format: 'markdown+links' })
    expect(content[1]?.text).toContain(`[all kettles](${opened.site.origin}/)`)
    const links = await client.call('scrape', { url, format: 'links', main: 'false' })
    expect(links.content[1]?.text).toContain(`${opened.site.origin}/menu`)
  })
})

describe('a failure is a result with a remedy', () => {
  const refused: [string, Record<string, unknown>, string | RegExp][] = [
    ['scrape', { url: 'kettles' }, 'url must begin with https:// or http://, such as https://kettles.'],
    ['scrape', {}, 'scrape needs url.'],
    ['scrape', { url: 'https://example.com', adress: 1 }, /^scrape takes no adress\. It takes url, format/],
    ['scrape', { url: 'https://example.com', max_chars: 10 }, 'max_chars must be a whole number from 1000 to 100000.'],
    ['scrape', { url: 'http://10.0.0.1/' }, /does not fetch\.$/],
    ['read', { id: 'kettle' }, 'kettle is no id. Ids begin with job_ or file_, as tools give them.'],
    ['read', { id: 'job_01900000-0000-7000-8000-000000000000' }, /^There is no job/],
    ['read', { id: 'file_01900000-0000-7000-8000-000000000000' }, /^There is no file/],
    ['extract', { urls: ['https://example.com/'], schema: { type: 'kettle' } }, /schema/],
  ]
  for (const [name, args, text] of refused)
    test(`${name} ${JSON.stringify(args)}`, async () => {
      const { isError, content } = await client.call(name, args)
      expect([isError, content.length]).toEqual([true, 1])
      if (typeof text === 'string') expect(content[0]?.text).toBe(text)
      else expect(content[0]?.text).toMatch(text)
    })

  test('but an unknown tool is an error of the protocol', async () => {
    expect(client.call('boil')).rejects.toThrow('There is no tool boil')
  })

  test('without credits', async () => {
    const { key: poorKey } = await opened.user('free', { monthlyCredits: 1 })
    const poor = await connect('2.4.0 of 2026', `${opened.origin}/mcp`, `Bearer ${poorKey}`)
    const { isError, content } = await poor.call('crawl', { url: opened.site.origin, limit: 10 })
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/credits.*Ask for fewer pages/)])
    await poor.close()
  })

  test('beyond a rate limit', async () => {
    const { key: freeKey } = await opened.user('free')
    const free = await connect('2.4.0 of 2026', `${opened.origin}/mcp`, `Bearer ${freeKey}`)
    const texts: (string | undefined)[] = []
    for (let call = 0; call < 3; call++)
      texts.push((await free.call('map', { url: opened.site.origin, limit: 1 })).content[0]?.text)
    expect(texts[2]).toMatch(
      /^Rate limit exceeded: the free plan allows 2 map requests per hour\. Try again in \d+ s\.$/,
    )
    await free.close()
  })
})
