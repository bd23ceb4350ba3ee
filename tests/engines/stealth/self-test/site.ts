import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const checks = readFileSync(new URL('./checks.js', import.meta.url), 'utf8')
const botd = readFileSync(fileURLToPath(import.meta.resolve('@fingerprintjs/botd')).replace('.cjs.', '.esm.'), 'utf8')

/** The result of a visit to the self-test. */
export interface SelfTest {
  tried: number
  /** The signs of automation, with what was seen. */
  marks: Record<string, string>
}

/** A site that detects automation, by checks of its own and those of BotD. */
export async function startSelfTest() {
  // Node's server gives the headers in the order in which they were received.
  const server = createServer((request, response) => {
    if (request.url === '/botd.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(botd)
    if (request.url !== '/') return void response.writeHead(404).end()
    const pairs = request.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : [[name, all[i + 1]]]))
    const headers = JSON.stringify(pairs).replaceAll('<', '\\u003c')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Self-test</title></head><body><pre id="marks"></pre>
<script type="module">const HEADERS = ${headers}
${checks}</script></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Reads the result from the page when it is done. */
export function readSelfTest(html: string): SelfTest {
  const json = /<pre id="marks">(.+?)<\/pre>/s.exec(html)?.[1]
  if (!json) throw new Error('the self-test did not end')
  return JSON.parse(json.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}
