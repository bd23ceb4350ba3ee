import { afterAll, expect, test } from 'bun:test'
import type { OpenEngine } from '../open-engine.ts'

const POSTED = 3_000_000
const markup = `<!doctype html><p id="told">waiting</p><script>
fetch('/post', { method: 'POST', body: 'x'.repeat(${POSTED}) })
  .then((response) => response.text()).then((text) => { told.textContent = text; told.className = 'answered' })
</script>`

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (request.method === 'POST') return new Response(`received ${(await request.bytes()).length}`)
    return new Response(markup, { headers: { 'content-type': 'text/html' } })
  },
})
afterAll(() => site.stop(true))

/** The site that the engine must be allowed to reach. */
export const largePostHost = site.url.host

/** A request whose event is longer than a message of Chromium may be. */
export function largePostSuite(open: () => OpenEngine): void {
  test("with the caller's headers may post more than one message of the browser may contain", async () => {
    // On a busy machine, the page may rest before it has its answer.
    const { text } = await open().get(site.url, {
      headers: new Headers({ 'x-caller': 'yes' }),
      waitForSelector: '.answered',
    })
    expect(text).toContain(`received ${POSTED}`)
  })
}
