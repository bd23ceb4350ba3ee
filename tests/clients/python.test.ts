import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { whyStale } from '../../build/python-client/index.ts'
import { runtime } from '../../core/runtime/index.ts'
import type { Listener } from '../../core/runtime/runtime.ts'
import { type Running, startWeir } from '../weir.ts'

const FOLDER = join(import.meta.dir, '../../clients/python')
/** The system's Python, as Debian's packages work with no other. */
const PYTHON = '/usr/bin/python3'

async function run(program: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([PYTHON, '-B', ...program], {
    env: { PYTHONPATH: join(FOLDER, 'src'), PATH: '/usr/bin:/bin', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { status, said: out + error }
}

const isHere = await run(['-c', 'import httpx, pydantic, typing_extensions']).then(
  ({ status }) => status === 0,
  () => false,
)
if (!isHere) console.warn(`Skipped: the Python client, as ${PYTHON} has no httpx and pydantic`)

let running: Running
let listener: Listener
let site: ReturnType<typeof Bun.serve>
let env: Record<string, string>
beforeAll(async () => {
  const links = Array.from({ length: 4 }, (_, index) => `<a href="/k/${index}">${index}</a>`).join(' ')
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new Response(`<title>Kettles</title><h1>Kettles of ${new URL(url).pathname}</h1><p>Of copper. ${links}</p>`, {
        headers: { 'content-type': 'text/html' },
      }),
  })
  running = await startWeir({ WEIR_METERING: 'off', WEIR_ENGINES: 'lightweight' })
  listener = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle: running.weir.server.fetch })
  env = {
    WEIR_URL: `http://127.0.0.1:${listener.port}`,
    WEIR_KEY: running.adminKey,
    SITE_URL: `${site.url.origin}/k`,
  }
}, 120_000)
afterAll(async () => {
  listener.abort()
  await running.close()
  site.stop(true)
})

test('the generated parts of the Python client are up to date', async () => {
  expect(await whyStale()).toBeUndefined()
}, 120_000)

test.skipIf(!isHere)(
  'the tests of the Python client pass against a running service',
  async () => {
    const { status, said } = await run(['-W', 'error', '-m', 'unittest', 'discover', '-s', join(FOLDER, 'tests')], env)
    expect(said).toMatch(/Ran \d{2} tests in .*\n\nOK\n$/)
    expect(status).toBe(0)
  },
  120_000,
)
