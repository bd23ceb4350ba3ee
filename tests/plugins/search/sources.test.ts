import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { braveAnswer, braveResult, searxngAnswer, searxngResult, startPeer } from './peers.ts'

const searxng = startPeer()
const brave = startPeer()
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) => {
    const year = new URL(url).pathname.slice(1)
    const head = `<title>Kettle of ${year}</title><meta property="article:published_time" content="${year}-05-01T00:00:00Z">`
    return new Response(`${head}<p>A kettle.</p>`, { headers: { 'content-type': 'text/html' } })
  },
})
let weir: Running
beforeAll(async () => {
  weir = await startWeir({
    WEIR_SEARXNG_URL: searxng.url,
    WEIR_BRAVE_URL: brave.url,
    WEIR_BRAVE_API_KEY: 'secret-key',
    WEIR_ENGINES: 'lightweight',
  })
})
afterAll(async () => {
  await weir.close()
  searxng.stop()
  brave.stop()
  site.stop(true)
})

/** A search of a new account, and its price. */
async function search(body: object) {
  const { key } = await weir.user('pro')
  const answer = await weir.post('/v1/search', { query: 'kettles', limit: 5, ...body }, { key })
  return { ...answer, used: (await weir.get('/v1/users/profile', { key })).body.data.credits.used }
}
const asked = (peer: typeof searxng) => peer.asked.map(({ url }) => Object.fromEntries(url.searchParams))

const picture = {
  ...searxngResult('https://example.com/gallery', 'A kettle'),
  img_src: 'https://example.com/k.jpg',
  thumbnail_src: 'https://example.com/small.jpg',
  resolution: '1920 x 1080',
  template: 'images.html',
}
const ofSearxng = ({ searchParams }: URL) => {
  const source = searchParams.get('categories')
  const results = {
    news: [{ ...searxngResult('https://news.example/1', 'Kettle boils'), publishedDate: '2026-11-20T10:00:00' }],
    images: [
      picture,
      { ...picture, img_src: 'https://example.com/2.jpg', resolution: '' },
      { ...picture, img_src: 'x' },
    ],
    web: [searxngResult('https://example.com/', 'Kettles')],
  }
  return searxngAnswer('kettles', searchParams.get('pageno') === '1' ? results[(source ?? 'web') as 'web'] : [])
}

describe('news and images', () => {
  test('of SearXNG are returned besides the pages, each at the price of a search', async () => {
    searxng.answers(ofSearxng)
    const { body, used } = await search({ sources: ['web', 'news', 'images'] })
    expect(body.data).toMatchObject({
      results: [{ position: 1, link: 'https://example.com/' }],
      news: [{ position: 1, link: 'https://news.example/1', publishedAt: '2026-11-20T10:00:00.000Z' }],
      totalResults: 4,
      creditsUsed: 3,
    })
    expect(body.data.images).toEqual([
      {
        position: 1,
        title: 'A kettle',
        link: 'https://example.com/gallery',
        displayLink: 'example.com',
        imageUrl: 'https://example.com/k.jpg',
        thumbnailUrl: 'https://example.com/small.jpg',
        width: 1920,
        height: 1080,
      },
      expect.objectContaining({ position: 2, imageUrl: 'https://example.com/2.jpg' }),
    ])
    expect(used).toBe(3)
  })

  test('of Brave are requested if it has them', async () => {
    brave.answers(({ pathname }) => {
      const { title, url, page_age, thumbnail } = braveResult('https://news.example/1', 'Kettle boils', 'It does')
      const pictured = {
        title,
        url,
        thumbnail,
        properties: { url: 'https://example.com/k.jpg', width: 10, height: 20 },
      }
      if (pathname.includes('/news/')) return Response.json({ type: 'news', results: [{ title, url, page_age }] })
      return Response.json({ type: 'images', results: [pictured] })
    })
    const { body } = await search({ sources: ['news', 'images'], provider: 'brave', timeRange: 'month' })
    expect(brave.asked.map(({ url }) => [url.pathname, url.searchParams.get('freshness')]).sort()).toEqual([
      ['/res/v1/images/search', null],
      ['/res/v1/news/search', 'pm'],
    ])
    expect(body.data).toMatchObject({
      results: [],
      news: [{ link: 'https://news.example/1', publishedAt: '2026-01-15T00:00:00.000Z' }],
      images: [{ imageUrl: 'https://example.com/k.jpg', width: 10, height: 20, link: 'https://news.example/1' }],
    })
    expect(body.warnings).toEqual([expect.stringContaining('images of any date')])
  })

  test('that fail give a warning and cost nothing if there are pages, and fail the search if requested alone', async () => {
    searxng.answers((url) => (url.searchParams.has('categories') ? new Response('', { status: 500 }) : ofSearxng(url)))
    brave.answers(() => new Response('', { status: 500 }))
    const { status, body, used } = await search({ sources: ['web', 'news'], provider: 'searxng' })
    expect([status, body.data.results.length, body.data.news, used]).toEqual([200, 1, [], 1])
    expect(body.warnings).toEqual([expect.stringContaining('The response has no news')])
  })

  test('are refused if the provider has none', async () => {
    const { status, body, used } = await search({ sources: ['news'], provider: 'local' })
    expect([status, body.error.code, body.error.details.parameter, used]).toEqual([
      400,
      'invalid_request',
      'sources',
      0,
    ])
  })
})

