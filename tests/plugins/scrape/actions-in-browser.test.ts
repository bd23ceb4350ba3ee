import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { EngineDefinition } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { installed } from '../../engines/installed.ts'
import { type Running, startWeir } from '../../weir.ts'

const page = `<title>Steps</title><button class="more">1</button><button class="more">2</button>
<button class="more" onclick="last.remove()">3</button><button class="more" id="last">4</button><input id="field">
<p id="told"></p><script>
for (const button of document.querySelectorAll('.more'))
  button.addEventListener('click', () => { told.textContent += button.textContent })
field.addEventListener('input', () => { told.textContent += ' ' + field.value })
</script>`
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(page, { headers: { 'content-type': 'text/html' } }),
})
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_METERING: 'off' })
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const act = (engine: string, actions: object[]) =>
  weir.post('/v1/scrape', { url: site.url.href, engine, maxAge: 0, formats: ['text'], actions })

for (const definition of [chromium, firefox])
  test.skipIf(!(await installed(definition as unknown as EngineDefinition)))(
    `${definition.name} clicks all that match and are still there, types where the focus is, and gives the page of the moment`,
    async () => {
      const engine = definition.name
      const { body } = await act(engine, [
        { type: 'click', selector: '.more', all: true },
        { type: 'scrape' },
        { type: 'click', selector: '#field' },
        { type: 'write', text: 'words' },
      ])
      expect(body.data.text).toContain('123 words')
      const [, scraped] = body.data.metadata.actions
      expect([scraped.type, scraped.value.url]).toEqual(['scrape', site.url.href])
      expect(scraped.value.html).toContain('<p id="told">123</p>')
      const { status, body: refused } = await act(engine, [{ type: 'write', text: 'words' }])
      expect([status, refused.error.code, refused.error.details.index]).toEqual([400, 'invalid_actions', 0])
      expect(refused.error.message).toContain('nothing has the focus')
    },
    25_000,
  )
