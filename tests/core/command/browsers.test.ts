import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cli = join(import.meta.dir, '../../../core/cli.ts')

/** Calls the command on a machine where nothing is on the path but what runs it. */
async function call(...args: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'weir-browsers-test-'))
  symlinkSync(process.execPath, join(home, 'bun'))
  const child = Bun.spawn([process.execPath, cli, 'browsers', ...args], {
    env: { PATH: home, HOME: home, XDG_CACHE_HOME: home, WEIR_DATA_DIR: join(home, 'data') },
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
  }, 20_000)

  test('explains itself to who calls it otherwise', async () => {
    for (const args of [['remove'], ['install', 'netscape'], ['list', 'all'], ['install', '--from', 'floppy']]) {
      const { error, code } = await call(...args)
      expect(code).toBe(2)
      expect(error).toContain('browsers [list | install [chromium | firefox] [--from download | system | npm]]')
    }
  }, 20_000)

  test('tells why a source will not do, and ends in peace', async () => {
    const { error, out, code } = await call('install', 'firefox', '--from', 'system')
    expect(code).toBe(0)
    expect(out).toContain('browser_b')
    // Where Firefox is found by its full path there is nothing to do.
    if (!out.includes('firefox is here already'))
      expect(error).toContain("firefox: not by the system's packages (apt-get), as this system has no apt-get")
  }, 20_000)
})
