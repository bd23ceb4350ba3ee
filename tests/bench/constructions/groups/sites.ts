import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { forbidsFollowing, parseHttpUrl, retryAfterOf } from 'weirjs'
import { decodeBody } from '../../../../core/fetch/decode-body.ts'
import { NavigationCookies } from '../../../../core/fetch/navigation-cookies.ts'
import { parseRobots } from '../../../../core/politeness/robots.ts'
import { readSitemap } from '../../../../core/politeness/sitemap.ts'
import { headerLinks } from '../../../../plugins/content/links/element-link.ts'
import { jsonLdLinks } from '../../../../plugins/content/links/json-ld-links.ts'
import { type Construction, countFor, each, encode, MIN_SIZE, nested } from '../construction.ts'

/** Work whose output must not be longer than its input. */
function work(
  name: string,
  make: (count: number) => string,
  run: (text: string) => Promise<number> | number,
  bytes = MIN_SIZE,
): Construction {
  return {
    name,
    count: countFor(make, bytes),
    maxOutput: (inputBytes) => 4096 + 4 * inputBytes,
    prepare(count) {
      const text = make(count)
      return { inputBytes: Buffer.byteLength(text), run: async () => ({ sizes: { output: await run(text) } }) }
    },
  }
}
const lengthOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

const paths = ['/', '/a', `/${'a'.repeat(2000)}`, `/${'a/'.repeat(1000)}b`]
const robots = (name: string, make: (n: number) => string) =>
  work(`robots.txt: ${name}`, make, async (text) => {
    const read = await parseRobots(text)
    for (const path of paths) read.allows(new URL(path, 'http://a.b'))
    return lengthOf(read.sitemaps)
  })

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = encode(text)
  for (let i = 0; i < bytes.length; i += 16_384) yield bytes.subarray(i, i + 16_384)
}
const sitemap = (name: string, make: (n: number) => string) =>
  work(`sitemap: ${name}`, make, async (text) => {
    let size = 0
    for await (const entry of readSitemap(inPieces(text))) size += lengthOf(entry)
    return size
  })
const urlset = (content: string) => `<?xml version="1.0"?><urlset>${content}`

/** The most characters of headers that a client accepts. */
const HEADERS = 16_000
const header = (name: string, make: (n: number) => string, run: (value: string) => unknown) =>
  work(`header ${name}`, make, (value) => lengthOf(run(value)), HEADERS / 4)

/** Headers of which each line is a cookie. */
const cookies = (name: string, make: (n: number) => string) =>
  work(
    `header Set-Cookie: ${name}`,
    make,
    async (lines) => {
      const jar = new NavigationCookies()
      const url = new URL('http://a.b/')
      await jar.keep(url, new Headers(lines.split('\n').map((line): [string, string] => ['set-cookie', line])))
      return lengthOf(jar.header(url, 'a=c'))
    },
    HEADERS / 4,
  )

/** The fast level, because the best one takes a minute. */
const brotli = (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })

/** Compressed bodies that expand greatly: `encoding` of 8 MB of zeros for each repetition. */
const bomb = (name: string, encodings: string[], pack: (zeros: Uint8Array) => Uint8Array): Construction => ({
  name: `coding ${name}`,
  count: 4,
  maxOutput: () => 32 * 2 ** 20 + 65_536,
  answer: (count) => ({
    headers: { 'content-type': 'text/html', 'content-encoding': encodings.join(', ') },
    body: pack(new Uint8Array(count * 8 * 2 ** 20)),
  }),
  prepare(count) {
    const body = pack(new Uint8Array(count * 8 * 2 ** 20))
    return {
      inputBytes: body.byteLength,
      async run() {
        let size = 0
        try {
          const decoded = decodeBody(new Blob([body as Uint8Array<ArrayBuffer>]).stream(), encodings, {
            maxBytes: 32 * 2 ** 20,
            isReadWhole: false,
          })
          for await (const chunk of decoded) size += chunk.byteLength
        } catch (error) {
          // Refused as too large: the output until then counts.
          if (!(error instanceof Error) || !/too_large/.test(`${error.message} ${JSON.stringify(error)}`)) throw error
        }
        return { sizes: { decoded: size } }
      },
    }
  },
})

