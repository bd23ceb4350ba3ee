import { afterAll, describe, expect, test } from 'bun:test'
import type { OpenEngine } from '../open-engine.ts'

/** A size in characters that is noticed when it is transferred, and that a browser can hold. */
const LENGTH = 20_000_000
const long = `'x'.repeat(${LENGTH})`

/** Pages that make the browser send reports, or that replace the functions by which they are read. */
const loud: Readonly<Record<string, string>> = {
  posts: `fetch('/', { method: 'POST', body: ${long} })`,
  'asks for data': `fetch('data:,' + ${long})`,
  'shows data': `const frame = document.createElement('iframe')
    frame.src = 'data:text/plain,' + ${long}
    document.body.append(frame)
    setTimeout(() => frame.remove())`,
  'has promises of its own': `globalThis.Promise = function () { return { value: ${long} } }`,
  'throws when it rests': `globalThis.requestIdleCallback = () => { throw new Error(${long}) }`,
  'throws when it is read': `Object.defineProperty(document, 'doctype', { get() { throw new Error(${long}) } })`,
  'has numbers of any length': `Object.defineProperty(Number.prototype, 'length', { get: () => ${long} })
    globalThis.XMLSerializer = class { serializeToString() { return 1 } }
    Object.defineProperty(document, 'documentElement', { get: () => ({ outerHTML: 2 }) })`,
}

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const script = loud[decodeURIComponent(new URL(request.url).pathname.slice(1))] ?? ''
    const page = `<!doctype html><title>it</title><body><p>What it is about</p><script>${script}</script>`
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  },
})
afterAll(() => site.stop(true))

/** The site that the engine must be allowed to reach. */
export const loudHost = site.url.host

/** A page costs no more memory of this process than its browser may send at once. */
export function loudSuite(open: () => OpenEngine): void {
  describe('costs no more memory than a browser may send at once when it', () => {
    test.each(Object.keys(loud))(
      '%s',
      async (what) => {
        Bun.gc(true)
        const before = process.memoryUsage.rss()
        let most = before
        const look = setInterval(() => {
          most = Math.max(most, process.memoryUsage.rss())
        }, 5)
        const page = await open().get(new URL(`/${what}`, site.url), { timeout: 60_000 })
        clearInterval(look)
        expect(page.text).toContain('What it is about')
        expect((most - before) / LENGTH).toBeLessThan(3)
      },
      120_000,
    )
  })
}
