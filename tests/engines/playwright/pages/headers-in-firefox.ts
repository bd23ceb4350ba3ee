import { afterAll, beforeAll, expect, test } from 'bun:test'
import { constants, createBrotliCompress } from 'node:zlib'
import { type OpenEngine, rejection } from '../open-engine.ts'

const headers = new Headers({ 'x-key': 'KEY' })
const TIME = 120_000

const PAGE = `<!doctype html><title>it</title><p id=posted>nothing</p><p id=begun>nothing</p><script>
  const show = (id, text) => { document.getElementById(id).textContent = text }
  fetch('/posted', { method: 'POST', body: 'BODY' }).then(async (answer) => show('posted', await answer.text()))
  fetch('/endless').then(async (answer) => {
    const { value } = await answer.body.getReader().read()
    show('begun', new TextDecoder().decode(value))
  })
</script>`
/** Half a gigabyte, compressed. */
async function bomb(): Promise<Uint8Array<ArrayBuffer>> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const packed = packer.toArray()
  const part = Buffer.alloc(16 * 1024 * 1024, 'a')
  for (let i = 0; i < 32; i++) await new Promise((done) => packer.write(part, done))
  packer.end()
  return new Uint8Array(Buffer.concat(await packed))
}

/** The headers as text. The first time a cookie is set, and the page is loaded anew. */
function told({ headers }: Request): Response {
  const isFirst = !headers.get('cookie')?.includes('seen=1')
  return new Response(isFirst ? '<script>location.reload()</script>' : JSON.stringify(Object.fromEntries(headers)), {
    headers: { 'content-type': 'text/html', ...(isFirst && { 'set-cookie': 'seen=1' }) },
  })
}

let packed: Uint8Array<ArrayBuffer>
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    const key = request.headers.get('x-key')
    if (pathname === '/posted') return new Response(`${await request.text()} ${key}`)
    if (pathname === '/endless')
      return new Response(new ReadableStream({ start: (stream) => stream.enqueue(`FIRST ${key}`) }))
    if (pathname === '/told') return told(request)
    const bytes = pathname === '/bomb' ? packed : PAGE
    return new Response(bytes, {
      headers: { 'content-type': 'text/html', ...(pathname === '/bomb' && { 'content-encoding': 'br' }) },
    })
  },
})
afterAll(() => site.stop(true))

/** The site that the engine must be allowed to reach. */
export const headersInFirefoxHost = site.url.host

/** The headers of the caller in Firefox, which sends them otherwise than Chromium. */
export function headersInFirefoxSuite(open: () => OpenEngine): void {
  beforeAll(async () => {
    packed = await bomb()
  }, TIME)

  test(
    'requests of scripts to the origin are sent in full with the caller’s headers, and answers are streamed',
    async () => {
      const { text } = await open().get(new URL('/page', site.url), { headers, timeout: TIME })
      expect(text).toContain('BODY KEY')
      expect(text).toContain('FIRST KEY')
    },
    TIME,
  )

  test(
    'an answer to the caller’s headers is decompressed by the browser, not in this process',
    async () => {
      const before = process.memoryUsage.rss()
      let most = before
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, 5)
      const error = await rejection(open().get(new URL('/bomb', site.url), { headers, timeout: 60_000, maxBytes: 1e6 }))
      clearInterval(look)
      expect(error).toMatchObject({ name: expect.any(String) })
      expect(most - before).toBeLessThan(256 * 1024 * 1024)
    },
    TIME,
  )

  test(
    'headers that scripts may not set are sent too, and the cookies of the page with the caller’s',
    async () => {
      const own = { cookie: 'a=b; seen=0', referer: 'https://before.test/', dnt: '1', 'accept-encoding': 'identity' }
      const { text } = await open().get(new URL('/told', site.url), { headers: new Headers(own), timeout: TIME })
      const sent = JSON.parse(/\{.*\}/.exec(text ?? '')?.[0] ?? '{}')
      expect(sent).toMatchObject({ ...own, cookie: 'a=b; seen=1' })
    },
    TIME,
  )
}
