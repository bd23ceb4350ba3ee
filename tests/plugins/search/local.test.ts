import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

const pages = new Map<string, string>()
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const html = pages.get(new URL(request.url).pathname)
    const status = html === undefined ? 404 : 200
    return new Response(html ?? '<title>Missing kettles</title><p>Not here.</p>', {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  },
})

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

interface Result {
  link: string
  title: string
  snippet: string
}
const html = (title: string, body: string, attributes = '') =>
  `<html ${attributes}><head><title>${title}</title></head><body>${body}</body></html>`

/** A separate account that has scraped these pages: HTML by path. */
async function scraped(given: Record<string, string>, plan = 'enterprise') {
  const { key } = await weir.user(plan)
  const scrape = async (path: string, options: object = {}) => {
    const answer = await weir.post('/v1/scrape', { url: site.url.origin + path, maxAge: 0, ...options }, { key })
    expect(answer.status).toBe(200)
  }
  for (const [path, page] of Object.entries(given)) {
    pages.set(path, page)
    await scrape(path)
  }
  const search = async (query: string, options: object = {}): Promise<Result[]> => {
    const { status, body } = await weir.post('/v1/search', { query, ...options }, { key })
    expect([status, body.error]).toEqual([200, undefined])
    return body.data.results
  }
  const paths = async (query: string, options: object = {}) =>
    (await search(query, options)).map(({ link }) => new URL(link).pathname)
  return { key, scrape, search, paths }
}

test('scraped pages are found on a fresh install, with title, snippet and position', async () => {
  const { key } = await scraped({ '/kettle': html('Copper kettles', '<p>They boil water for tea.</p>') })
  const { body } = await weir.post('/v1/search', { query: 'boiling water' }, { key })
  expect(body.data.results).toEqual([
    {
      position: 1,
      title: 'Copper kettles',
      link: `${site.url.origin}/kettle`,
      snippet: 'They boil water for tea.',
      displayLink: '127.0.0.1',
    },
  ])
  expect(body.data.metadata).toEqual({ provider: 'local', degraded: false, silent: [] })
})

test('a word in the title counts more than in a heading, and there more than in the text', async () => {
  const { paths } = await scraped({
    '/text': html('One', '<p>The teapot is here.</p>'),
    '/heading': html('Two', '<h2>A teapot</h2><p>There is nothing here.</p>'),
    '/title': html('The teapot', '<p>There is nothing here.</p>'),
  })
  expect(await paths('teapot')).toEqual(['/title', '/heading', '/text'])
})

test('of equally good pages the newer comes first', async () => {
  const dated = (date: string) =>
    html('Harbour news', '<p>Ships came in.</p>').replace(
      '</head>',
      `<meta property="article:published_time" content="${date}"></head>`,
    )
  const { paths } = await scraped({
    '/new': dated('2026-11-01'),
    '/old': dated('2011-01-01'),
    '/middle': dated('2026-03-01'),
  })
  expect(await paths('harbour')).toEqual(['/new', '/middle', '/old'])
})

test('the snippet shows the part with the words of the query', async () => {
  const filler = 'Nothing of note happened on this day. '.repeat(200)
  const { search } = await scraped({
    '/long': html('Diary', `<p>${filler}</p><p>Then the Zürich zeppelins landed quietly.</p><p>${filler}</p>`),
  })
  const [result] = await search('zeppelin landing zurich')
  expect(result?.snippet).toContain('Zürich zeppelins landed quietly')
  expect(result!.snippet.length).toBeLessThan(300)
})

