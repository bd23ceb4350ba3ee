import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { PageMetadata } from 'weirjs/schemas'
import { emptyMetadata } from '../../../../plugins/content/metadata/index.ts'
import { Generator } from '../markdown/generate.ts'
import { contentOptions } from '../options.ts'
import { convertHere } from '../read-here.ts'

/** The names of a record's fields, of records within it too; what a page names itself is left out. */
const shapeOf = (value: unknown, own = ''): string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || own === '.structuredData.openGraph')
    return [own]
  return Object.entries(value).flatMap(([name, each]) => shapeOf(each, `${own}.${name}`))
}
const shape = shapeOf(emptyMetadata()).sort()

/** Checks what the wire would carry: every field there, none of another type, none beside them. */
async function check(body: string | Uint8Array, type: string | null, path = '/file'): Promise<PageMetadata> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = new Headers(type === null ? {} : { 'content-type': type })
  const { metadata } = await convertHere(
    { url: new URL(path, 'https://site.example'), headers, body: bytes },
    contentOptions({}, 'markdown', 'structured'),
  )
  const sent: PageMetadata = JSON.parse(JSON.stringify(metadata))
  expect([...Value.Errors(PageMetadata, sent)].map(({ path, message, value }) => ({ path, message, value }))).toEqual(
    [],
  )
  expect(shapeOf(sent).sort()).toEqual(shape)
  return sent
}

const hereAndBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    return statSync(file).isDirectory() ? hereAndBelow(file) : [file]
  })
const all = hereAndBelow(join(import.meta.dir, '../..')).filter((file) => !/\.tsx?$/.test(file))
/** Every page that the tests of plugins keep as a file, and of each kind of document two. */
const files = [...Map.groupBy(all.sort(), extname)].flatMap(([kind, those]) =>
  kind === '.html' ? those : those.slice(0, 2),
)
/** Those of them that are there to be refused, and why they are. */
const refused: Readonly<Record<string, string>> = {
  'cut.docx': 'damaged',
  'locked.ods': 'encrypted',
  'locked.epub': 'encrypted',
  'locked.odt': 'encrypted',
  'old.doc': 'unsupported_type',
}

describe('The metadata has all its fields and each its type', () => {
  test.each(files.map((file) => [file.slice(file.indexOf('tests'))]))('of %s, or the file is refused', async (file) => {
    const checked = check(readFileSync(join(import.meta.dir, '../../../..', file)), null, `/${file}`)
    const reason = refused[basename(file)]
    if (reason === undefined) await checked
    else await expect(checked).rejects.toMatchObject({ code: 'scraping_failed', details: { reason } })
  })

  const documents: [kind: string, type: string, body: string | Uint8Array][] = [
    ['nothing at all', 'text/html', ''],
    ['a page of text alone', 'text/html', 'Hello'],
    ['a page cut off', 'text/html', '<html><head><meta property="og:title" content="A'],
    [
      'XHTML',
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body/></html>',
    ],
    ['JSON', 'application/json', '{"title":7,"author":["a",{"name":null}],"date":{"$date":0}}'],
    ['JSON that is a number', 'application/json', '12'],
    ['JSON-LD', 'application/ld+json', '[{"@type":["Article",7],"author":[{"name":["A","B"]},3],"keywords":[1,"x"]}]'],
    [
      'a JSON feed',
      'application/feed+json',
      '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1}]}',
    ],
    [
      'RSS',
      'application/rss+xml',
      '<rss version="2.0"><channel><title>T</title><item><pubDate>never</pubDate></item></channel></rss>',
    ],
    [
      'Atom',
      'application/atom+xml',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title/></entry></feed>',
    ],
    ['XML', 'application/xml', '<a><b c="d">e</b></a>'],
    ['CSV', 'text/csv', 'a,b\n1,2\n'],
    ['text', 'text/plain', 'Kettles boil.'],
    ['Markdown', 'text/markdown', '# Kettles\n\nThey boil.'],
    ['captions', 'text/vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n'],
    ['a drawing', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><title>T</title></svg>'],
    ['a picture', 'image/gif', Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (c) => c.charCodeAt(0))],
  ]
  test.each(documents)('of %s', async (_, type, body) => {
    await check(body, type)
  })

  test('of 150 pages that say what they like of themselves', async () => {
    const random = new Generator(2_4)
    for (let page = 0; page < 150; page++) await check(strangePage(random), 'text/html; charset=utf-8', `/p/${page}`)
  })
})

