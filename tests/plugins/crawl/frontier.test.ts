import { expect, test } from 'bun:test'
import { addLinks, addSitemap, createFrontier } from '../../../plugins/crawl/frontier.ts'
import { keyOf, toItem } from '../../../plugins/crawl/items.ts'
import { createLeads } from '../../../plugins/crawl/leads.ts'

const start = new URL('https://site.example/')
const open = ({
  maxDepth = 3,
  inScope = (_: URL): boolean => true,
  mayLeave = (_: URL): boolean => false,
  robots = undefined as object | undefined,
} = {}) => createFrontier({ maxDepth }, createLeads({}, { inScope, mayLeave }), start, robots as never)
const urlsOf = ({ found }: ReturnType<typeof open>) => found.map(({ url }) => url)

test('an item has its page as the key, and waits for its level', () => {
  const url = new URL('https://site.example/a?b=2&a=1#c')
  expect(toItem(url, { depth: 0, key: keyOf(url, {}) })).toEqual({
    key: 'https://site.example/a?a=1&b=2',
    value: { url: 'https://site.example/a?b=2&a=1#c', depth: 0 },
    url: 'https://site.example/a?b=2&a=1#c',
    host: 'site.example',
    deferred: false,
  })
  expect(toItem(start, { depth: 1, key: '' }).deferred).toBe(true)
  expect(keyOf(url, { ignoreQueryParameters: true })).toBe('https://site.example/a')
})

test('each page is followed once if it is in scope, allowed, and neither too deep nor too long', () => {
  const disallows = { allows: (url: URL) => url.pathname !== '/no' }
  const frontier = open({ inScope: (url) => url.hostname !== 'else.example', robots: disallows })
  const at = (path: string) => new URL(path, start)
  frontier.add(at('/a'), 3)
  frontier.add(at('/a#b'), 1)
  frontier.add(at('/deep'), 4)
  frontier.add(at('/no'), 1)
  // Other origins have a robots.txt of their own.
  frontier.add(new URL('https://other.example/no'), 1)
  frontier.add(new URL('https://else.example/'), 1)
  const long = (length: number) => at(`/${'x'.repeat(length - start.href.length)}`)
  frontier.add(long(8192), 1)
  frontier.add(long(8193), 1)
  expect(urlsOf(frontier)).toEqual(['https://site.example/a', 'https://other.example/no', long(8192).href])
})

test('external pages are marked as such, if they may be fetched', () => {
  const frontier = open({ inScope: ({ host }) => host === start.host, mayLeave: ({ pathname }) => pathname !== '/ads' })
  for (const address of ['/a', 'https://else.example/b', 'https://else.example/ads']) {
    frontier.add(new URL(address, start), 1)
  }
  expect(frontier.found.map(({ value }) => value)).toEqual([
    { url: 'https://site.example/a', depth: 1 },
    { url: 'https://else.example/b', depth: 1, external: true },
  ])
})

test('links of a page come one per line, and are read once each without fragments', async () => {
  const asked: string[] = []
  const frontier = open({ inScope: (url) => asked.push(url.href) > 0 })
  const long = `https://site.example/${'y'.repeat(8172)}`
  await addLinks(
    frontier,
    `https://site.example/a#x\nhttps://site.example/a#y\n\nmailto:a@b.example\nno address\n${long}\nhttps://site.example/last`,
    2,
  )
  expect(asked).toEqual(['https://site.example/a', 'https://site.example/last'])
  await addLinks(frontier, 'https://site.example/deeper', 4)
  expect(asked).toHaveLength(2)
})

test('a thousand addresses more than the wanted pages are read from sitemaps', async () => {
  const frontier = open()
  let listed = 0
  const politeness = {
    async *sitemap() {
      for (;;) yield new URL(`https://site.example/${listed++}`)
    },
  }
  await addSitemap(
    frontier,
    { url: start, named: [], most: 5, isOnSite: () => true },
    {} as never,
    { politeness } as never,
  )
  expect([frontier.found.length, frontier.found[0]!.value.depth]).toEqual([1005, 1])
})
