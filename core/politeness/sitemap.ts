import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { join } from '../fetch/stream.ts'
import { MAX_URL } from '../url/http-url.ts'
import { textEncoding } from './text-encoding.ts'

/** A URL that a sitemap lists, or another sitemap that it names. */
export interface SitemapEntry {
  kind: 'page' | 'sitemap'
  /** As written in the file, trimmed. */
  href: string
}

/** Size limit of one sitemap in bytes, decompressed. Source: sitemaps.org. */
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
/** The deepest nesting of elements; a deeper file is not read as a sitemap. */
const MAX_DEPTH = 100
/** The most attributes of an element; a file with more is not read as a sitemap, as the parser keeps all of them. */
const MAX_ATTRIBUTES = 1000

/**
 * Reads a sitemap as it arrives: XML (sitemap, index, RSS, Atom) or a text file of URLs, gzipped or not. A file of
 * another kind has no entries; a truncated one has those before its end.
 */
export async function* readSitemap(body: AsyncIterable<Uint8Array>): AsyncGenerator<SitemapEntry> {
  let decoder: TextDecoder | undefined
  let scan: Scanner | undefined
  for await (const bytes of unzipped(body)) {
    decoder ??= new TextDecoder(textEncoding(bytes))
    const text = decoder.decode(bytes, { stream: true })
    scan ??= scannerFor(text)
    yield* scan?.write(text) ?? []
    if (scan?.done) return
  }
  yield* scan?.end() ?? []
}

/** A parser that takes text in pieces, and returns the entries found so far. */
interface Scanner {
  readonly done: boolean
  write(text: string): SitemapEntry[]
  end(): SitemapEntry[]
}

/** The kind of a file shows at its first character; undefined as long as there is none. */
function scannerFor(text: string): Scanner | undefined {
  const first = text.trimStart()[0]
  if (first === undefined) return undefined
  return first === '<' ? scanXml() : scanText()
}

function scanText(): Scanner {
  let rest = ''
  const entries = (lines: string[]): SitemapEntry[] =>
    lines
      .map((line) => line.trim())
      .filter((line) => /^https?:/i.test(line) && line.length <= MAX_URL)
      .map((href) => ({ kind: 'page', href }))
  return {
    done: false,
    write(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      // A line without an end is not a URL.
      rest = lines.pop()!.slice(0, MAX_URL + 1)
      return entries(lines)
    },
    end: () => entries([rest]),
  }
}

/** The name without its namespace prefix, which some sitemaps use. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The text that is a URL: its element and the enclosing one. */
const addressIn: Readonly<Record<string, SitemapEntry['kind']>> = {
  'url loc': 'page',
  'sitemap loc': 'sitemap',
  'item link': 'page',
}
/** Elements that name a page by a link attribute: entries of Atom, and versions of a page in other languages. */
const linkParents = new Set(['entry', 'url'])

function scanXml(): Scanner {
  const open: string[] = []
  let found: SitemapEntry[] = []
  let kind: SitemapEntry['kind'] | undefined
  let isName = false
  let text = ''
  let isRefused = false
  let attributeCount = 0
  const parser = new Parser(
    {
      onattribute() {
        if (++attributeCount > MAX_ATTRIBUTES) isRefused = true
      },
      // A document type could define entities; no sitemap needs one.
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') isRefused = true
      },
      onopentag(name, attributes) {
        attributeCount = 0
        const local = localName(name)
        const parent = open.at(-1)
        // Without prefixes, only the enclosing element tells the URL of an image from that of a page.
        kind = addressIn[`${parent} ${local}`]
        // Some feeds give the URL of an entry only as its id.
        isName = local === 'guid' && parent === 'item' && attributes.isPermaLink !== 'false'
        if (isName) kind = 'page'
        text = ''
        if (local === 'link' && linkParents.has(parent ?? '') && (attributes.rel ?? 'alternate') === 'alternate')
          add('page', attributes.href ?? '')
        open.push(local)
        if (open.length > MAX_DEPTH) isRefused = true
      },
      ontext(data) {
        if (kind !== undefined && text.length <= MAX_URL) text += data
      },
      onclosetag() {
        // Many ids are not URLs, whatever the feed claims.
        if (kind !== undefined && (!isName || /^\s*https?:\/\//i.test(text))) add(kind, text)
        kind = undefined
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  function add(of: SitemapEntry['kind'], written: string) {
    const href = written.trim()
    if (href !== '' && href.length <= MAX_URL) found.push({ kind: of, href })
  }
  const take = () => {
    const entries = isRefused ? [] : found
    found = []
    return entries
  }
  return {
    get done() {
      return isRefused
    },
    write(data) {
      parser.write(data)
      return take()
    },
    end() {
      parser.end()
      return take()
    },
  }
}

/** The bytes as they are, gunzipped if they are gzip: servers mislabel them both ways. */
async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < 2) {
    const { done, value } = await chunks.next()
    if (done) break
    head = join([head, value])
  }
  async function* whole() {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole()
  const gunzip = createGunzip()
  // Errors destroy the decompressor, and so reach the reader.
  pipeline(whole(), gunzip, () => {})
  let size = 0
  for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_SITEMAP_BYTES) throw new RangeError(`A sitemap has more than ${MAX_SITEMAP_BYTES} bytes`)
    yield chunk
  }
}
