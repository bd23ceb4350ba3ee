import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { MAX_SITEMAP_BYTES, readSitemap, type SitemapEntry } from '../../../core/politeness/sitemap.ts'
import { growthOf, LINEAR } from '../../growth.ts'

/** Reads content that arrives `at` bytes at a time. */
async function read(content: string | Uint8Array, at = 7): Promise<SitemapEntry[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  async function* chunks() {
    for (let i = 0; i < bytes.length; i += at) yield bytes.subarray(i, i + at)
  }
  return Array.fromAsync(readSitemap(chunks()))
}
const pages = async (content: string | Uint8Array, at?: number) => (await read(content, at)).map(({ href }) => href)
const urlset = (inner: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`

describe('XML', () => {
  test('addresses are read, also the first, with entities, CDATA and white space', async () => {
    const inner =
      '<url><loc>https://a.test/1?x=1&amp;y=2</loc></url><url><loc>\n https://a.test/2 </loc><lastmod>2026</lastmod></url><url><loc><![CDATA[https://a.test/3?a&b]]></loc></url>'
    expect(await pages(urlset(inner))).toEqual(['https://a.test/1?x=1&y=2', 'https://a.test/2', 'https://a.test/3?a&b'])
  })
  test('prefixes and a missing namespace are accepted, and addresses of images are not pages', async () => {
    const inner =
      '<s:url><s:loc>https://a.test/1</s:loc><image:image><image:loc>https://a.test/1.png</image:loc></image:image></s:url>'
    expect(await pages(`<s:urlset>${inner}</s:urlset>`)).toEqual(['https://a.test/1'])
  })
  test('an index names sitemaps', async () => {
    expect(await read('<sitemapindex><sitemap><loc>https://a.test/s.xml</loc></sitemap></sitemapindex>')).toEqual([
      { kind: 'sitemap', href: 'https://a.test/s.xml' },
    ])
  })
  test('RSS and Atom count as sitemaps', async () => {
    const rss = '<rss><channel><link>https://a.test/</link><item><link>https://a.test/1</link></item></channel></rss>'
    const atom =
      '<feed><link href="https://a.test/"/><entry><link rel="self" href="/x"/><link href="/2"/></entry></feed>'
    expect([await pages(rss), await pages(atom)]).toEqual([['https://a.test/1'], ['/2']])
  })
  test('a file is not read on once an element has very many attributes, as they are all kept until it ends', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}="b"`).join(' ')
    const entry = (count: number) => `<url ${attributes(count)}><loc>https://a.test/1</loc></url>`
    expect(await pages(urlset(entry(900).repeat(2)), 1000)).toEqual(['https://a.test/1', 'https://a.test/1'])
    let given = 0
    async function* endless() {
      yield new TextEncoder().encode('<urlset><url ')
      for (; given < 1000; given++) yield new TextEncoder().encode(attributes(100).replaceAll('a', `a${given}x`))
    }
    expect(await Array.fromAsync(readSitemap(endless()))).toEqual([])
    expect(given).toBeLessThan(20)
  })
  test('versions of a page in other languages are pages too', async () => {
    const inner =
      '<url><loc>https://a.test/1</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.test/de/1"/></url>'
    expect(await pages(urlset(inner))).toEqual(['https://a.test/1', 'https://a.test/de/1'])
  })
  test('the id of an entry is its address if it has no other', async () => {
    const of = (guid: string) => pages(`<rss><channel><item>${guid}</item></channel></rss>`)
    expect(await of('<guid>https://a.test/1</guid>')).toEqual(['https://a.test/1'])
    expect(await of('<guid isPermaLink="false">https://a.test/1</guid>')).toEqual([])
    expect(await of('<guid>entry 1</guid>')).toEqual([])
  })
  test('a truncated sitemap gives the addresses before the cut', async () => {
    expect(await pages('<urlset><url><loc>https://a.test/1</loc></url><url><loc>https://a.te')).toEqual([
      'https://a.test/1',
      'https://a.te',
    ])
  })
  test('addresses are returned before the rest of the file arrives, from XML and text', async () => {
    for (const content of [urlset('<url><loc>https://a.test/1</loc></url>'), 'https://a.test/1\nhttps://a.test/2\n']) {
      async function* arriving() {
        yield new TextEncoder().encode(content)
        throw new Error('the rest was waited for')
      }
      const { value } = await readSitemap(arriving()).next()
      expect(value).toEqual({ kind: 'page', href: 'https://a.test/1' })
    }
  })
  test('a document type is refused, and its entities are never expanded', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url><loc>https://a.test/&b;</loc></url></urlset>'
    expect(await read(bomb)).toEqual([])
  })
  test('one with endlessly nested elements is refused, in little memory', async () => {
    expect(await read('<a>'.repeat(2_000_000), 65_536)).toEqual([])
  })
  test('an HTML page is not a sitemap', async () => {
    expect(await read('<html><body><a href="/x">x</a></body></html>')).toEqual([])
  })
})