describe('time', () => {
  test('is a range for SearXNG, and results with other dates are left out', async () => {
    const dated = (publishedDate: string | null, n: number) => ({
      ...searxngResult(`https://example.com/${n}`, 'Kettles'),
      publishedDate,
    })
    searxng.answers(() =>
      searxngAnswer('kettles', [dated('2020-03-01', 1), dated(null, 2), dated('2020-05-01T00:00', 3)]),
    )
    const { body } = await search({ from: '2020-02-01', to: '2020-03-31', limit: 1 })
    expect(body.data.results.map(({ link }: { link: string }) => link)).toEqual(['https://example.com/1'])
    await search({ timeRange: 'week' })
    expect(asked(searxng).map(({ time_range }) => time_range)).toContain('week')
  })

  test('is searched on further pages of results if the first have other dates', async () => {
    const dated = (day: string, n: number) => ({
      ...searxngResult(`https://example.com/${n}`, 'Kettles'),
      publishedDate: day,
    })
    searxng.answers(({ searchParams }) => {
      const n = Number(searchParams.get('pageno'))
      return searxngAnswer('kettles', [dated(n === 2 ? '2020-03-01' : '2020-05-01', n)])
    })
    const { body } = await search({ from: '2020-02-01', to: '2020-03-31' })
    expect(body.data.results.map(({ link }: { link: string }) => link)).toEqual(['https://example.com/2'])
    expect(searxng.asked).toHaveLength(5)
  })

  test('is sent to Brave as days', async () => {
    brave.answers(() => braveAnswer('kettles', []))
    await search({ provider: 'brave', from: '2020-02-01', to: '2020-03-31' })
    await search({ provider: 'brave', timeRange: 'day' })
    await search({ provider: 'brave', from: '2999-01-01' })
    expect(asked(brave).map(({ freshness }) => freshness)).toEqual([
      ...['2020-02-01to2020-03-31', 'pd', '2999-01-01to2999-01-01'],
    ])
  })

  test('is compared with the date that a page in the local index declares', async () => {
    const { key } = await weir.user()
    for (const year of [2019, 2021, 2023])
      await weir.post('/v1/scrape', { url: `${site.url}${year}`, maxAge: 0 }, { key })
    const years = async (body: object) => {
      const { body: answer } = await weir.post('/v1/search', { query: 'kettle', provider: 'local', ...body }, { key })
      return answer.data.results.map(({ link }: { link: string }) => new URL(link).pathname.slice(1)).sort()
    }
    expect(await years({})).toEqual(['2019', '2021', '2023'])
    expect(await years({ from: '2020-01-01', to: '2021-05-01' })).toEqual(['2021'])
    expect(await years({ to: '2021-04-30' })).toEqual(['2019'])
    expect(await years({ timeRange: 'year' })).toEqual([])
  })

  test.each<[object, string]>([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
    [{ timeRange: 'day', from: '2026-02-02' }, 'timeRange'],
  ])('%j is refused', async (body, parameter) => {
    const { status, body: answer } = await search(body)
    expect([status, answer.error.code, answer.error.details.parameter]).toEqual([400, 'invalid_request', parameter])
  })
})
