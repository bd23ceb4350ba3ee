import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doctor } from '../../../core/cli/commands/doctor.ts'
import { jobs } from '../../../core/cli/commands/jobs.ts'
import { keys } from '../../../core/cli/commands/keys.ts'
import { scrape } from '../../../core/cli/commands/scrape.ts'
import { serve } from '../../../core/cli/commands/serve.ts'
import { users } from '../../../core/cli/commands/users.ts'
import type { Command } from '../../../core/cli/context.ts'
import { commandNames } from '../../../core/host/commands.ts'
import { runWeir, weirCommand } from '../../run-weir.ts'
import { captureCommand } from './capture-command.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-cli-'))
let site: ReturnType<typeof Bun.serve>
beforeAll(() => {
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const status = Number(new URL(request.url).pathname.slice(1))
      const body = `<html><body><main><h1>Page ${status}</h1><p>Text of the page.</p></main></body></html>`
      return new Response(body, { status, headers: { 'content-type': 'text/html' } })
    },
  })
})
afterAll(() => {
  site.stop(true)
  rmSync(home, { recursive: true, force: true })
})

let made = 0
/** Calls the command on a data folder that does not exist yet, unless one is given. */
async function call(args: string[], settings: Record<string, string> = {}) {
  const dataDir = settings.WEIR_DATA_DIR ?? join(home, `${++made}`)
  return { ...(await runWeir(args, { cwd: home, settings: { WEIR_DATA_DIR: dataDir, ...settings } })), dataDir }
}

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written is a failure',
  async () => {
    const child = Bun.spawn(['bash', '-c', '"$@" > /dev/full', 'bash', ...weirCommand, 'version'], { stderr: 'pipe' })
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
      expect.stringMatching(/^weir: the output could not be written: ENOSPC.*\n$/),
      1,
    ])
  },
  120_000,
)

test('a reader that has read enough is no failure', async () => {
  const child = Bun.spawn(['bash', '-c', '"$@" | head -n 1', 'bash', ...weirCommand, 'help'], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect(await new Response(child.stderr).text()).toBe('')
}, 120_000)

describe('--help', () => {
  test('is the same as `help` with the name of a command', async () => {
    const { out, code } = await call(['help', 'doctor'])
    expect([code, out]).toEqual([0, (await call(['doctor', '--help'])).out])
  })

  for (const name of ['serve', 'scrape', 'users'])
    test(`of ${name} prints its usage, and does nothing else`, async () => {
      const { out, error, code, dataDir } = await call([name, '--help'])
      expect([code, error]).toEqual([0, ''])
      expect(out).toStartWith(`Usage: weir ${name}`)
      expect(existsSync(dataDir)).toBe(false)
    }, 120_000)

  test('alone names every command', async () => {
    const { out } = await call(['--help'])
    const named = Array.from(out.matchAll(/^ {2}weir (\w+)/gm), ([, name]) => name)
    expect(named).toEqual(expect.arrayContaining(commandNames.filter((name) => !['help', 'version'].includes(name))))
  }, 120_000)

  test('works even if the settings are invalid', async () => {
    expect((await call(['users', 'add', '-h'], { WEIR_PORT: 'seventy' })).code).toBe(0)
  }, 120_000)
})

describe('the exit code', () => {
  for (const args of [['frobnicate'], ['scrape'], ['serve', 'more'], ['users', 'frobnicate']])
    test(`is 2 for weir ${args.join(' ')}`, async () => {
      const { out, error, code } = await call(args)
      expect([code, out]).toEqual([2, ''])
      expect(error).toStartWith('weir: ')
      expect(error).not.toContain('    at ')
    }, 120_000)

  const wrong: [Command, ...string[]][] = [
    [scrape, '--frobnicate', 'http://127.0.0.1:9/'],
    [scrape, '--format', 'screenshot', 'http://127.0.0.1:9/'],
    [serve, '--frobnicate'],
    [doctor, '--frobnicate'],
    [users, 'add', 'ada@example.com', '--json'],
    [users, 'list', '--credits', '5'],
    [keys, 'list', 'ada@example.com', '--name', 'x'],
    [jobs, 'show', 'job_x', '--status', 'active'],
  ]
  test.each(wrong)('is 2 for arguments that a command does not take: %#', async (command, ...args) => {
    const { failure, said } = await captureCommand(undefined as never, command, args)
    expect([failure?.name, failure?.code, said]).toEqual(['CommandError', 2, ''])
  })

  test('comes with the name of an unknown option, and where the known ones are listed', async () => {
    const { error } = await call(['serve', '--prot'])
    expect(error).toBe("weir: Unknown option '--prot'; --help lists the options of the command\n")
  }, 120_000)

  test('is 1 for a page that answers 404, which is printed all the same', async () => {
    const url = `${site.url.origin}/404`
    const { out, error, code } = await call(['scrape', url], { WEIR_EGRESS_ALLOW: '127.0.0.1' })
    expect([code, error]).toEqual([1, `weir: ${url}: the server answered 404\n`])
    expect(out).toContain('# Page 404')
  }, 120_000)

  test('is that of the work if a plugin leaves a failure behind, which is reported', async () => {
    const WEIR_PLUGINS = `account,jobs,scrape,${join(import.meta.dir, '../../e2e/fixtures/stray-at-start.ts')}`
    const settings = { WEIR_EGRESS_ALLOW: '127.0.0.1', WEIR_PLUGINS }
    const { out, error, code } = await call(['scrape', `${site.url.origin}/200`], settings)
    expect([code, out]).toEqual([0, expect.stringContaining('# Page 200')])
    expect(error).toMatch(/^weir: A failure was not handled: Error: nobody waits for this at \S+\n$/)
  }, 120_000)
})

test('the command that creates the store shows the administrator, besides its own output', async () => {
  const first = await call(['users', 'add', 'ada@example.com', '--plan', 'pro'])
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Added ada@example\.com .*\npassword: \w+\n$/)])
  expect(first.error).toMatch(/Password \w{20}\n {2}API key {2}wr_\w{5}_\w{40}\n/)
  const again = await call(['users', 'list', '--json'], { WEIR_DATA_DIR: first.dataDir })
  expect([again.code, again.error]).toEqual([0, ''])
  expect(
    JSON.parse(again.out)
      .map(({ email }: { email: string }) => email)
      .sort(),
  ).toEqual(['ada@example.com', 'admin@weir.localhost'])
}, 120_000)