describe('other forms', () => {
  test('a text file has one address per line, with or without a byte order mark', async () => {
    expect(await pages('\uFEFFhttps://a.test/1\r\nhttps://a.test/2\nnonsense\n\nhttps://a.test/3')).toEqual([
      'https://a.test/1',
      'https://a.test/2',
      'https://a.test/3',
    ])
  })
  test('UTF-16 is read, in both byte orders, with or without a byte order mark', async () => {
    const utf16 = (text: string) => Buffer.from(text, 'utf16le')
    for (const text of [urlset('<url><loc>https://a.test/ä</loc></url>'), 'https://a.test/ä\r\n'])
      for (const mark of ['', '\uFEFF']) {
        expect(await pages(utf16(mark + text))).toEqual(['https://a.test/ä'])
        expect(await pages(utf16(mark + text).swap16(), 1)).toEqual(['https://a.test/ä'])
      }
  })
  test('gzip is recognised by its first bytes, however they arrive', async () => {
    const zipped = gzipSync(urlset('<url><loc>https://a.test/1</loc></url>'))
    for (const at of [1, 7, 1000]) expect(await pages(zipped, at)).toEqual(['https://a.test/1'])
  })
  test('a large gzip is decompressed only as far as its addresses are taken', async () => {
    const all = Array.from({ length: 50_000 }, () => `https://a.test/${crypto.randomUUID()}`)
    const zipped = gzipSync(all.join('\n'))
    const warned: Error[] = []
    const note = (warning: Error) => void warned.push(warning)
    process.on('warning', note)
    expect((await pages(zipped, 30_000)).join() === all.join()).toBe(true)
    process.off('warning', note)
    expect(warned).toEqual([])
    let given = 0
    const ended = Promise.withResolvers<void>()
    async function* chunks() {
      try {
        for (let at = 0; at < zipped.length; at += 30_000) {
          given++
          yield zipped.subarray(at, at + 30_000)
        }
      } finally {
        ended.resolve()
      }
    }
    for await (const { href } of readSitemap(chunks())) {
      expect(href).toBe(all[0]!)
      break
    }
    await ended.promise
    expect(given).toBeLessThan(zipped.length / 30_000)
  })
  test('an empty file has no addresses', async () => expect(await read('')).toEqual([]))
  test('a gzip bomb ends at the limit', async () => {
    const bomb = gzipSync(new Uint8Array(MAX_SITEMAP_BYTES + 1_000_000).fill(32))
    await expect(read(bomb, 10_000)).rejects.toThrow('A sitemap has more than')
  })
  test('a broken gzip fails', async () => {
    await expect(read(new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))).rejects.toThrow()
  })
})

test('addresses are read in time proportional to their number', async () => {
  const sitemap = (size: number) =>
    urlset(Array.from({ length: size }, (_, i) => `<url><loc>https://a.test/${i}</loc></url>`).join(''))
  expect((await read(sitemap(50_000), 65_536)).length).toBe(50_000)
  expect(await growthOf(sitemap, (xml) => read(xml, 65_536), 50_000 / 8)).toBeLessThan(LINEAR)
})
