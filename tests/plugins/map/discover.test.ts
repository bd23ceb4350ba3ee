import { expect, test } from 'bun:test'
import type { EngineContext } from 'weirjs'
import { type DiscoverOptions, discover } from '../../../plugins/map/discover.ts'
import { SiteAccess } from '../../../plugins/map/site-access.ts'
import { content } from '../content/convert.ts'
import { reading } from './reading.ts'

/**
 * What is found on a site with these links between its pages, and which paths were requested. `landings` are
 * redirects that the engine follows by itself.
 */
async function found(
  links: Readonly<Record<string, readonly string[]>>,
  changes: Partial<DiscoverOptions> = {},
  landings: Readonly<Record<string, string>> = {},
) {
  const asked: string[] = []
  /** The credentials that were sent to each origin. */
  const credentials: Record<string, string | null> = {}
  const ports = {
    clock: { now: () => 0 },
    content,
    engines: {
      async fetch({ url: at, headers: sent }: { url: URL; headers?: Headers }) {
        asked.push(at.pathname)
        credentials[at.origin] = sent?.get('authorization') ?? null
        const url = new URL(landings[at.pathname] ?? at, at)
        const body = (links[url.pathname] ?? []).map((href) => `<a href="${href}">a</a>`).join('')
        const headers = new Headers({ 'content-type': 'text/html' })
        return { url, status: 200, headers, body: new TextEncoder().encode(body), trace: [] }
      },
    },
    politeness: {
      robots: async () => ({ allows: ({ pathname }: URL) => pathname !== '/secret', delay: 0, sitemaps: [] }),
      async *sitemap() {},
      applyCrawlDelay: async () => {},
      recordResponse: async () => {},
      acquire: async () => () => {},
    },
  } as unknown as Parameters<typeof discover>[3]
  const options: DiscoverOptions = {
    maxDepth: 2,
    maxPages: 100,
    scope: { sameDomain: true },
    sitemap: 'include',
    ignoreQueryParameters: false,
    search: '',
    respectRobots: true,
    engine: undefined,
    request: {},
    useProxy: false,
    timeout: 60_000,
    reading,
    inspects: false,
    ...changes,
  }
  const context = { signal: new AbortController().signal } as EngineContext
  const { found } = await discover(new URL('https://a.example/'), options, context, ports)
  return { asked: asked.toSorted(), credentials, pages: found.map(({ url, depth }) => [new URL(url).pathname, depth]) }
}

test('pages are found level by level through their links, and each is requested once', async () => {
  const { asked, pages } = await found({
    '/': ['/a', '/b', '/a', '/#top', '/'],
    '/a': ['/', '/b', '/c', '/c?', '/c#below'],
    '/b': ['/a', '/c'],
    '/c': ['/too-deep'],
  })
  expect(pages).toEqual([
    ['/', 0],
    ['/a', 1],
    ['/b', 1],
    ['/c', 2],
  ])
  expect(asked).toEqual(['/', '/a', '/b', '/c'])
})

test('addresses with a searched word are visited before others of their level', async () => {
  const links = { '/': ['/a', '/b', '/c', '/blog/one'], '/a': ['/blog/two'] }
  const { pages } = await found(links, { search: 'blog', maxPages: 3 })
  expect(pages.map(([path]) => path)).toEqual(['/', '/blog/one', '/a'])
})

test('links are parsed as browsers parse them', async () => {
  const { asked } = await found({ '/': ['/my file.html', '/wrap\nped.html', '/ta\tb.html', '\\back.html', ' /a '] })
  expect(asked).toEqual(['/', '/a', '/back.html', '/my%20file.html', '/tab.html', '/wrapped.html'])
})

test('links to other domains, or to paths that robots.txt forbids, are not followed', async () => {
  const links = { '/': ['/secret', 'https://b.example/b', 'mailto:a@a.example', '/a'] }
  expect((await found(links)).asked).toEqual(['/', '/a'])
  expect((await found(links, { respectRobots: false })).asked).toEqual(['/', '/a', '/secret'])
  expect((await found(links, { scope: { sameDomain: false } })).asked).toEqual(['/', '/a', '/b'])
})

test('the credentials of a map are sent to its own origin alone', async () => {
  const request = { headers: new Headers({ authorization: 'Basic c2VjcmV0' }) }
  const links = { '/': ['/a', 'https://www.a.example/b'] }
  expect((await found(links, { request })).credentials).toEqual({
    'https://a.example': 'Basic c2VjcmV0',
    'https://www.a.example': null,
  })
})

test('a page that redirects to a path that robots.txt forbids is not read', async () => {
  const links = { '/': ['/a', '/b'], '/secret': ['/hidden'], '/open': ['/shown'] }
  const { asked, pages } = await found(links, {}, { '/a': '/secret', '/b': '/open' })
  expect(asked).toEqual(['/', '/a', '/b', '/shown'])
  expect(pages.map(([path]) => path)).toEqual(['/', '/a', '/b', '/shown'])
})

test('a map uses a proxy of the requested country', () => {
  const picked: unknown[] = []
  const ports = {
    proxies: { pick: (...asked: unknown[]) => void picked.push(asked) },
  } as unknown as ConstructorParameters<typeof SiteAccess>[2]
  const options = { respectRobots: true, request: { location: { country: 'DE' } } }
  for (const useProxy of [true, false])
    new SiteAccess({ ...options, useProxy }, AbortSignal.timeout(1000), ports).proxyFor(new URL('https://a.example/'))
  expect(picked).toEqual([['a.example', 'DE']])
})
