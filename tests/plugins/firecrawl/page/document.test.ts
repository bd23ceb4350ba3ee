import { describe, expect, test } from 'bun:test'
import { JsonText } from 'weirjs'
import { toDocument, type WeirPage } from '../../../../plugins/firecrawl/page/document.ts'
import type { Shape } from '../../../../plugins/firecrawl/page/shape.ts'

const shapeOf = (fields: Shape['fields'], more: Partial<Shape> = {}): Shape => ({
  ...{ version: 2, fields, json: undefined, stealth: false },
  ...more,
})
const metadata = { url: 'https://a.example/b', statusCode: 200, creditsUsed: 1.5 }
const page = (more: Record<string, unknown> = {}): WeirPage => ({ metadata, ...more })
const show = (of: WeirPage, shape: Shape, warnings?: string[]) =>
  toDocument(of, { url: 'https://a.example/', scrapeId: 'id', shape, origin: 'https://weir.example' }, warnings)

describe('a document', () => {
  test('has the requested formats, and nothing else', () => {
    const all = { markdown: '# A', html: '<p>', rawHtml: '<b>', links: ['l'], summary: 'S', attributes: [1] }
    const { metadata: _, ...shown } = show(page(all), shapeOf(['markdown', 'links', 'attributes', 'summary', 'html']))
    const { rawHtml: __, ...wanted } = all
    expect(shown).toEqual(wanted as typeof shown)
    expect(Object.keys(show(page({ markdown: null, rawHtml: '' }), shapeOf(['markdown', 'rawHtml', 'links'])))).toEqual(
      ['rawHtml', 'metadata'],
    )
  })

  test('has links and attributes that are JSON already as they are, since they may be long', () => {
    const [links, attributes] = [new JsonText('["l"]'), new JsonText('[]')]
    const shown = show(page({ links, attributes }), shapeOf(['links', 'attributes']))
    expect([shown.links, shown.attributes]).toEqual([links, attributes])
  })

  test('has plain addresses for images, and absolute links to files', () => {
    const images = [{ url: 'https://a.example/1.png', alt: 'A' }]
    expect(show(page({ images, screenshot: '/f/1' }), shapeOf(['images', 'screenshot']))).toMatchObject({
      images: ['https://a.example/1.png'],
      screenshot: 'https://weir.example/f/1',
    })
    expect(show(page({ screenshot: 'https://s3.example/1' }), shapeOf(['screenshot']))).toMatchObject({
      screenshot: 'https://s3.example/1',
    })
  })

  test('has extracted data under the name by which it was requested', () => {
    const extracted = { a: 1 }
    expect(show(page({ extracted }), shapeOf(['json'], { json: 'extract' }))).toMatchObject({ extract: extracted })
    expect(show(page({ extracted }), shapeOf(['json']))).toMatchObject({ json: extracted })
  })

  test('has its changes, with the diff if requested', () => {
    const changes = { previousScrapeAt: null, changeStatus: 'changed', visibility: 'visible' }
    const tracked = (diff: string | null, showsDiff: boolean) =>
      (
        show(page({ changeTracking: { ...changes, diff } }), shapeOf(['changeTracking'], { showsDiff })) as Record<
          string,
          unknown
        >
      ).changeTracking
    expect(tracked('-a', true)).toEqual({ ...changes, diff: { text: '-a' } })
    expect(tracked('-a', false)).toEqual(changes)
    expect(tracked(null, true)).toEqual(changes)
    expect(Object.keys(show(page(), shapeOf(['changeTracking'])))).toEqual(['metadata'])
  })

  test('has the warnings of the request and of the page, each once', () => {
    expect(show(page({ warnings: ['b', 'a'] }), shapeOf([]), ['a'])).toMatchObject({ warning: 'a. b' })
    expect(Object.hasOwn(show(page(), shapeOf([])), 'warning')).toBe(false)
  })

  test('has the results of the actions on the page', () => {
    const actions = [
      { type: 'click' },
      { type: 'scrape', value: { url: 'u', html: 'h' } },
      { type: 'executeJavascript', value: 5 },
      { type: 'executeJavascript' },
    ]
    const files = ['/f/1', '/f/2'].map((url) => ({ type: 'screenshot', url }))
    const given = page({ metadata: { ...metadata, actions }, files: [...files, { type: 'pdf', url: '/f/3' }] })
    const gave = {
      scrapes: [{ url: 'u', html: 'h' }],
      javascriptReturns: [
        { type: 'number', value: 5 },
        { type: 'null', value: null },
      ],
      pdfs: [],
    }
    const pictures = ['https://weir.example/f/1', 'https://weir.example/f/2']
    expect(show(given, shapeOf([]))).toMatchObject({ actions: { screenshots: pictures, ...gave } })
    // The first screenshot is the page's own if one was requested.
    expect(show(given, shapeOf(['screenshot']))).toMatchObject({ actions: { screenshots: pictures.slice(1), ...gave } })
  })
})

describe('the metadata of a document', () => {
  const of = (more: Record<string, unknown>, shape = shapeOf([])) =>
    show(page({ metadata: { ...metadata, ...more } }), shape).metadata as Record<string, unknown>
  test('is flat, with the names of that API, and without fields that the page lacks', () => {
    const said = of({
      title: 'T',
      description: '',
      author: null,
      og: { title: 'O', siteName: 'S', image: undefined },
      article: { publishedTime: '2026-01-01' },
      pageCount: 3,
      other: 'x',
    })
    expect(said).toEqual({
      ...{ title: 'T', ogTitle: 'O', ogSiteName: 'S', publishedTime: '2026-01-01', numPages: 3 },
      ...{ sourceURL: 'https://a.example/', url: metadata.url, statusCode: 200, scrapeId: 'id' },
      ...{ proxyUsed: 'basic', cacheState: 'miss', creditsUsed: 2 },
    })
  })

  test('shows the cache, the proxy, and the error of a failed page', () => {
    expect(of({ cached: true, cachedAt: 'then' })).toMatchObject({ cacheState: 'hit', cachedAt: 'then' })
    expect(Object.hasOwn(of({ cached: false, cachedAt: 'then' }), 'cachedAt')).toBe(false)
    expect(of({}, shapeOf([], { stealth: true })).proxyUsed).toBe('stealth')
    expect([of({ statusCode: 400 }).error, of({ statusCode: 399 }).error]).toEqual([
      'The page answered with status 400',
      undefined,
    ])
  })
})
