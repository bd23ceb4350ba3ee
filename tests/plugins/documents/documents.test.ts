import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../plugins/content/budget.ts'
import { read as readImage } from '../../../plugins/documents/media/image.ts'
import { contentOptions } from '../content/options.ts'
import { all, plain, read } from './read-body.ts'

describe('JSON', () => {
  test('is structured by its types only if it is JSON-LD', async () => {
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

  test('is returned as data, and formatted as text', async () => {
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

  test('gives its data by default, and otherwise only the requested formats', async () => {
    const answer = await read('[1]', 'application/json', ['text'])
    expect(answer).toMatchObject({ text: '[\n  1\n]', json: [1] })
    for (const format of ['markdown', 'html', 'rawHtml', 'structured', 'links'])
      expect(answer).not.toHaveProperty(format)
  })

  test('with several lines becomes an array of their values', async () => {
    expect((await read('{"a":1}\n\n{"a":2}\n', 'application/x-ndjson')).json).toEqual([{ a: 1 }, { a: 2 }])
  })

  test('is written with its numbers, names and order unchanged', async () => {
    const indented =
      '{\n  "id": 12345678901234567890,\n  "f": [\n    1.10,\n    -0.0,\n    1E400\n  ],\n  "2": 1,\n  "1": {},\n  "1": "é/"\n}'
    const { text, markdown, html } = await read(
      ` {"id": 12345678901234567890,"f":[1.10 ,-0.0\t,\r\n1E400],"2" : 1,"1":{ },"1":"\\u00e9\\/"}\n`,
      'application/json',
    )
    expect(text).toBe(indented)
    expect(markdown).toBe(`\`\`\`json\n${indented}\n\`\`\``)
    expect(html).toContain('12345678901234567890')
    expect((await read('{"a":1.0}\n{"a":2.50}\n', 'application/x-ndjson')).text).toBe(
      '[\n  {\n    "a": 1.0\n  },\n  {\n    "a": 2.50\n  }\n]',
    )
    expect((await read(")]}',\n[1.0]", 'application/json')).text).toBe('[\n  1.0\n]')
  })

  test('is read as text if it is invalid', async () => {
    const { parserName, contentSource, text } = await read('{"name": oops', 'application/json')
    expect([parserName, contentSource, text]).toEqual(['text', 'document', '{"name": oops'])
  })

  test('with a million levels is read as text without harm', async () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
    expect((await read(deep, 'application/json', ['text'])).parserName).toBe('text')
  })

  test('with many deeply nested values is not blown up by indents', async () => {
    const body = `${'['.repeat(190)}${'1,'.repeat(500_000)}1${']'.repeat(190)}`
    expect((await read(body, 'application/json', ['text'])).text!.length).toBe(body.length)
  })

  test('keeps __proto__ as a key', async () => {
    const { json } = await read('{"__proto__":{"polluted":1}}', 'application/json')
    expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":1}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('text', () => {
  test('is kept as it is, with paragraphs separated by blank lines', async () => {
    const addresses = 'See https://en.example/a_(b), “https://en.example/c”，https://en.example/d。'
    const body = `First line\nsecond line\n\n${addresses}\n`
    const { markdown, text, json, links, html } = await read(body, 'text/plain')
    expect([markdown, text]).toEqual([body, body])
    expect(json).toEqual({ title: null, paragraphs: ['First line\nsecond line', addresses] })
    expect(links).toEqual(['https://en.example/a_(b)', 'https://en.example/c', 'https://en.example/d'])
    expect(html).toBe(`<pre>${body}</pre>`)
  })

  test('is escaped in HTML', async () => {
    expect((await read('a <script>alert(1)</script>', 'text/plain')).html).toBe(
      '<pre>a &lt;script&gt;alert(1)&lt;/script&gt;</pre>',
    )
  })

  test('has the title of its first heading if it is Markdown', async () => {
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
    test(`of type ${name} have a size and type`, async () => {
      expect((await read(body, type)).json).toMatchObject({ type, width: 320, height: 240, bytes: body.length })
    })
  }

  test('that are icons have the size of their largest picture', async () => {
    const picture = (side: number) => [side, side, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, 54, 0, 0, 0]
    const icon = bytes([0, 0, 1, 0, 3, 0], picture(16), picture(0), picture(48))
    expect((await read(icon, 'image/x-icon')).json).toMatchObject({ type: 'image/x-icon', width: 256, height: 256 })
  })

  test('become a Markdown image of their address', async () => {
    const { markdown, html, parserName, metadata } = await read(png, 'image/png', all, '/a%20b.png')
    expect(markdown).toBe('![](https://site.example/a%20b.png)\n')
    expect(html).toBe('<img src="https://site.example/a%20b.png" alt="" width="320" height="240">')
    expect([parserName, metadata.title, metadata.imagesCount]).toEqual(['image', 'a b.png', 1])
  })

  test('that are cut short anywhere have no size', async () => {
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
