import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browsers } from '../../../../core/cli/commands/browsers.ts'
import { weirCommand } from '../../../run-weir.ts'
import { captureCommand } from '../capture-command.ts'

/** Calls the command on a machine with nothing on the path except the runtime. */
const call = (...args: string[]) => callWith({}, ...args)

/** The same with other settings. */
async function callWith(env: Record<string, string>, ...args: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'weir-browsers-test-'))
  symlinkSync(process.execPath, join(home, 'bun'))
  const child = Bun.spawn([...weirCommand, 'browsers', ...args], {
    env: { PATH: home, HOME: home, XDG_CACHE_HOME: home, WEIR_DATA_DIR: join(home, 'data'), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  rmSync(home, { recursive: true, force: true })
  return { out, error, code }
}

describe('weir browsers', () => {
  test('says of each engine that needs a browser whether it has one, and what to do', async () => {
    const { out, code } = await call()
    expect(code).toBe(0)
    expect(out.split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^(ok {2}|FAIL) {2}browser_a /),
      expect.stringMatching(/^(ok {2}|FAIL) {2}stealth /),
      expect.stringMatching(/^(ok {2}|FAIL) {2}browser_b /),
    ])
    for (const line of out.split('\n').filter((one) => one.startsWith('FAIL')))
      expect(line).toContain('weir browsers install')
  }, 120_000)

  test('says the same as JSON', async () => {
    const { out, code } = await call('list', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).map(({ name }: { name: string }) => name)).toEqual(['browser_a', 'stealth', 'browser_b'])
  }, 120_000)

  test('prints its usage if it is called wrongly', async () => {
    const calls = [['remove'], ['install', 'netscape'], ['list', 'all'], ['install', '--from', 'floppy'], ['--color']]
    for (const args of [...calls, ['install', '--json'], ['list', '--from', 'npm']]) {
      const { failure } = await captureCommand(undefined as never, browsers, args)
      expect([failure?.name, failure?.code]).toEqual(['CommandError', 2])
      if (!args.includes('--color')) expect(failure?.message).toContain('Usage: weir browsers [list [--json] | install')
    }
  }, 120_000)

  test('says why a source does not work, and exits cleanly', async () => {
    const { error, out, code } = await call('install', 'firefox', '--from', 'system')
    expect(out).toContain('browser_b')
    // If Firefox is found by its full path, nothing needs to be done.
    if (out.includes('firefox is already installed')) return expect(code).toBe(0)
    expect(error).toContain("firefox: not by the system's packages (apt-get), as this system has no apt-get")
    expect(error).toEndWith('weir: browser_b: not ready\n')
    expect(code).toBe(1)
  }, 120_000)

  test('does not install what is there already', async () => {
    const path = { PATH: process.env.PATH ?? '' }
    const { out } = await callWith(path, 'list', '--json')
    const engines: { name: string; state: { ready: boolean } }[] = JSON.parse(out)
    const missing = engines.filter(({ state }) => !state.ready).map(({ name }) => name)
    const kinds = [
      ...(missing.includes('browser_b') ? [] : ['firefox']),
      ...(missing.includes('browser_a') || missing.includes('stealth') ? [] : ['chromium']),
    ]
    if (kinds.length === 0) return console.log('No browser is here: that none is installed twice is not tested.')
    const { out: said, code } = await callWith(path, 'install', ...kinds)
    expect(said.split('\n').slice(0, kinds.length)).toEqual(kinds.map((kind) => `${kind} is already installed`))
    expect(code).toBe(0)
  }, 120_000)
})
