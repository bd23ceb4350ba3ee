import { afterAll, describe, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { openEngine } from './open-engine.ts'

const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url)
    const cookies = request.headers.get('cookie') ?? ''
    const type = { 'content-type': 'text/html; charset=utf-8' }
    if (pathname === '/login') {
      const headers = { ...type, 'www-authenticate': 'Basic realm="a"' }
      return new Response('<p>Members only</p>', { status: 401, headers })
    }
    if (pathname === '/start' && !cookies.includes('visit=new'))
      return new Response(null, { status: 302, headers: { location: '/start', 'set-cookie': 'visit=new; Path=/' } })
    const name = Buffer.from(request.headers.get('x-name') ?? '', 'latin1').toString()
    return new Response(`<p>${cookies.split('; ').sort().join(' ')}</p><p>${name}</p>`, { headers: type })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
afterAll(() => site.stop(true))

for (const definition of [chromium, firefox, stealth])
  describe.skipIf(!(await installed(definition)))(definition.name, () => {
    const open = () => openEngine(definition, { allow: `127.0.0.1:${site.port}` })

    // Firefox's library sends the caller's headers with the first request alone.
    test.skipIf(definition === firefox)('sends the cookies of the caller beside those that the site sets', async () => {
      const { get, close } = await open()
      const headers = new Headers({
        cookie: 'session=own; visit=old',
        'x-name': Buffer.from('café').toString('latin1'),
      })
      const page = await get(at('/start'), { javascript: true, headers })
      expect(page.text).toContain('<p>session=own visit=new</p><p>café</p>')
      await close()
    })

    test('gives the page of a site that asks for a password', async () => {
      const { get, close } = await open()
      const page = await get(at('/login'), { javascript: true })
      expect([page.status, page.text]).toEqual([401, expect.stringContaining('Members only')])
      await close()
    })
  })
