import { afterAll, describe, expect, test } from 'bun:test'
import chromium from '../../../../engines/chromium/index.ts'
import firefox from '../../../../engines/firefox/index.ts'
import { installed } from '../../installed.ts'
import { openEngine } from '../open-engine.ts'

const pages: Readonly<Record<string, string>> = {
  '/shadow': `<html lang="en"><p>Light</p><my-card><template shadowrootmode="open"><p>Declared</p></template></my-card>
    <my-list></my-list><script>
    const tree = document.querySelector('my-list').attachShadow({ mode: 'open' })
    tree.innerHTML = '<p>Made</p><b></b>'
    tree.querySelector('p').attachShadow({ mode: 'open' }).textContent = 'Inner'
    </script></html>`,
  '/closing': '<p>Open</p><script>onload = () => { window.close(); document.body.append("Still here") }</script>',
}
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => new Response(pages[new URL(url).pathname], { headers: { 'content-type': 'text/html' } }),
})
afterAll(() => site.stop(true))

for (const definition of [chromium, firefox]) {
  const runs = await installed(definition)
  describe.skipIf(!runs)(`a page of ${definition.name}`, () => {
    const get = async (path: string) => {
      const engine = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
      try {
        return (await engine.get(new URL(path, site.url), { javascript: true })).text
      } finally {
        await engine.close()
      }
    }

    test('has its open shadow trees in it, as markup declares them', async () => {
      const html = await get('/shadow')
      expect(html).toStartWith('<html lang="en">')
      expect(html).toEndWith('</body></html>')
      expect(html).toContain('<my-card><template shadowrootmode="open"><p>Declared</p></template></my-card>')
      expect(html).toContain('<p><template shadowrootmode="open">Inner</template>Made</p>')
    }, 120_000)

    test('stays where its script closes it', async () => {
      expect(await get('/closing')).toContain('Still here')
    }, 120_000)
  })
}
