/**
 * A site in a separate process: pages of realistic size that link to each other as trees, over many addresses of this
 * machine. The number at the end of a tree's name is the number of its pages: `/x-1000/0` is the first of a thousand.
 * Other trees are endless. Usage: bun crawl-site.ts HOSTS MS KILOBYTES [folder of .html or .html.zst files]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { Generator } from '../plugins/content/markdown/generate.ts'

const [hosts, ms, kilobytes] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const folder = process.argv[5]
const MANY = 60
/** The number of links from a page to further pages. */
const CHILDREN = 12

const bodies = folder === undefined ? generated() : read(folder)

const server = Bun.serve({
  hostname: '0.0.0.0',
  port: 0,
  async fetch({ url }) {
    const { pathname, port } = new URL(url)
    const [, tree, size, number] = /^\/(\w+(?:-(\d+))?)\/(\d+)$/.exec(pathname) ?? []
    if (tree === undefined) return new Response('none', { status: 404 })
    if (ms > 0) await Bun.sleep(ms)
    const n = Number(number)
    const children = Array.from({ length: CHILDREN }, (_, i) => n * CHILDREN + i + 1).filter(
      (child) => child < Number(size ?? Infinity),
    )
    const links = children.map(
      (child) => `<a href="http://127.0.0.${(child % hosts) + 1}:${port}/${tree}/${child}">${child}</a>`,
    )
    const head = `<html><head><title>Page ${n}</title></head><body><nav><a href="/${tree}/${n}">${links.join(' ')}</nav>`
    return new Response([head, bodies[n % bodies.length]!].join(''), { headers: { 'content-type': 'text/html' } })
  },
})
console.log(server.port)

/** Generated text in the markup of the test pages. */
function generated(): string[] {
  const kinds = ['news', 'docs', 'forum', 'shop'].map((name) =>
    readFileSync(new URL(`../plugins/content/pages/${name}.html`, import.meta.url), 'utf8'),
  )
  return Array.from({ length: MANY }, (_, i) => {
    const generator = new Generator(i)
    let page = kinds[i % kinds.length]!.replace(/<\/body>[\s\S]*$/, '')
    while (page.length < kilobytes * 1024) page += `<section><div class="inner">${generator.page(3)}</div></section>\n`
    return withoutAddresses(page)
  })
}

function read(from: string): string[] {
  const files = readdirSync(from, { recursive: true })
    .map(String)
    .filter((name) => /\.html(\.zst)?$/.test(name))
    .sort()
  const step = Math.max(1, Math.floor(files.length / MANY))
  return files
    .filter((_, i) => i % step === 0)
    .map((name) => readFileSync(join(from, name)))
    .map((bytes, i) => (files[i * step]!.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString())
    .map(withoutAddresses)
}

/**
 * Removes `<base>` and `<link>`, and turns URLs in links and JSON-LD into fragments of the page, except for names of
 * the vocabulary, so that a crawl stays on the site.
 */
function withoutAddresses(page: string): string {
  return page
    .replace(/<(?:base|link)\b[^>]*>/gi, '')
    .replace(/href\s*=\s*(["'])/gi, 'href=$1#')
    .replace(/<script\b[^>]*ld\+json[\s\S]*?<\/script>/gi, (script) =>
      script.replace(/https?:\\?\/\\?\/(?!(?:www\.)?schema\.org)/gi, '#'),
    )
}
