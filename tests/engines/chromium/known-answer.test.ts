import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine } from '../playwright/open-engine.ts'

const script = `fetch('/data').then((answer) => answer.text()).then((data) => {
  document.body.innerHTML = '<p>' + [data, document.cookie, document.characterSet, 'caf\u00e9'].join(' ') + '</p><iframe src="/frame">'
})`
const asked: string[] = []
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url)
    asked.push(`${pathname} ${request.headers.get('cookie') ?? ''}`.trim())
    const type = pathname === '/script.js' ? 'text/javascript' : 'text/html'
    const body = pathname === '/script.js' ? script : pathname === '/data' ? 'DATA' : '<p>ASKED AGAIN</p>'
    return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })
  },
})
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`

/** The answer of an app shell, as an engine without a browser received it. */
const answer = (markup: string) => {
  const headers = new Headers({
    'content-type': 'text/html; charset=iso-8859-5',
    // These describe the bytes that were sent, not the decoded ones.
    'content-encoding': 'gzip',
    'content-length': '7',
    'x-own': 'kept',
  })
  headers.append('set-cookie', 'seen=1; Path=/')
  headers.append('set-cookie', 'hidden=2; Path=/; HttpOnly')
  return { status: 404, headers, body: new TextEncoder().encode(markup) }
}
const shell = answer('<!doctype html><body><script src="/script.js"></script>')

describe.skipIf(!(await installed(chromium)))('a page with a known answer', () => {
  let engine: OpenEngine
  beforeAll(async () => {
    engine = await openEngine(chromium, { allow: `127.0.0.1:${site.port}` })
  })
  afterAll(async () => {
    await engine.close()
    site.stop(true)
  })

  test('is shown without a second request, with its cookies, frames and encoding', async () => {
    asked.length = 0
    const page = await engine.get(at('/shell#part'), { javascript: true, resources: 'text', answer: shell })
    expect(page.text).toContain('<p>DATA seen=1 ISO-8859-5 café</p>')
    expect([page.status, page.headers.get('x-own'), page.url.href]).toEqual([404, 'kept', at('/shell#part')])
    const cookies = 'seen=1; hidden=2'
    expect(asked).toEqual([`/script.js ${cookies}`, `/data ${cookies}`, `/frame ${cookies}`])
  })

  test('is requested when it is reloaded', async () => {
    asked.length = 0
    const reloads = answer('<body><script>location.reload()</script>')
    const page = await engine.get(at('/reloads'), { javascript: true, answer: reloads })
    expect([page.text, page.status]).toEqual([expect.stringContaining('ASKED AGAIN'), 200])
    expect(asked).toContain('/reloads seen=1; hidden=2')
  })

  test('leaves nothing to the next page', async () => {
    asked.length = 0
    expect((await engine.get(at('/next'), { javascript: true })).text).toContain('ASKED AGAIN')
    expect(asked).toContain('/next')
  })
})