describe('words', () => {
  test('are found in other forms, in any case and without accents', async () => {
    const { paths } = await scraped({ '/a': html('Ein Café', '<p>The ﬁne crème brûlées of Łódź, ＴＯＫＹＯ.</p>') })
    for (const query of ['cafe', 'CAFÉ', 'creme brulee', 'fine', 'tokyo', 'Cafe\u0301'])
      expect([query, await paths(query)]).toEqual([query, ['/a']])
  })

  test('of languages without spaces are found, even single characters', async () => {
    const { paths, search } = await scraped({
      '/ja': html('東京都の天気', '<p>今日は晴れです。明日は雨が降るでしょう。</p>'),
      '/zh': html('北京旅游指南', '<p>故宫和长城是必去的景点。</p>'),
      '/ko': html('서울 여행', '<p>한국의 수도는 서울입니다.</p>'),
      '/th': html('ประเทศไทย', '<p>กรุงเทพมหานครเป็นเมืองหลวง</p>'),
    })
    const expected = {
      東京: '/ja',
      天気: '/ja',
      雨: '/ja',
      気: '/ja',
      长城: '/zh',
      旅游指南: '/zh',
      수도: '/ko',
      เมืองหลวง: '/th',
    }
    for (const [query, path] of Object.entries(expected)) expect([query, await paths(query)]).toEqual([query, [path]])
    expect(await paths('京東')).toEqual([])
    expect((await search('长城'))[0]?.snippet).toContain('长城')
  })

  test('of the address are found', async () => {
    const { paths } = await scraped({ '/guides/steeping-times': html('Guide', '<p>Some text.</p>') })
    expect(await paths('steeping')).toEqual(['/guides/steeping-times'])
  })
})

describe('operators', () => {
  test('include a quoted phrase, an excluded word, and a site', async () => {
    const { paths } = await scraped({
      '/black': html('Black tea', '<p>Strong with milk.</p>'),
      '/tea-black': html('Tea', '<p>It turns black.</p>'),
      '/green': html('Green tea', '<p>Without milk.</p>'),
    })
    expect(await paths('"black tea"')).toEqual(['/black'])
    expect(await paths('tea -milk')).toEqual(['/tea-black'])
    expect((await paths('tea -"without milk"')).toSorted()).toEqual(['/black', '/tea-black'])
    expect(await paths('tea site:127.0.0.1')).toHaveLength(3)
    expect(await paths('site:127.0.0.1')).toHaveLength(3)
    expect(await paths('tea site:example.com')).toEqual([])
    expect(await paths('tea -site:127.0.0.1')).toEqual([])
  })

  test('add pages with some of the words if too few have all, but not pages that have only a phrase', async () => {
    const { paths } = await scraped({
      '/one': html('Oolong', '<p>A tea from hills.</p>'),
      '/two': html('Sencha', '<p>A tea from valleys.</p>'),
    })
    expect(await paths('oolong hills rooibos')).toEqual(['/one'])
    expect(await paths('"from hills" sencha')).toEqual(['/one'])
    expect(await paths('rooibos')).toEqual([])
  })

  test.each([
    '"',
    '""',
    '"unclosed phrase',
    '-',
    '--',
    '-"',
    'NEAR(a b, 2)',
    'a AND',
    'OR',
    'NOT tea',
    'title : tea',
    '{title text} : x',
    '^tea',
    'te* *',
    '(((',
    "'; drop table search_pages; --",
    'tea + "milk" + ',
    'site:',
    'site:[',
    '-site:http://x/y?z',
    'a\u0000b',
    '\ud800 tea',
    '😀',
    '# ! ? . , ;',
    'a'.repeat(500),
    'x '.repeat(250).trim(),
    '"a b" '.repeat(80).trim(),
    '東'.repeat(500),
    '😀'.repeat(500),
  ])('accept the query %j', async (query) => {
    const { key } = await weir.user('pro')
    const { status } = await weir.post('/v1/search', { query }, { key })
    expect(status).toBe(200)
  })
})

test('a page that is scraped again is found once, by its new text', async () => {
  const { scrape, paths } = await scraped({ '/page': html('Before', '<p>walnut</p>') })
  pages.set('/page', html('After', '<p>hazel</p>'))
  await scrape('/page?utm_source=mail')
  expect([await paths('walnut'), await paths('hazel')]).toEqual([[], ['/page']])
})

test('a page at two spellings of its address takes one place among the results', async () => {
  const twin = html('Sycamore', '<p>sycamore sycamore</p>')
  const { paths } = await scraped({ '/twin': twin, '/twin/': twin, '/other': html('Wood', '<p>Of a sycamore.</p>') })
  const found = await paths('sycamore', { limit: 2 })
  expect(found.map((path) => path.replace(/\/$/, ''))).toEqual(['/twin', '/other'])
})

test('the text of an error page is not found', async () => {
  const { key } = await weir.user()
  await weir.post('/v1/scrape', { url: `${site.url.origin}/nowhere` }, { key })
  expect((await weir.post('/v1/search', { query: 'kettles' }, { key })).body.data.results).toEqual([])
})

