import { afterAll, expect, test } from 'bun:test'
import type { EngineDefinition } from 'weirjs'
import firefox from '../../../../engines/firefox/index.ts'
import stealth from '../../../../engines/stealth/index.ts'
import type { OpenEngine } from '../open-engine.ts'

const pages: Readonly<Record<string, string>> = {
  '/shadow': `<html lang="en"><p>Light</p><my-card><template shadowrootmode="open"><p>Declared</p></template></my-card>
    <my-list></my-list><script>
    const tree = document.querySelector('my-list').attachShadow({ mode: 'open' })
    tree.innerHTML = '<p>Made</p><b></b>'
    tree.querySelector('p').attachShadow({ mode: 'open' }).textContent = 'Inner'
    </script></html>`,
  '/renamed':
    '<p>Renamed</p><script>history.replaceState(0, "", "/as?" + "a".repeat(+location.hash.slice(1)))</script>',
  '/tall': `<!doctype html><p id="width"></p><div style="height: 3000px"></div><script>
    width.textContent = 'wide ' + document.documentElement.clientWidth</script>`,
  '/closing': '<p>Open</p><script>onload = () => { window.close(); document.body.append("Still here") }</script>',
}
/** UTF-8 without a declaration of its encoding, with text that its script writes by escapes. */
const undeclared = `<title>Größe</title><p title="Straße">déjà vu, «\u00a0oui\u00a0» © 中文 🎉</p><p id="made"></p>
  <script>document.getElementById('made').textContent = 'caf\\u00e9 \\u4e2d'</script>`
/** What a page finds out about its visitor. */
const visitor = `({ languages: [...navigator.languages], zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  isAutomated: navigator.webdriver || /headless/i.test(navigator.userAgent) })`
const asked: Headers[] = []
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url, headers: sent }) {
    const { pathname } = new URL(url)
    asked.push(sent)
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    if (pathname === '/login') {
      const challenge = { ...headers, 'www-authenticate': 'Basic realm="a"' }
      return new Response('<p>Members only</p>', { status: 401, headers: challenge })
    }
    if (pathname === '/private')
      return new Response('', {
        headers: { ...headers, 'set-cookie': 'who=ann', 'cache-control': 'private, max-age=9' },
      })
    if (pathname === '/undeclared') return new Response(undeclared, { headers: { 'content-type': 'text/html' } })
    if (pathname === '/latin-1')
      return new Response(Buffer.from('<p>Ähre und ©, Ã¤ ist kein Wort</p>', 'latin1'), {
        headers: { 'content-type': 'text/html' },
      })
    const cookies = sent.get('cookie') ?? ''
    if (pathname === '/start' && !cookies.includes('visit=new'))
      return new Response(null, { status: 302, headers: { location: '/start', 'set-cookie': 'visit=new; Path=/' } })
    const name = Buffer.from(sent.get('x-name') ?? '', 'latin1').toString()
    const told = `<p>${cookies.split('; ').sort().join(' ')}</p><p>${name}</p>`
    return new Response(pages[pathname] ?? told, { headers })
  },
})
afterAll(() => site.stop(true))

/** The site that the engine must be allowed to reach. */
export const shownHost = site.url.host

/** A page is shown as its site and its caller want it. */
export function shownSuite(definition: EngineDefinition, open: () => OpenEngine): void {
  const get: OpenEngine['get'] = (path, more) => open().get(new URL(path, site.url), { javascript: true, ...more })

  test('is read as UTF-8 if it is UTF-8, although it declares no encoding', async () => {
    const html = (await get('/undeclared')).text
    expect(html).toContain('<title>Größe</title>')
    expect(html).toContain('<p title="Straße">déjà vu, «\u00a0oui\u00a0» © 中文 🎉</p><p id="made">café 中</p>')
    expect((await get('/latin-1')).text).toContain('<p>Ähre und ©, Ã¤ ist kein Wort</p>')
  }, 120_000)

  test.skipIf(definition === stealth)(
    'contains its open shadow trees, as declarative markup',
    async () => {
      const html = (await get('/shadow')).text
      expect(html).toStartWith('<html lang="en">')
      expect(html).toEndWith('</body></html>')
      expect(html).toContain('<my-card><template shadowrootmode="open"><p>Declared</p></template></my-card>')
      expect(html).toContain('<p><template shadowrootmode="open">Inner</template>Made</p>')
    },
    120_000,
  )

  test('keeps its address if its script gives it one that is longer than any may be', async () => {
    const [short, long] = [await get('/renamed#8000'), await get('/renamed#9000')]
    expect(short.url.href).toBe(new URL(`/as?${'a'.repeat(8000)}`, site.url).href)
    expect(long.url.pathname).toBe('/renamed')
  }, 120_000)

  test('that scrolls is as wide as the viewport, and so is the picture of it', async () => {
    const { text, screenshot } = await get('/tall', { screenshot: 'fullpage', viewport: { width: 600, height: 400 } })
    // Source: PNG specification, section 11.2.2.
    expect([text, Buffer.from(screenshot!).readUInt32BE(16)]).toEqual([expect.stringContaining('wide 600'), 600])
  }, 120_000)

  test.skipIf(definition === stealth)(
    'stays when its script closes it',
    async () => expect((await get('/closing')).text).toContain('Still here'),
    120_000,
  )

  // The library of Firefox sends the headers of the caller with the first request alone.
  test.skipIf(definition === firefox)(
    'is requested with the cookies of the caller besides those that the site sets',
    async () => {
      const headers = new Headers({
        cookie: 'session=own; visit=old',
        'x-name': Buffer.from('café').toString('latin1'),
      })
      expect((await get('/start', { headers })).text).toContain('<p>session=own visit=new</p><p>café</p>')
    },
    120_000,
  )

  // This decides whether a page is shared between accounts.
  test('has the cookies that its site sets, and the header for how long and by whom it may be kept', async () => {
    const { headers } = await get('/private')
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual(['who=ann', 'private, max-age=9'])
  }, 120_000)

  test('of a site that asks for a password is given, and requested in the language of the caller', async () => {
    const headers = new Headers({ 'accept-language': 'nl' })
    const page = await get('/login', { headers, location: { languages: ['de-AT'] } })
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('Members only')])
    expect(asked.at(-1)!.get('accept-language')).toBe('nl')
  }, 120_000)

  test('has the location of its visitor, and detects automation unless the engine can hide that', async () => {
    const location = { country: 'DE', languages: ['de-AT', 'nl'] }
    const { script } = await get('/', { location, stealth: 'advanced', executeJS: visitor })
    expect(asked.at(-1)!.get('accept-language')).toBe('de-AT,de;q=0.9,nl;q=0.8')
    expect(script).toMatchObject({ zone: 'Europe/Berlin', isAutomated: !definition.supports.stealth })
    expect((script as { languages: string[] }).languages[0]).toBe('de-AT')
  }, 120_000)
}
