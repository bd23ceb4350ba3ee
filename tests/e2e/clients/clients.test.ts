import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtime } from '../../../core/runtime/index.ts'
import type { Listener } from '../../../core/runtime/runtime.ts'
import { tsc } from '../../typescript.ts'
import { type Running, startWeir } from '../../weir.ts'

const root = join(import.meta.dir, '../../..')
/** In the checkout, as the programs import packages that are installed there. */
let folder: string
let weir: Running
let listener: Listener
let site: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/k')
        ? new Response('<title>Kettles</title><h1>Kettles</h1><p>All of copper. <a href="/k/1">One</a></p>', {
            headers: { 'content-type': 'text/html' },
          })
        : new Response('', { status: 404 }),
  })
  weir = await startWeir({ WEIR_METERING: 'off' })
  listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  mkdirSync(join(root, '.tmp'), { recursive: true })
  folder = mkdtempSync(join(root, '.tmp', 'clients-'))
  const { text } = await weir.get('/openapi.json', { key: null })
  writeFileSync(join(folder, 'openapi.json'), text)
  for (const [name, make] of Object.entries(makers)) {
    await make()
    cpSync(join(import.meta.dir, 'programs', `${name}.ts`), join(folder, `${name}.ts`))
  }
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  listener.abort()
  await weir.close()
  site.stop(true)
})

/** Runs a program; throws with its output if it fails. */
async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${out}${err}`)
  return out
}

/** Runs a tool on Bun, as the machine's Node may be too old for it. */
const runTool = (name: string, ...args: string[]) =>
  run(process.execPath, '--bun', join(root, 'node_modules', '.bin', name), ...args)
const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--allowImportingTsExtensions']
/** Generators of clients, by the names of the programs that use them. */
const makers = {
  'openapi-fetch': () => runTool('openapi-typescript', 'openapi.json', '-o', 'generated.ts'),
  'hey-api': () => runTool('openapi-ts', '-i', 'openapi.json', '-o', 'generated'),
}

test('clients generated from the document compile strictly', async () => {
  const files = Object.keys(makers).map((name) => `${name}.ts`)
  const types = ['--target', 'esnext', '--module', 'preserve', '--types', 'bun']
  await run(...tsc, '--ignoreConfig', ...strict, ...types, ...files)
}, 120_000)

/** The output of both programs. */
const told = [
  'scrape # Kettles | Kettles | 1',
  'batch 1',
  'stream true',
  'crawl completed 2',
  'map Kettles,Kettles',
  'refused invalid_url',
]

test.each(Object.keys(makers))(
  'a client that %s generates does a user’s work',
  async (name) => {
    const said = await run(
      process.execPath,
      `${name}.ts`,
      `http://127.0.0.1:${listener.port}`,
      weir.adminKey,
      `http://127.0.0.1:${site.port}/k`,
    )
    expect(said.trim().split('\n')).toEqual(told)
  },
  120_000,
)
