/**
 * A site in a separate process, whose pages have a given size and take a given time. Usage: bun slow-site.ts MS
 * KILOBYTES
 */
const [ms, kilobytes] = process.argv.slice(2).map(Number) as [number, number]
const paragraph =
  '<p>Some <b>words</b> of a page, <a href="/other">a link</a>, and then <i>some more</i> of them.</p>\n'
const html = `<html><head><title>A page</title></head><body><h1>A page</h1>${paragraph.repeat((kilobytes * 1024) / paragraph.length)}</body></html>`
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch() {
    await Bun.sleep(ms)
    return new Response(html, { headers: { 'content-type': 'text/html' } })
  },
})
console.log(server.port)
