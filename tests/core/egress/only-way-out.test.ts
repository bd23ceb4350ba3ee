import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '../../..')

/** Globals that open a connection, or lead to one that does. */
const globals = [
  'fetch',
  'globalThis',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'navigator.sendBeacon',
  'Bun.fetch',
  'Bun.connect',
  'Bun.udpSocket',
  'Deno.connect',
  'Deno.connectTls',
  'Deno.resolveDns',
  'Deno.createHttpClient',
]
/** Modules that do. */
const modules =
  /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)$|^(?:undici|axios|got|node-fetch|ky|socks|nodemailer)$/

/**
 * Other code that opens connections, and why it cannot lead to an address that a caller, a page or a tenant gave.
 * Everything else belongs in `core/fetch` and `core/egress`, with the transports in `core/runtime`.
 */
const exceptions: Readonly<Record<string, string>> = {
  'core/client/send.ts: fetch': 'it runs at the caller, and asks the service that the caller names',
  'core/cli/connect.ts: fetch': "the command line calls the operator's own server",
  'core/store/postgres/connection.ts: node:net': "the operator's own database",
  'engines/chromium/ready.ts: node:net': "the operator's own browser elsewhere is asked whether it is there",
  'plugins/notifiers/email/mail-server.ts: nodemailer': "mail leaves by the operator's own mail server",
  'plugins/enrichment/discovery/mail-servers.ts: node:dns':
    'name servers are asked where a domain has its mail; nothing that they answer is connected to',
  'plugins/documents/pdf/source/unpacking.ts: globalThis':
    'what unpacks streams for pdf.js is bounded, in the process of one document',
  'plugins/mcp/command.ts: fetch': 'the command line calls the Weir server that its user names',
  'plugins/dashboard/app/api/client.ts: fetch': 'it runs in a browser, and asks the server that it came from',
  'core/cli/commands/doctor.ts: node:dns': 'the doctor tells the operator whether names resolve at all',
}

// A transpiler knows which names are bound: a kit's guarded `fetch` is not the global one.
const mark = (name: string) => `__way_out_${name.replaceAll('.', '_')}`
const define = Object.fromEntries(globals.map((name) => [name, mark(name)]))
const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts', define }),
  tsx: new Bun.Transpiler({ loader: 'tsx', define }),
}

/** Removes code that only detects the runtime, or checks whether a text is an address. */
const withoutReading = (code: string) =>
  code.replaceAll(`" in ${mark('globalThis')}`, '" in {}').replace(/^import \{ isIP \} from "node:net";$/gm, '')

function waysOut(source: string, loader: 'ts' | 'tsx' = 'ts'): string[] {
  const transpiler = transpilers[loader]
  const code = withoutReading(transpiler.transformSync(source.replace(/^#!.*/, '')))
  const imported = transpiler.scanImports(code).map(({ path }) => path)
  return [
    ...globals.filter((name) => new RegExp(`\\b${mark(name)}\\b`).test(code)),
    ...imported.filter((path) => modules.test(path)),
  ]
}

test('only the guarded fetch, the egress proxy and their transports open connections themselves', async () => {
  const found: string[] = []
  for await (const name of new Glob('{core,plugins,engines,schemas}/**/*.{ts,tsx,mjs,js}').scan(root)) {
    if (/^core\/(egress|egress-rules|fetch|proxy|runtime)\//.test(name)) continue
    const source = await Bun.file(join(root, name)).text()
    for (const what of waysOut(source, name.endsWith('.tsx') ? 'tsx' : 'ts')) found.push(`${name}: ${what}`)
  }
  expect(found.filter((entry) => !(entry in exceptions))).toEqual([])
  expect(Object.keys(exceptions).filter((entry) => !found.includes(entry))).toEqual([])
})

test('the search finds each way out, and no guarded fetch', () => {
  const open = {
    fetch: "const page = await fetch('https://example.com')",
    globalThis: "globalThis['fetch']('https://example.com')",
    WebSocket: "new WebSocket('wss://example.com')",
    'Bun.connect': "Bun.connect({ hostname: 'example.com' })",
    'node:http': "import { request } from 'node:http'; request('http://example.com')",
    'node:net': "import { connect, isIP } from 'node:net'; connect(80, isIP('example.com'))",
    'node:dns': "const dns = await import('node:dns'); dns.lookup('example.com')",
  }
  for (const [what, source] of Object.entries(open)) expect([source, waysOut(source)]).toEqual([source, [what]])
  const guarded = [
    'export const open = ({ fetch }) => fetch("https://example.com")',
    'export const open = (kit) => kit.fetch("https://example.com")',
    "import type { Server } from 'node:http'; export type S = Server",
    "import { isIP } from 'node:net'\nexport const f = isIP('::1')",
    "export const isBun = 'Bun' in globalThis",
    '// fetch("https://example.com")\nexport const text = "fetch(1)"',
  ]
  for (const source of guarded) expect([source, waysOut(source)]).toEqual([source, []])
})
