import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { ContentFormat } from 'weirjs/schemas'
import { Budget } from '../../../plugins/content/budget.ts'
import type { Converted } from '../../../plugins/content/converted.ts'
import { read as readImage } from '../../../plugins/documents/media/image.ts'
import { convert } from '../content/convert.ts'
import { contentOptions } from '../content/options.ts'

const all: ContentFormat[] = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links']

/** Reads a body the way a server's answer is read. */
const read = (body: string | Uint8Array, type: string, formats = all, path = '/file'): Promise<Converted> => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const url = new URL(path, 'https://site.example')
  return convert({ url, headers: new Headers({ 'content-type': type }), body: bytes }, contentOptions({}, ...formats))
}
const refusal = async (body: string | Uint8Array, type: string): Promise<unknown> => {
  try {
    await read(body, type)
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.code, error.details.reason]
    throw error
  }
  return 'read'
}
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('JSON', () => {
  test('that is JSON-LD is structured by its types, and any other file is not', async () => {
    const { structured, metadata } = await read(
      '{"@context":"https://schema.org","@type":"Product","name":"Kettle"}',
      'application/ld+json',
    )
    expect(plain(structured)).toMatchObject({ items: { Product: [{ name: 'Kettle' }] } })
    expect(metadata.structuredData.schemaTypes).toEqual(['Product'])
    expect(plain((await read('{"name":"Kettle"}', 'application/json')).structured)).toEqual({
      items: {},
      openGraph: {},
      social: {},
    })
  })

  test('is its data, and written with indents', async () => {
    const { markdown, text, json, links, metadata, parserName, contentSource } = await read(
      '{"name":"Kettle","url":"https:\\/\\/shop.example\\/kettle"}',
      'application/json',
    )
    expect(json).toEqual({ name: 'Kettle', url: 'https://shop.example/kettle' })
    expect(text).toBe('{\n  "name": "Kettle",\n  "url": "https://shop.example/kettle"\n}')
    expect(markdown).toBe(`\`\`\`json\n${text}\n\`\`\``)
    expect(links).toEqual(['https://shop.example/kettle'])
    expect([metadata.title, metadata.contentQuality.contentType]).toEqual(['Kettle', 'data'])
    expect([parserName, contentSource]).toEqual(['json', 'data'])
  })

  test('gives its data unasked, and of the formats only those asked for', async () => {
    const answer = await read('[1]', 'application/json', ['text'])
    expect(answer).toMatchObject({ text: '[\n  1\n]', json: [1] })
    for (const format of ['markdown', 'html', 'rawHtml', 'structured', 'links'])
      expect(answer).not.toHaveProperty(format)
  })

  test('of several lines is an array of their values', async () => {
    expect((await read('{"a":1}\n\n{"a":2}\n', 'application/x-ndjson')).json).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('that is none is read as text', async () => {
    const { parserName, contentSource, text } = await read('{"name": oops', 'application/json')
    expect([parserName, contentSource, text]).toEqual(['text', 'document', '{"name": oops'])
  })

  test('of a million levels is read as text, and harms nobody', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    expect((await read(deep, 'application/json', ['text'])).parserName).toBe('text')
  })

  test('of many values deep in others is not blown up by indents', async () => {
    const body = `${'['.repeat(190)}${'1,'.repeat(500_000)}1${']'.repeat(190)}`
    expect((await read(body, 'application/json', ['text'])).text!.length).toBe(body.length)
  })

  test('keeps a key __proto__ as a key', async () => {
    const { json } = await read('{"__proto__":{"polluted":1}}', 'application/json')
    expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":1}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('CSV', () => {
  test('is rows with typed numbers, and a Markdown table', async () => {
    const { json, markdown, text, html, parserName, contentSource } = await read(
      'Name,Price,Code,Name\r\n"Gadget, blue",24.5,007,a|b\r\nWidget,-3,,"two\nlines"\r\n',
      'text/csv; charset=utf-8',
    )
    expect(plain(json)).toEqual([
      { Name: 'Gadget, blue', Price: 24.5, Code: '007', 'Name 2': 'a|b' },
      { Name: 'Widget', Price: -3, Code: null, 'Name 2': 'two\nlines' },
    ])
    expect(markdown).toBe(
      '| Name | Price | Code | Name 2 |\n| --- | --- | --- | --- |\n' +
        '| Gadget, blue | 24.5 | 007 | a\\|b |\n| Widget | -3 |  | two lines |\n',
    )
    expect(text).toBe('Name\tPrice\tCode\tName 2\nGadget, blue\t24.5\t007\ta|b\nWidget\t-3\t\ttwo\nlines')
    expect(html).toContain('<td>Gadget, blue</td>')
    expect([parserName, contentSource]).toEqual(['spreadsheet', 'data'])
  })

  test('gives its rows unasked', async () => {
    expect(plain((await read('a,b\n1,2\n', 'text/csv', ['markdown'])).json)).toEqual([{ a: 1, b: 2 }])
  })

  test('may be parted by tabs or semicolons', async () => {
    expect(plain((await read('a\tb\n1\t2,5\n', 'text/tab-separated-values')).json)).toEqual([{ a: 1, b: '2,5' }])
    expect(plain((await read('a;b\n1;2,5\n', 'text/csv')).json)).toEqual([{ a: 1, b: '2,5' }])
  })

  test('whose first row has numbers has no names', async () => {
    expect(plain((await read('1,2\n3,4\n', 'text/csv')).json)).toEqual([
      { column1: 1, column2: 2 },
      { column1: 3, column2: 4 },
    ])
  })

  test('keeps numbers that would lose digits as they are written', async () => {
    expect(plain((await read('id\n12345678901234567890\n', 'text/csv')).json)).toEqual([{ id: '12345678901234567890' }])
  })

  test('may name a column __proto__', async () => {
    const { json } = await read('__proto__,a\nx,1\n', 'text/csv')
    expect(JSON.stringify(json)).toBe('[{"__proto__":"x","a":1}]')
  })

  test('of a million cells is read, of more the first, also where they are missing', async () => {
    const row = `${'1,'.repeat(9)}2\n`
    const whole = await read(row.repeat(100_000), 'text/csv', ['json'])
    expect([(whole.json as unknown[]).length, whole.warnings]).toEqual([100_000, undefined])
    const cut = await read(row.repeat(100_001), 'text/csv', ['json'])
    expect((cut.json as unknown[]).length).toBe(100_000)
    expect(cut.warnings).toEqual(['The table was cut: at most 16,384 columns and 1,000,000 cells of it are read'])
    const ragged = await read(`${'a,'.repeat(9_999)}a\n${'1\n'.repeat(1_000)}`, 'text/csv', ['json'])
    // Of 99 rows, whose missing cells would make much of little.
    expect((ragged.json as unknown[]).length).toBeLessThan(99)
    expect(ragged.warnings).toEqual([...cut.warnings!, expect.stringMatching(/^The json was cut at 943.5 KiB/)])
  }, 30_000)

  test('that is empty has no rows', async () => {
    expect(await read('', 'text/csv')).toMatchObject({ json: [], markdown: '' })
  })

  test('is not what other spreadsheets are', async () => {
    const zip = new TextEncoder().encode(`PK\u0003\u0004${'.'.repeat(40)}xl/workbook.xml`)
    expect(await refusal(zip, 'application/octet-stream')).toEqual([500, 'scraping_failed', 'damaged'])
  })
})

describe('XML', () => {
  test('is its data and its source', async () => {
    const body = '<?xml version="1.0"?><list lang="en"><entry>one</entry><entry>two &amp; three</entry></list>'
    const { json, markdown, text, contentSource } = await read(body, 'application/xml')
    expect(plain(json)).toEqual({ list: { '@lang': 'en', entry: ['one', 'two & three'] } })
    expect(markdown).toBe(`\`\`\`xml\n${body}\n\`\`\``)
    expect(text).toBe('one\ntwo & three')
    expect(contentSource).toBe('data')
  })

  test('with a DOCTYPE is refused, whatever it would do', async () => {
    const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${entities}]><x>&l10;</x>`
    const external = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x>&e;</x>'
    for (const body of [bomb, external]) {
      expect(await refusal(body, 'application/xml')).toEqual([500, 'scraping_failed', 'doctype'])
    }
  })

  test('that is too deep or has too many elements is refused', async () => {
    expect(await refusal('<a>'.repeat(100_000), 'application/xml')).toEqual([500, 'scraping_failed', 'too_deep'])
    expect(await refusal(`<a>${'<b/>'.repeat(600_000)}</a>`, 'application/xml')).toEqual([
      500,
      'scraping_failed',
      'too_large',
    ])
  })
})

describe('feeds', () => {
  const rss =
    '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>/</link><description>All of it</description>' +
    '<item><title>First &lt;one&gt;</title><link>/1</link><pubDate>Fri, 01 Mar 2024 08:00:00 GMT</pubDate>' +
    '<description><![CDATA[<p>Hello <a href="/q">you</a><script>alert(1)</script></p>]]></description></item></channel></rss>'

  test('are their items with links, dates and texts', async () => {
    const { markdown, text, html, json, links, metadata, parserName, contentSource } = await read(rss, 'text/xml')
    expect(markdown).toBe(
      '# News\n\nAll of it\n\n## [First \\<one>](https://site.example/1)\n\n2024-03-01T08:00:00.000Z\n\n' +
        'Hello [you](https://site.example/q)\n',
    )
    expect(text).toBe('News\nAll of it\n\nFirst <one>\n2024-03-01T08:00:00.000Z\nHello you')
    expect(html).toContain('<h2><a href="https://site.example/1">First &lt;one&gt;</a></h2>')
    expect(html).not.toContain('script')
    expect(json).toMatchObject({ type: 'rss', title: 'News', items: [{ url: 'https://site.example/1' }] })
    expect(links).toEqual(['https://site.example/', 'https://site.example/1'])
    expect([metadata.title, metadata.description]).toEqual(['News', 'All of it'])
    expect([parserName, contentSource]).toEqual(['feed', 'document'])
  })

  test('in JSON are read as others are', async () => {
    const { json, parserName } = await read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Blog',
        authors: [{ name: 'Ada' }],
        items: [
          { id: 7, url: '/7', content_html: '<p>Hi</p>', date_published: '2024-03-01T09:00:00+01:00', tags: ['x'] },
        ],
      }),
      'application/feed+json',
    )
    expect(parserName).toBe('feed')
    expect(json).toMatchObject({
      type: 'json',
      title: 'Blog',
      author: 'Ada',
      items: [{ id: '7', url: 'https://site.example/7', published: '2024-03-01T08:00:00.000Z', categories: ['x'] }],
    })
  })
})

describe('text', () => {
  test('is as it is, its paragraphs parted by blank lines', async () => {
    const body = 'First line\nsecond line\n\nSee https://en.example/a_(b).\n'
    const { markdown, text, json, links, html } = await read(body, 'text/plain')
    expect([markdown, text]).toEqual([body, body])
    expect(json).toEqual({ title: null, paragraphs: ['First line\nsecond line', 'See https://en.example/a_(b).'] })
    expect(links).toEqual(['https://en.example/a_(b)'])
    expect(html).toBe(`<pre>${body}</pre>`)
  })

  test('is escaped in HTML', async () => {
    expect((await read('a <script>alert(1)</script>', 'text/plain')).html).toBe(
      '<pre>a &lt;script&gt;alert(1)&lt;/script&gt;</pre>',
    )
  })

  test('in Markdown has the title of its first heading', async () => {
    expect((await read('intro\n\n# The Title\n', 'text/markdown')).metadata.title).toBe('The Title')
  })
})

describe('images', () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(
      parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
    )
  const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0x40, 0, 0, 0, 0xf0, 8, 6, 0, 0, 0])
  const sized: readonly (readonly [name: string, body: Uint8Array, type: string])[] = [
    ['PNG', png, 'image/png'],
    ['GIF', bytes('GIF89a', [0x40, 1, 0xf0, 0]), 'image/gif'],
    [
      'JPEG',
      bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 3, 0, 0xff, 0xc2, 0, 17, 8, 0, 0xf0, 1, 0x40, 3]),
      'image/jpeg',
    ],
    ['lossy WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', Array(10).fill(0), [0x40, 1, 0xf0, 0]), 'image/webp'],
    [
      'lossless WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x3f, 0xc1, 0x3b, 0, 0, 0, 0, 0, 0]),
      'image/webp',
    ],
    [
      'extended WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', Array(8).fill(0), [0x3f, 1, 0, 0xef, 0, 0]),
      'image/webp',
    ],
    [
      'AVIF',
      bytes(
        [0, 0, 0, 28],
        'ftypavif',
        Array(8).fill(0),
        [0, 0, 0, 20],
        'ispe',
        [0, 0, 0, 0, 0, 0, 1, 0x40, 0, 0, 0, 0xf0],
      ),
      'image/avif',
    ],
    [
      'BMP',
      bytes('BM', [90, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 0x40, 1, 0, 0, 0x10, 0xff, 0xff, 0xff, 1, 0]),
      'image/bmp',
    ],
    [
      'BMP of old',
      bytes('BM', [90, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 0x40, 1, 0xf0, 0, 1, 0, 24, 0]),
      'image/bmp',
    ],
    [
      'TIFF',
      bytes(
        'MM',
        [0, 42, 0, 0, 0, 8, 0, 2],
        [1, 0, 0, 3, 0, 0, 0, 1, 1, 0x40, 0, 0],
        [1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0xf0],
      ),
      'image/tiff',
    ],
    [
      'TIFF from the other end',
      bytes(
        'II',
        [42, 0, 8, 0, 0, 0, 2, 0],
        [0, 1, 3, 0, 1, 0, 0, 0, 0x40, 1, 0, 0],
        [1, 1, 3, 0, 1, 0, 0, 0, 0xf0, 0, 0, 0],
      ),
      'image/tiff',
    ],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" width="320px" height="240">'), 'image/svg+xml'],
    ['SVG with a view box', bytes('<svg width="100%" viewBox="0 0 320 240">'), 'image/svg+xml'],
  ]
  for (const [name, body, type] of sized) {
    test(`in ${name} tell their size and type`, async () => {
      expect((await read(body, type)).json).toMatchObject({ type, width: 320, height: 240, bytes: body.length })
    })
  }

  test('that are icons have the size of their largest picture', async () => {
    const picture = (side: number) => [side, side, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, 54, 0, 0, 0]
    const icon = bytes([0, 0, 1, 0, 3, 0], picture(16), picture(0), picture(48))
    expect((await read(icon, 'image/x-icon')).json).toMatchObject({ type: 'image/x-icon', width: 256, height: 256 })
  })

  test('are a Markdown image of their address', async () => {
    const { markdown, html, parserName, metadata } = await read(png, 'image/png', all, '/a%20b.png')
    expect(markdown).toBe('![](https://site.example/a%20b.png)\n')
    expect(html).toBe('<img src="https://site.example/a%20b.png" alt="" width="320" height="240">')
    expect([parserName, metadata.title, metadata.imagesCount]).toEqual(['image', 'a b.png', 1])
  })

  test('that are cut short have no size, wherever they end', async () => {
    for (const [, body, type] of sized.slice(0, 7)) {
      for (let end = 0; end < Math.min(body.length, 16); end++) {
        const json = (
          await readImage(
            {
              url: new URL('https://site.example/x'),
              headers: new Headers(),
              body: body.subarray(0, end),
              parserName: 'image',
              mime: type,
            },
            contentOptions({}, 'json'),
            new Budget(end),
          )
        ).json
        if (end < 10) expect(json).toMatchObject({ width: null, height: null })
      }
    }
  })
})
