/**
 * Renders pages in a browser engine of Weir, some at a time: `weir.ts ORIGIN PAGES AT_ONCE [CHROMIUM]`. Tells the
 * seconds that it took, the browser's start left out.
 */
import { createEgress, type Log } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'

const [origin = '', pages = '40', atOnce = '4', path] = process.argv.slice(2)
const log: Log = { info() {}, warn() {}, error() {}, with: () => log }
const egress = createEgress({ allow: '127.0.0.0/8' })
const config = { sandbox: 'on', pages: Number(atOnce), path }
const engine = await chromium.open({ config, fetch: egress.fetch, proxy: egress.proxy, log } as Parameters<
  typeof chromium.open
>[0])
const account = { id: 'usr_bench', email: 'bench@example.com', plan: 'enterprise', role: 'user' } as const

async function get(n: number) {
  const page = await engine.fetch(
    {
      url: new URL(`/page?n=${n}`, origin),
      timeout: 60_000,
      maxBytes: 10_000_000,
      javascript: true,
      resources: 'text',
    },
    { signal: new AbortController().signal, account, priority: 'medium' },
  )
  const text = Buffer.from(page.body as Uint8Array).toString()
  if (!text.includes('Kettle 149')) throw new Error('a page was not built')
}

await get(0)
let next = 1
const began = performance.now()
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (next <= Number(pages)) await get(next++)
  }),
)
console.log((performance.now() - began) / 1000)
await engine.close?.()
await egress.close()
process.exit(0)
