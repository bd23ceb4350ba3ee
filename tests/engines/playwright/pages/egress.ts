import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import type { EngineDefinition } from 'weirjs'
import chromium from '../../../../engines/chromium/index.ts'
import { impossible } from '../../../e2e/escape/namespace.ts'
import { escapePage, escapeRoute } from '../../../e2e/escape/page.ts'
import { type OpenEngine, rejection } from '../open-engine.ts'
import { commandOf, descendants, environmentOf } from '../processes.ts'

// Set before any browser starts, as browsers must not inherit the environment.
process.env.WEIR_ENVIRONMENT_CANARY = 'set'

/** What reached listeners that must not be reached. */
const trapped: string[] = []
let trap: Server
let datagrams: Socket
let trapPort: number

beforeAll(async () => {
  trap = createServer((socket) => {
    socket.on('error', () => {})
    trapped.push('a connection')
    socket.once('data', (bytes) => trapped.push(bytes.toString('latin1').split('\r\n', 1)[0] as string))
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  trapPort = (trap.address() as AddressInfo).port
  datagrams = createSocket('udp4')
  datagrams.on('message', () => void trapped.push('a datagram'))
  await new Promise<void>((resolve) => datagrams.bind(trapPort, '127.0.0.1', resolve))
})

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const url = new URL(request.url)
    const html = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } })
    const routed = escapeRoute(url)
    if (routed) return routed
    if (url.pathname === '/escape') {
      const further = ['localhost', '[::1]', '2130706433', '0.0.0.0'].map((host) => `${host}:${trapPort}`)
      const trapped = `127.0.0.1:${trapPort}`
      return html(escapePage({ hosts: [trapped], further, stun: [trapped] }))
    }
    if (url.pathname === '/leave')
      return html(`<p>LEAVEMARK</p><script>location.href = 'http://127.0.0.1:${trapPort}/left'</script>`)
    return html('<p>PLAINMARK</p>')
  },
})
const at = (path: string) => new URL(path, site.url)

afterAll(() => {
  site.stop(true)
  trap.close()
  datagrams.close()
})

/** The site that the engine must be allowed to reach. */
export const egressHost = site.url.host

/** A page cannot reach addresses that are forbidden. */
export function egressSuite(definition: EngineDefinition, open: () => OpenEngine): void {
  // `tests/e2e/escape` tries the same in a network of its own, which detects more.
  test.skipIf(!impossible)(
    'reaches no forbidden address in any of the ways that browsers have',
    async () => {
      trapped.length = 0
      const { text } = await open().get(at('/escape'), {
        waitForSelector: '#tried:not(:empty)',
        resources: 'all',
        timeout: 40_000,
      })
      expect(Number(/TRIED (\d+)/.exec(text)?.[1])).toBeGreaterThan(60)
      expect(text).not.toContain('<title>FILE')
      await Bun.sleep(500)
      expect(trapped).toEqual([])
    },
    60_000,
  )

  test('is refused if its script navigates to a forbidden address', async () => {
    trapped.length = 0
    expect(await rejection(open().get(at('/leave')))).toMatchObject({
      status: 400,
      code: 'invalid_url',
      details: { reason: 'forbidden_address' },
    })
    expect(trapped).toEqual([])
  }, 120_000)

  test('cannot be left by a script of the caller for a forbidden address, a file or a page of the browser', async () => {
    trapped.length = 0
    const executeJS = `await fetch('http://127.0.0.1:${trapPort}/a', { mode: 'no-cors' }).catch(() => {}); location.href = 'http://127.0.0.1:${trapPort}/b'`
    await rejection(open().get(at('/plain'), { executeJS }))
    const leave = (...urls: string[]) => `for (const url of ${JSON.stringify(urls)}) {
      try { location.href = url } catch {}
      await new Promise((done) => setTimeout(done, 100))
    }`
    const leaving = leave('file:///etc/passwd', 'view-source:file:///etc/passwd', 'chrome://version')
    expect((await open().get(at('/plain'), { executeJS: leaving })).text).toContain('PLAINMARK')
    // Chromium shows an empty page instead.
    expect((await open().get(at('/plain'), { executeJS: leave('about:config') })).text).not.toMatch(/config|root:/)
    expect(trapped).toEqual([])
  }, 120_000)

  test('has no text of its caller in the command line or the environment of the browser', async () => {
    const word = '--utility-cmd-prefix=stuffed --user-data-dir=/stuffed'
    const stuffed = {
      headers: new Headers({ 'x-stuffed': word, 'accept-language': `de,${word.replaceAll('=', '-')}` }),
      userAgent: word,
      authentication: { type: 'basic' as const, username: word, password: word },
      location: { country: 'DE', languages: ['de'] },
      viewport: { width: 777, height: 666 },
      actions: [{ type: 'executeJavascript' as const, value: `'${word}'` }],
      executeJS: `'${word}'`,
    }
    const getting = open().get(at('/plain'), { ...stuffed, waitFor: 500 })
    const told: string[] = []
    for (let i = 0; i < 8; i++) {
      for (const { pid } of await descendants(process.pid)) told.push(commandOf(pid) + environmentOf(pid))
      await Bun.sleep(60)
    }
    expect((await getting).text).toContain('PLAINMARK')
    expect(told.some((line) => /chrom|headless_shell|firefox/.test(line))).toBe(true)
    expect(told.filter((line) => line.includes('stuffed'))).toEqual([])
    // Nor any secret of the server.
    expect(told.filter((line) => /firefox|chrom/.test(line) && line.includes('WEIR_ENVIRONMENT_CANARY'))).toEqual([])
  }, 120_000)

  test('runs a script of the caller in the page alone', async () => {
    const kinds = await open().get(at('/plain'), {
      executeJS: '[typeof process, typeof require, typeof Bun, typeof Deno]',
    })
    expect(kinds.script).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
    expect(await rejection(open().get(at('/plain'), { executeJS: 'process.env' }))).toMatchObject({
      code: 'invalid_options',
      details: { reason: expect.stringContaining('ReferenceError') },
    })
  }, 120_000)

  // Weir refuses that before it uses any browser.
  test.skipIf(definition !== chromium)(
    'is not requested by another scheme',
    async () => {
      for (const url of [
        'file:///etc/passwd',
        'view-source:http://127.0.0.1/',
        'chrome://version',
        'data:text/html,x',
        'javascript:1',
      ])
        expect(await rejection(open().get(url))).toMatchObject({
          status: 400,
          code: 'invalid_url',
          details: { reason: 'unsupported_scheme' },
        })
    },
    120_000,
  )
}
