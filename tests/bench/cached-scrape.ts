/**
 * Measures the cost of a response from the cache (goal P1): POST /v1/scrape, with key, limit and a charge that is on
 * disk, against the same route in plain Elysia, in alternating rounds. Usage: bun tests/bench/cached-scrape.ts
 * [rounds]
 */
import { Elysia } from 'elysia'
import { startWeir } from '../weir.ts'
import { compare } from './beside-bare.ts'

/** A page of some 20 KB, a third of which is its article. */
const paragraph = 'A weir is a low barrier across a river, which raises the water and lets what is more flow over it. '
const section = (i: number) => `<h2 id="s${i}">Section ${i}</h2><p>${paragraph.repeat(3)}<a href="/w/${i}">More</a></p>`
const html = `<!doctype html><html lang="en"><head><title>Weirs</title><meta name="description" content="On weirs">
<style>${'.weir > p { margin: 0 auto; }\n'.repeat(200)}</style></head>
<body><nav>${'<a href="/">Home</a> '.repeat(100)}</nav><article><h1>Weirs</h1>
${Array.from({ length: 20 }, (_, i) => section(i)).join('\n')}</article></body></html>`
const site = Bun.serve({ port: 0, fetch: () => new Response(html, { headers: { 'content-type': 'text/html' } }) })

const enterprise = { requestsPerHour: 1e9, monthlyCredits: 1e9 }
const weir = await startWeir({ WEIR_PLANS: JSON.stringify({ enterprise }) })
const path = '/v1/scrape'
const body = JSON.stringify({ url: `http://127.0.0.1:${site.port}/`, formats: ['markdown'], onlyMainContent: true })
await weir.post(path, undefined, { raw: body })
const reply = await weir.post(path, undefined, { raw: body })
if (reply.body.data.metadata.cached !== true) throw new Error('The page was not answered from the cache')

await compare({
  name: `POST ${path}, ${reply.text.length} bytes`,
  request: [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${weir.adminKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n'),
  weir,
  bare: new Elysia().post(path, ({ body: _ }) => reply.body),
  rounds: Number(process.argv[2] ?? 5),
  goal: 0.25,
})
await weir.close()
site.stop(true)
process.exit(0)
