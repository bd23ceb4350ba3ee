import { expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'
import { openEngine } from '../playwright/open-engine.ts'

const POSTED = 3_000_000
const markup = `<!doctype html><p id="told">waiting</p><script>
fetch('/post', { method: 'POST', body: 'x'.repeat(${POSTED}) })
  .then((response) => response.text()).then((text) => { told.textContent = text })
</script>`

test.skipIf(!(await installed(chromium)))(
  "a page with the caller's headers may post more than one message of the browser may contain",
  async () => {
    using site = Bun.serve({
      port: 0,
      async fetch(request) {
        if (request.method === 'POST') return new Response(`received ${(await request.bytes()).length}`)
        return new Response(markup, { headers: { 'content-type': 'text/html' } })
      },
    })
    const open = await openEngine(chromium, { allow: `127.0.0.1:${site.port}` })
    try {
      const { text } = await open.get(`http://127.0.0.1:${site.port}/`, { headers: new Headers({ 'x-caller': 'yes' }) })
      expect(text).toContain(`received ${POSTED}`)
    } finally {
      await open.close()
    }
  },
)
