/**
 * A hostile site in a separate process, which sends a compressed bomb of zeros, a body that drips, no body at all,
 * endless redirects, a page with 8 MB of tags, and a deeply nested one. The number in the path selects: `/0`, `/1`,
 * ...
 * Usage: bun hostile-site.ts
 */
import { gzipSync } from 'node:zlib'

const html = { 'content-type': 'text/html' }
const bomb = gzipSync(new Uint8Array(200 * 2 ** 20))
const tags = `<title>Tags</title>${'<div class="a"><p>b <i>c</i>'.repeat(300_000)}`
const deep = `<title>Deep</title>${'<div>'.repeat(400_000)}`

const harms: ((path: string) => Response)[] = [
  () => new Response(bomb, { headers: { ...html, 'content-encoding': 'gzip' } }),
  () => new Response(drip(), { headers: html }),
  () => new Response(new ReadableStream({}), { headers: html }),
  (path) => Response.redirect(`${path}x`),
  () => new Response(tags, { headers: html }),
  () => new Response(deep, { headers: html }),
]

/** A byte every 100 ms. */
function drip(): ReadableStream {
  let timer: ReturnType<typeof setInterval>
  return new ReadableStream({
    start: (controller) => {
      timer = setInterval(() => controller.enqueue(new TextEncoder().encode('.')), 100)
    },
    cancel: () => clearInterval(timer),
  })
}

const server = Bun.serve({
  hostname: '0.0.0.0',
  port: 0,
  idleTimeout: 120,
  fetch({ url }) {
    const number = /\/(\d+)/.exec(new URL(url).pathname)?.[1]
    return number === undefined ? new Response('none', { status: 404 }) : harms[Number(number) % harms.length]!(url)
  },
})
console.log(server.port)