/** What a site sends besides pages: robots.txt, sitemaps, headers, content codings. */
export const sites: Construction[] = [
  robots('rules', (n) => `User-agent: *\n${'Disallow: /a\n'.repeat(n)}`),
  robots('rules of asterisks', (n) => `User-agent: *\n${`Disallow: /${'*a'.repeat(30)}b$\n`.repeat(n)}`),
  robots('one rule of asterisks', (n) => `User-agent: *\nDisallow: /${'*a'.repeat(n)}$`),
  robots('agents', (n) => `${each(n, (i) => `User-agent: a${i}\n`)}Disallow: /`),
  robots('agents that are all', (n) => 'User-agent: *\nDisallow: /a\n'.repeat(n)),
  robots('sitemaps', (n) => each(n, (i) => `Sitemap: http://a.b/${i}\n`)),
  robots('blank lines', (n) => '\r\n \n'.repeat(n)),
  robots('one line', (n) => 'Disallow:'.repeat(n)),
  robots('blanks', (n) => `User-agent:${' '.repeat(n)}*`),
  robots('comments', (n) => '#'.repeat(n)),
  robots('percent signs', (n) => `User-agent: *\nDisallow: /${'%41%zz'.repeat(n)}`),
  sitemap('addresses', (n) => urlset('<url><loc>http://a.b/</loc></url>'.repeat(n))),
  sitemap('elements in elements', (n) => urlset(nested(n, '<url>', '</url>'))),
  sitemap('an address that never ends', (n) => urlset(`<url><loc>${'a'.repeat(n)}`)),
  sitemap('opening signs', (n) => urlset('<'.repeat(n))),
  sitemap('attributes', (n) => urlset(`<url ${each(n, (i) => `a${i}="b" `)}>`)),
  sitemap('entities', (n) => urlset(`<url><loc>${'&amp;'.repeat(n)}</loc></url>`)),
  sitemap('comments', (n) => urlset('<!--a-->'.repeat(n))),
  sitemap('a comment that never ends', (n) => urlset(`<!--${'--'.repeat(n)}`)),
  sitemap('cdata', (n) => urlset('<url><loc><![CDATA[http://a.b/]]></loc></url>'.repeat(n))),
  sitemap('alternates', (n) =>
    urlset(
      `<url><loc>http://a.b/</loc>${'<xhtml:link rel="alternate" hreflang="de" href="http://a.b/"/>'.repeat(n)}</url>`,
    ),
  ),
  sitemap('an index', (n) => `<sitemapindex>${'<sitemap><loc>http://a.b/</loc></sitemap>'.repeat(n)}`),
  sitemap('lines', (n) => 'http://a.b/\n'.repeat(n)),
  sitemap('one line', (n) => `http://a.b/${'a'.repeat(n)}`),
  header('Link: many', (n) => '<a>; rel=next, '.repeat(n), headerLinks),
  header('Link: opening signs', (n) => '<'.repeat(n), headerLinks),
  header('Link: parameters', (n) => `<a>${'; rel'.repeat(n)}`, headerLinks),
  header('Link: quotes', (n) => `<a>; rel="${'\\"'.repeat(n)}`, headerLinks),
  header('Link: blanks', (n) => `<a>;${' '.repeat(n)}rel`, headerLinks),
  header('Link: canonical', (n) => '<a>; rel=canonica, '.repeat(n), headerLinks),
  header('X-Robots-Tag', (n) => 'nofollo, '.repeat(n), forbidsFollowing),
  header(
    'Retry-After',
    (n) => '9'.repeat(n),
    (value) => retryAfterOf(new Headers({ 'retry-after': value }), 0),
  ),
  header(
    'Location',
    (n) => `http://a.b/${'../'.repeat(n)}`,
    (value) => parseHttpUrl(value),
  ),
  header(
    'Location: a host of dots',
    (n) => `http://${'a.'.repeat(n)}b`,
    (value) => parseHttpUrl(value),
  ),
  header(
    'Location: slashes',
    (n) => 'http:'.padEnd(n, '/'),
    (value) => parseHttpUrl(value),
  ),
  header(
    'Location: letters of other scripts',
    (n) => `http://${'ü.'.repeat(n)}b`,
    (value) => parseHttpUrl(value),
  ),
  cookies('many', (n) => each(n, (i) => `a${i}=b\n`)),
  cookies('one name', (n) => 'a=b\n'.repeat(n)),
  cookies('a long value', (n) => `a=${'b'.repeat(n)}`),
  cookies('blanks', (n) => `a${' '.repeat(n)}b`),
  cookies('attributes', (n) => `a=b${'; Path=/'.repeat(n)}`),
  cookies('dates', (n) => `a=b; Expires=${'1 Jan 1 '.repeat(n)}`),
  cookies('domains', (n) => `a=b; Domain=${'a.'.repeat(n)}b`),
  work(
    'JSON-LD links',
    (n) => `[${'{"url":"http://a.b/"},'.repeat(n)}{}]`,
    (text) => lengthOf(jsonLdLinks(JSON.parse(text))),
  ),
  work(
    'JSON-LD links in depth',
    (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`,
    (text) => lengthOf(jsonLdLinks(JSON.parse(text))),
    20_000,
  ),
  bomb('gzip', ['gzip'], (zeros) => gzipSync(zeros)),
  bomb('br', ['br'], (zeros) => brotli(zeros)),
  bomb('zstd', ['zstd'], (zeros) => zstdCompressSync(zeros)),
  bomb('gzip in gzip', ['gzip', 'gzip'], (zeros) => gzipSync(gzipSync(zeros))),
  bomb('br in zstd', ['br', 'zstd'], (zeros) => zstdCompressSync(brotli(zeros))),
  bomb('gzip in br', ['gzip', 'br'], (zeros) => brotli(gzipSync(zeros))),
]
