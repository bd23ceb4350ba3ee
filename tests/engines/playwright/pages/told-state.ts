import { afterAll, expect, test } from 'bun:test'
import type { OpenEngine } from '../open-engine.ts'

/** A size in characters that is noticed when it is transferred, and that a browser can hold. */
const LENGTH = 100_000_000

/** What a page reports in place of the state that a browser would. */
const lies: Readonly<Record<string, string>> = {
  said: `get: () => 'x'.repeat(${LENGTH})`,
  thrown: `get() { throw new Error('x'.repeat(${LENGTH})) }`,
  listed: 'get: () => Array.from({ length: 300_000 }, (_, i) => ({ i }))',
}

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const lie = lies[new URL(request.url).pathname.slice(1)]
    const script = `for (const name of ['characterSet', 'readyState']) Object.defineProperty(document, name, { ${lie} })
      globalThis.devicePixelRatio = 'x'.repeat(${LENGTH})`
    const page = `<!doctype html><title>it</title><p>What it is about</p><script>${script}</script>`
    return new Response(page, { headers: { 'content-type': 'text/html' } })
  },
})
afterAll(() => site.stop(true))

/** The site that the engine must be allowed to reach. */
export const toldStateHost = site.url.host

/** A page that replaces what it is asked for. */
export function toldStateSuite(open: () => OpenEngine): void {
  test.each(Object.keys(lies))(
    'with a false state is read, and no more of the state is transferred than a real one has: %s',
    async (lie) => {
      const before = process.memoryUsage.rss()
      let most = before
      const look = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, 5)
      const page = await open().get(new URL(`/${lie}`, site.url), { timeout: 60_000, screenshot: 'fullpage' })
      clearInterval(look)
      expect(page.text).toContain('What it is about')
      expect(page.screenshot?.byteLength).toBeGreaterThan(0)
      expect(most - before).toBeLessThan(LENGTH)
    },
    120_000,
  )
}