describe('The metadata of a page', () => {
  test('has null for what the page does not say, and counts of zero', async () => {
    const { og, social, article, author, date, contentQuality } = await check('<title>T</title>', 'text/html')
    expect(new Set([...Object.values(og), ...Object.values(social), author, date])).toEqual(new Set([null]))
    expect(article).toEqual({ ...emptyMetadata().article })
    expect([contentQuality.wordCount, contentQuality.readabilityScore]).toEqual([0, null])
  })

  test('has an array for a tag that is repeated, and its first value in a field of one', async () => {
    const { og, structuredData, article } = await check(
      `<meta property="og:image" content="/a.png"><meta property="og:image" content="/b.png">
       <meta property="og:title" content="T"><meta property="article:tag" content="x"><meta property="article:tag" content="y">`,
      'text/html',
    )
    expect(structuredData.openGraph).toEqual({ image: ['/a.png', '/b.png'], title: 'T', 'article:tag': ['x', 'y'] })
    expect([og.image, og.title]).toEqual(['https://site.example/a.png', 'T'])
    expect(article.tags).toEqual(['x', 'y'])
  })
})

const names =
  'og:title og:image og:locale og:type og:video og:site_name twitter:card twitter:image twitter:creator article:tag article:author article:published_time article:modified_time description keywords author robots date content-language generator __proto__ constructor og:__proto__'.split(
    ' ',
  )
const values = [
  '',
  ' ',
  'x',
  'A, B',
  '/a.png',
  'javascript:x',
  'http://[',
  '2024-13-45',
  '2024-03-01',
  '0',
  'null',
  '{"a":1}',
  '\u0000é🔥',
  'en_GB',
  'x'.repeat(5000),
]
const json = [
  '"x"',
  '7',
  'null',
  'true',
  '[]',
  '{}',
  '["a",{"name":"b"}]',
  '{"@type":"Person","name":{"@value":"c"}}',
  '{"@id":"#a"}',
  '"2024-03-01"',
  '[[["d"]]]',
]
const types = ['"Article"', '["Product","Thing"]', '7', 'null', '"https://schema.org/Recipe"']
const properties = [
  'author',
  'headline',
  'datePublished',
  'dateModified',
  'publisher',
  'keywords',
  'articleSection',
  '@graph',
  '@id',
  'mainEntity',
  '__proto__',
]

/** A page with any of the tags that metadata is read from, filled with anything. */
function strangePage(random: Generator): string {
  const some = <T>(from: readonly T[]) => from[random.below(from.length)]!
  let head = random.below(3) > 0 ? `<title>${some(values)}</title>` : ''
  for (let left = random.below(8); left > 0; left--)
    head += `<meta ${some(['name', 'property', 'itemprop', 'http-equiv'])}="${some(names)}" content='${some(values)}'>`
  for (let left = random.below(3); left > 0; left--) {
    const fields = Array.from({ length: random.below(6) }, () => `"${some(properties)}":${some(json)}`)
    head += `<script type="application/ld+json">{"@type":${[some(types), ...fields].join(',')}${some(['}', '', '}}'])}</script>`
  }
  for (let left = random.below(3); left > 0; left--)
    head += `<link rel="${some(['icon', 'canonical', 'alternate', 'alternate feed', ''])}" type="${some(['application/rss+xml', 'image/svg', ''])}" href='${some(values)}'>`
  const item = `<div itemscope itemtype="${some(values)}" typeof="${some(values)}"><span itemprop="author" property="${some(names)}">${some(values)}</span></div>`
  return `<html lang="${some(values)}"><head>${head}</head><body>${item}${random.page(2)}</body></html>`
}
