import { describe, expect, test } from 'bun:test'
import type { DocumentReader } from '../../../../plugins/content/service.ts'
import { chooseReader } from '../../../../plugins/content/sniff/choose-reader.ts'
import { sniff } from '../../../../plugins/content/sniff/sniff.ts'

type Taken = Pick<DocumentReader, 'types' | 'extensions' | 'kinds'>

/** A reader whose name is that of its module. */
const reader = (name: string, taken: Taken): DocumentReader => ({
  module: new URL(`file:///${name}`),
  runs: 'on-thread',
  ...taken,
})
const readers = [
  reader('subtitles', { kinds: ['video'] }),
  reader('text', { kinds: ['text'] }),
  reader('tables', { kinds: ['spreadsheet', 'json'] }),
  reader('drawings', { types: ['application/x-drawing', 'text/x-drawing'] }),
  reader('notebooks', { extensions: ['ipynb', 'log'] }),
]

interface Sent {
  body?: string | Uint8Array
  type?: string | null
  path?: string
  name?: string
}

/** The reader of the content, the reason for a refusal, or that the page itself is read. */
const readerOf = ({ body = 'words', type = null, path = '/file', name }: Sent, known: DocumentReader[] = readers) => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const url = new URL(path, 'https://files.example')
  const headers = new Headers(type === null ? {} : { 'content-type': type })
  if (name !== undefined) headers.set('content-disposition', `attachment; filename="${name}"`)
  try {
    const found = chooseReader(known, { url, headers, body: bytes, ...sniff({ url, headers, body: bytes }) })
    return found && 'module' in found ? found.module.pathname.slice(1) : 'the page'
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown }
    return { code, message, details }
  }
}

const unsupported = (contentType: string) => ({
  code: 'scraping_failed',
  message: `Files of this type (${contentType}) cannot be read: use the URL of a page, a document or data`,
  details: { reason: 'unsupported_type', contentType },
})

describe('the reader of a file', () => {
  test.each<[string, Sent]>([
    ['drawings', { type: 'application/x-drawing' }],
    ['drawings', { type: 'text/x-drawing', path: '/plan.log' }],
    ['notebooks', { type: 'text/plain', path: '/notes.ipynb' }],
    ['notebooks', { type: 'application/octet-stream', path: '/notes.IPYNB' }],
    ['notebooks', { type: 'application/octet-stream', path: '/download', name: 'notes.ipynb' }],
    ['text', { type: 'text/markdown', path: '/notes.ipynb' }],
    ['text', { type: 'text/plain', path: '/ipynb' }],
    ['text', { type: 'text/plain' }],
    ['text', {}],
    ['text', { type: 'text/x-python' }],
    ['tables', { body: 'a,b\n1,2', type: 'text/csv' }],
    ['tables', { body: '{"a": 1}', type: 'application/json', path: '/notes.ipynb' }],
    ['subtitles', { body: 'WEBVTT\n\n' }],
    ['the page', { body: '<!doctype html><p>a', type: 'text/html', path: '/notes.ipynb' }],
    ['the page', { body: '<p>a', type: 'text/html' }],
  ])('is %s, for %j', (name, sent) => {
    expect(readerOf(sent)).toBe(name)
  })

  test('may be one that declares the type of a page', () => {
    const pages = reader('pages', { types: ['text/html'] })
    expect(readerOf({ body: '<!doctype html>', type: 'text/html' }, [...readers, pages])).toBe('pages')
  })

  test('is the first of those that declare the same', () => {
    const [first, second] = [reader('first', { kinds: ['text'] }), reader('second', { kinds: ['text'] })]
    expect(readerOf({}, [first, second])).toBe('first')
  })

  test('is that of text if no reader declares the kind of a text', () => {
    const text = [reader('text', { kinds: ['text'] })]
    expect(readerOf({ body: 'WEBVTT\n\n' }, text)).toBe('text')
    expect(readerOf({ body: 'a,b\n1,2', type: 'text/csv' }, text)).toBe('text')
    expect(readerOf({ body: '<rss version="2.0"/>', type: 'text/xml' }, text)).toEqual(
      unsupported('application/rss+xml'),
    )
  })
})

describe('content that is declared as text', () => {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
  const zero = bytes('a\0\0\0b')
  test('is refused if its first bytes are not text', () => {
    expect(readerOf({ body: zero, type: 'text/plain' })).toEqual(unsupported('text/plain'))
    expect(readerOf({ body: zero, type: 'text/x-python' })).toEqual(unsupported('text/x-python'))
    expect(readerOf({ body: zero, type: 'Application/Octet-Stream; a=b' })).toEqual(
      unsupported('application/octet-stream'),
    )
    expect(readerOf({ body: bytes('\0 begins a file') })).toEqual(unsupported('text/plain'))
  })

  test('is refused if many of its first bytes are control characters, of which a text has few', () => {
    const type = 'application/octet-stream'
    const bytes = Uint8Array.from({ length: 512 }, (_, i) => 1 + ((i * i * 37) % 50))
    expect(readerOf({ body: bytes, type })).toEqual(unsupported(type))
    const records = 'tea\x1f4\x1eco\x1f5\x1e'.repeat(20)
    expect(readerOf({ body: records, type })).toBe('text')
    expect(readerOf({ body: `page one\f\x1b[1mpage two\x1b[0m${'.'.repeat(100)}\x1a`, type })).toBe('text')
  })

  test('is text if a zero byte is after the part that is examined', () => {
    const long = (at: number) => Uint8Array.from({ length: 5000 }, (_, i) => (i === at ? 0 : 0x61))
    expect(readerOf({ body: long(4096) })).toBe('text')
    expect(readerOf({ body: long(4095) })).toEqual(unsupported('text/plain'))
  })

  test('is UTF-16 by a byte order mark, by its bytes, or by the declaration of the server', () => {
    const marked = (mark: string) => readerOf({ body: bytes(`${mark}one \0 among many letters`) })
    for (const mark of ['\xff\xfe', '\xfe\xff']) expect(marked(mark)).toBe('text')
    for (const mark of ['\xff\xff', '\xfe\xfe', '\xffa', 'a\xfe', '\xfea', 'a\xff'])
      expect(marked(mark)).toEqual(unsupported('text/plain'))
    expect(readerOf({ body: bytes([...'Tea and milk'].join('\0')) })).toBe('text')
    for (const type of ['text/plain; charset=utf-16le', 'text/plain; charset="UTF-16"'])
      expect(readerOf({ body: zero, type })).toBe('text')
  })
})
