import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runtime } from '../../../core/runtime/index.ts'
import type { Listener } from '../../../core/runtime/runtime.ts'
import { version } from '../../../core/version.ts'
import { findChromium } from '../../../engines/chromium/find-chromium.ts'
import { browserOf, closeBrowsers } from '../../browsers.ts'
import { deno } from '../../deno/program.ts'
import { guideFiles } from '../../guide-files.ts'
import { tsc } from '../../typescript.ts'
import { type Running, startWeir } from '../../weir.ts'

const root = join(import.meta.dir, '../../..')
const programs = join(import.meta.dir, 'programs')
const node = Bun.which('node')
const [major = 0, minor = 0] = node
  ? Bun.spawnSync([node, '-p', 'process.versions.node']).stdout.toString().split('.').map(Number)
  : []
const browser = findChromium(undefined, { headlessShell: 'preferred' })?.program

/** Outside this checkout: a folder with the package as npm installs it, and its dependencies. */
let folder: string
let weir: Running
let listener: Listener
let site: ReturnType<typeof Bun.serve>
let page: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weir-package-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== 'weirjs') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  await run([process.execPath, join(root, 'build/package.ts'), relative(root, join(modules, 'weirjs'))])
  cpSync(programs, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "weirjs": "*" } }')
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response('<title>Kettles</title><h1>Kettles</h1><p>Of copper. <a href="/k/1">One</a></p>', {
        headers: { 'content-type': 'text/html' },
      }),
  })
  page = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: servePage })
  weir = await startWeir({ WEIR_METERING: 'off', WEIR_ENGINES: 'lightweight', WEIR_CORS_ORIGINS: page.url.origin })
  const handle = weir.weir.server.fetch
  listener = await runtime.serve({ hostname: '127.0.0.1', port: 0, handle })
}, 120_000)
afterAll(async () => {
  listener?.abort()
  await weir?.close()
  site?.stop(true)
  page?.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program to its end; throws with its output if it fails. */
async function run(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${out}${err}`)
  return out
}

/** A page of another origin, which may only run its own scripts and call the service. */
function servePage({ url }: Request): Response {
  const { pathname } = new URL(url)
  const policy = `default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:${listener.port}`
  if (pathname === '/')
    return new Response('<title>A page</title><script type="module" src="/page.js"></script>', {
      headers: { 'content-type': 'text/html', 'content-security-policy': policy },
    })
  const file = pathname.startsWith('/client/')
    ? join(folder, 'node_modules/weirjs/core', pathname)
    : join(folder, pathname)
  return new Response(Bun.file(file), { headers: { 'content-type': 'text/javascript' } })
}

const address = () => `http://127.0.0.1:${listener.port}`
const start = () => `${site.url.origin}/k`
const told = [
  'scrape # Kettles 1',
  'stream completed',
  'page /k',
  'page /k/1',
  'map 2',
  'refused true invalid_url true',
]

for (const [name, command, hasLibrary] of [
  ['Bun', [process.execPath], true],
  ['Deno', deno ? [deno, 'run', '-A', '--node-modules-dir=manual'] : undefined, true],
  ['Node', node && major >= 20 ? [node, '--no-warnings'] : undefined, major > 22 || (major === 22 && minor >= 15)],
] as const)
  describe.skipIf(command === undefined)(`on ${name}`, () => {
    test('the client works', async () => {
      const said = await run([...command!, 'client.js', address(), weir.adminKey, start()])
      expect(said.trim().split('\n')).toEqual(told)
    }, 120_000)

    test.skipIf(!hasLibrary)(
      'the functions of the library work, and the program ends',
      async () => {
        const env = { WEIR_EGRESS_ALLOW: '127.0.0.0/8', WEIR_ENGINES: 'lightweight' }
        const said = await run([...command!, 'library.js', start()], env)
        expect(said.split('\n').slice(0, 4)).toEqual(['function string', '# Kettles 2', '# Kettles', '# Kettles'])
        expect(said).toContain('| 1 | 2 |')
      },
      60_000,
    )

    test.skipIf(hasLibrary)(
      'the imports of plugins exist, and the library says what it needs',
      async () => {
        const failure = await run([...command!, 'library.js', start()]).catch(({ message }: Error) => message)
        expect(failure).toContain('function string')
        expect(failure).toContain('This needs Node 22.15 or above, Bun or Deno')
      },
      30_000,
    )
  })

test('its page has the settings, to which the help of the commands refers', () => {
  const page = readFileSync(join(folder, 'node_modules/weirjs/README.md'), 'utf8')
  expect(page).toMatch(/^## Settings$/m)
  expect(page).toContain('| `WEIR_HOST`, `WEIR_PORT` |')
  expect(page).not.toContain('](deploy/')
})

test('the command starts from a bundle, and prints nothing about it', async () => {
  const weirjs = join(folder, 'node_modules/weirjs')
  const command = [process.execPath, join(weirjs, 'core/boot.mjs'), '--version']
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect(said).toEqual([`${version}\n`, ''])
  expect(readdirSync(join(weirjs, 'node_modules/.cache/weir'))).toEqual(['1'])
}, 120_000)

test('the test helpers for plugins are complete', async () => {
  const suite = `import { expect, test } from 'bun:test'
import { startWeir } from 'weirjs/testing'
test('starts', async () => {
  const weir = await startWeir({ WEIR_PLUGINS: 'scrape', WEIR_ENGINES: 'lightweight' })
  expect((await weir.get('/health')).status).toBe(200)
  await weir.close()
})`
  writeFileSync(join(folder, 'suite.test.js'), suite)
  await run([process.execPath, 'test', '--timeout', '120000', './suite.test.js'])
}, 120_000)

test.skipIf(browser === undefined)(
  'the client works in a browser, on a page of another origin with a strict policy',
  async () => {
    const source = await Bun.file(join(programs, 'client.js')).text()
    writeFileSync(join(folder, 'in-browser.js'), source.replace('weirjs/client', '/client/index.js'))
    writeFileSync(join(folder, 'page.js'), "import { run } from '/in-browser.js'\nglobalThis.run = run\n")
    const tab = await (await browserOf('chromium')).newPage()
    try {
      await tab.goto(page.url.href)
      await tab.waitForFunction('globalThis.run')
      const lines = await tab.evaluate(
        (given) => (globalThis as unknown as { run(...values: string[]): Promise<string[]> }).run(...given),
        [address(), weir.adminKey, start()],
      )
      expect(lines).toEqual(told)
    } finally {
      // Tests of engines in this process look at all of its browsers.
      await closeBrowsers()
    }
  },
  120_000,
)

test('a folder that npm links to, outside every node_modules, runs as it is', async () => {
  const linked = join(folder, 'linked')
  cpSync(join(folder, 'node_modules/weirjs'), linked, { recursive: true })
  // Its sources run if no bundle of them can be made.
  rmSync(join(linked, 'node_modules'), { recursive: true, force: true })
  writeFileSync(join(linked, 'node_modules'), '')
  expect(await run([process.execPath, join(linked, 'core/boot.mjs'), 'version'])).toContain(version)
}, 60_000)

describe('a compiler that checks libraries too finds no errors', () => {
  const guides = new Map([...guideFiles('plugins/README.md'), ...guideFiles('engines/README.md')])
  beforeAll(() => {
    for (const [name, source] of guides) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), source)
    }
  })

  const own = ['--ignoreConfig', '--noEmit', '--allowImportingTsExtensions']
  const strict = [...tsc, ...own, '--strict', '--skipLibCheck', 'false']
  const types = ['--target', 'es2022', '--lib', 'esnext,dom,dom.iterable,dom.asynciterable', '--types', 'bun']
  const files = ['typed.ts', 'titles.ts', 'digests.ts', 'shelf/index.ts', 'synonyms.ts', 'wayback.ts']
  // As in a configuration written by `tsc --init`.
  const stricter = ['--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax']
  test('in all the files that the guides show, and in a client', async () => {
    const shown = [...files, ...guides.keys()]
    expect(await run([...strict, ...stricter, ...types, '--module', 'nodenext', ...shown])).toBe('')
  }, 120_000)
  test('without the types of browsers either, with only those of Node', async () => {
    const ofNode = ['--target', 'es2022', '--lib', 'esnext', '--types', 'node', '--module', 'nodenext']
    expect(await run([...strict, ...stricter, ...ofNode, ...files])).toBe('')
  }, 120_000)
})
