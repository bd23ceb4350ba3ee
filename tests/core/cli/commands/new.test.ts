import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newExtension } from '../../../../core/cli/commands/new.ts'
import { root, startProcess } from '../../../e2e/start-process.ts'
import { weirCommand } from '../../../run-weir.ts'
import { captureCommand } from '../capture-command.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-new-'))
/** Where `bun link` keeps its links, so that this machine's own ones stay unchanged. */
const env = { ...process.env, BUN_INSTALL: join(home, 'bun') }
const inside = mkdtempSync(join(root, 'core/cli/templates/.test-'))
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  rmSync(inside, { recursive: true, force: true })
})

function run(folder: string, ...command: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, env })
  return { code: exitCode, out: String(stdout), error: String(stderr) }
}
const bun = (folder: string, ...args: string[]) => run(folder, process.execPath, ...args)
const weirNew = (...args: string[]) => run(home, ...weirCommand, 'new', ...args)
/** Runs all tests in a folder, in one process. */
const pass = (folder: string) => {
  const { code, error } = bun(folder, 'test', '--timeout', '120000')
  expect([code, error]).toEqual([0, expect.stringMatching(/[1-9]\d* pass\n 0 fail[\s\S]* across 2 files/)])
  for (const [, name] of made) expect(error).toContain(`${name}/index.test.ts:`)
}
const made = [
  ['plugin', 'tea-times', 'Tea times'],
  ['engine', 'kettle_2', 'Kettle 2'],
] as const

describe.each(made)('weir new %s', (kind, name, title) => {
  const folder = join(home, name)

  test('writes a folder, and prints the next steps', () => {
    const { code, out, error } = weirNew(kind, name)
    expect([code, error]).toEqual([0, ''])
    expect(out).toStartWith(`${name} was written to ${folder}`)
    expect(out).toContain(`WEIR_${kind.toUpperCase()}S='*,./${name}' loads it`)
    expect(readdirSync(folder).sort()).toEqual(['README.md', 'index.test.ts', 'index.ts', 'package.json', 'schema.ts'])
    const all = readdirSync(folder)
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    expect(all.filter((text) => /sample/i.test(text))).toEqual([])
    expect(all[0]).toStartWith(`# ${name}\n`)
    if (kind === 'plugin') expect(all.join('')).toContain(`name: '${title}'`)
  })

  test('refuses an existing folder', () => {
    const refused = weirNew(kind, name)
    expect([refused.code, refused.error]).toEqual([2, expect.stringContaining('already exists; choose another name')])
  })
})

test('the tests in both folders pass, with weirjs linked as the next steps say', () => {
  expect(bun(root, 'link').code).toBe(0)
  const folders = made.map(([, name]) => join(home, name))
  for (const folder of folders) expect(bun(folder, 'link', 'weirjs').code).toBe(0)
  pass(home)
  for (const folder of folders) {
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(bun(folder, 'install').code).toBe(0)
    expect(existsSync(join(folder, 'node_modules/weirjs/core/index.ts'))).toBe(true)
  }
}, 180_000)

test('the tests in both folders pass at once inside the checkout', () => {
  for (const [kind, name] of made) {
    const { code, out } = run(inside, ...weirCommand, 'new', kind, name)
    expect([code, out]).toEqual([0, expect.not.stringContaining('link')])
  }
  pass(inside)
}, 180_000)

test('a server loads both by their folders', async () => {
  const site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('kettle') })
  const weir = await startProcess({
    folder: home,
    settings: { WEIR_PLUGINS: '*,./tea-times', WEIR_ENGINES: 'lightweight,./kettle_2' },
  })
  const { href: url } = site.url
  try {
    expect((await weir.post('/v1/tea-times/pages', { url })).body.data).toMatchObject({ url, status: 200, size: 6 })
    const page = await weir.post('/v1/scrape', { url, engine: 'kettle_2', formats: ['text'] })
    expect(page.body.data.text.trim()).toBe('kettle')
  } finally {
    expect(await weir.stop()).toBe(0)
    site.stop(true)
  }
}, 120_000)

test.each([
  [['plugin', 'My tea'], '"My tea" is not a name: use at most 40 lower-case letters, digits, _ and -'],
  [['plugin', '../tea'], '"../tea" is not a name'],
  [['engine', '2tea'], 'such as my-engine'],
  [['engine', `t${'e'.repeat(40)}a`], 'at most 40'],
  [['plugin', 'scrape'], 'scrape is a built-in plugin; choose another name, such as my-scrape'],
  [['plugin', 'any'], 'The name any is reserved; choose another, such as my-any'],
  [['engine', 'browser_a'], 'browser_a is a built-in engine'],
  [['engine', 'chromium'], 'chromium is a built-in engine'],
  [['plugin'], 'Usage: weir new plugin NAME | new engine NAME'],
  [['widget', 'tea'], 'Usage: weir new'],
  [['plugin', 'tea', 'milk'], 'Usage: weir new'],
  [['plugin', 'tea', '--milk'], '--milk'],
])('%p is refused', async (args, says) => {
  const { failure, said } = await captureCommand(undefined as never, newExtension, args)
  expect([failure?.code, failure?.message, said]).toEqual([2, expect.stringContaining(says), ''])
  if (args[1]) expect(existsSync(args[1])).toBe(false)
})