test('a page is not found any more once its site answers that it is gone', async () => {
  const { scrape, paths } = await scraped({
    '/sold': html('Sold', '<p>rosewood</p>'),
    '/kept': html('Kept', 'rosewood'),
  })
  expect((await paths('rosewood')).toSorted()).toEqual(['/kept', '/sold'])
  pages.delete('/sold')
  await scrape('/sold')
  expect(await paths('rosewood')).toEqual(['/kept'])
})

test('pages are found only by their own account, even if another one got them from the cache', async () => {
  const url = `${site.url.origin}/own`
  pages.set('/own', html('Larch', '<p>A tree.</p>'))
  const users = await Promise.all([weir.user(), weir.user(), weir.user()])
  for (const { key } of users.slice(0, 2)) await weir.post('/v1/scrape', { url }, { key })
  const found = await Promise.all(
    users.map(async ({ key }) => (await weir.post('/v1/search', { query: 'larch' }, { key })).body.data.results.length),
  )
  expect(found).toEqual([1, 1, 0])
})

test('pages of a batch and of a crawl are found', async () => {
  pages.set('/start', html('Start', '<a href="/linked">on</a><p>juniper</p>'))
  pages.set('/linked', html('Linked', '<p>rowan</p>'))
  pages.set('/listed', html('Listed', '<p>spruce</p>'))
  const { key } = await weir.user()
  const headers = { prefer: 'wait=60' }
  const crawl = await weir.post('/v1/crawl', { url: `${site.url.origin}/start`, waitTime: 0 }, { key, headers })
  const batch = await weir.post('/v1/scrape', { urls: [`${site.url.origin}/listed`] }, { key, headers })
  expect([crawl.status, batch.status]).toEqual([200, 200])
  for (const query of ['juniper', 'rowan', 'spruce'])
    expect((await weir.post('/v1/search', { query }, { key })).body.data.results).toHaveLength(1)
}, 120_000)

test.each(['html', 'text', 'json', 'rawHtml'])(
  'a page that was scraped as %s is found by title, heading and text',
  async (format) => {
    const { scrape, paths } = await scraped({})
    pages.set('/format', html('Larches', '<h1>Needles</h1><p>They fall in &#97;utumn.</p>'))
    await scrape('/format', { formats: [format] })
    for (const query of ['larch', 'needle', 'autumn']) expect([query, await paths(query)]).toEqual([query, ['/format']])
  },
)

test('language and country leave out pages that declare another one', async () => {
  const { paths } = await scraped({
    '/de': html('Fjord', '<p>x</p>', 'lang="de-AT"'),
    '/no': html('Fjord', '<p>x</p>', 'lang="no"'),
    '/any': html('Fjord', '<p>x</p>'),
  })
  expect((await paths('fjord', { language: 'de' })).toSorted()).toEqual(['/any', '/de'])
  expect((await paths('fjord', { language: 'de', country: 'CH' })).toSorted()).toEqual(['/any'])
})

test('pages beyond the limit of the plan are removed, the oldest first', async () => {
  const small = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_PLANS: '{"pro": {"search": {"pages": 2}}}' })
  try {
    const { key } = await small.user('pro')
    const scrape = async (path: string, text: string) => {
      pages.set(path, html(path, `<p>${text}</p>`))
      await small.post('/v1/scrape', { url: site.url.origin + path, maxAge: 0 }, { key })
    }
    const found = async () => {
      const { body } = await small.post('/v1/search', { query: 'moss' }, { key })
      return body.data.results.map(({ title }: Result) => title).toSorted()
    }
    for (const path of ['/m1', '/m2', '/m3']) await scrape(path, 'moss')
    expect(await found()).toEqual(['/m2', '/m3'])
    // A page that is scraped again takes no additional place.
    await scrape('/m3', 'more moss')
    expect(await found()).toEqual(['/m2', '/m3'])
  } finally {
    await small.close()
  }
}, 120_000)

test('a page is still found by its text after other formats of it came from the cache', async () => {
  const { scrape, search } = await scraped({
    '/pots': html(
      'Copper pots',
      '<p>They simmer soups slowly.</p><a href="/lids">Lids</a><img src="/pot.png" alt="pot">',
    ),
  })
  for (const formats of [['json'], ['images'], ['links']])
    for (const maxAge of [1, 1]) await scrape('/pots', { formats, maxAge })
  expect((await search('simmering soups')).map(({ snippet }) => snippet)).toEqual(['They simmer soups slowly. Lids'])
})
