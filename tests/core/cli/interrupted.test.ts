import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weirCommand } from '../../run-weir.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-interrupted-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a command that %s ends leaves nothing of its private store', async (signal, code) => {
  const asked = Promise.withResolvers<void>()
  await using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      asked.resolve()
      return new Promise<Response>(() => {})
    },
  })
  const temporary = join(home, signal)
  mkdirSync(temporary)
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = Bun.spawn([...weirCommand, 'scrape', site.url.href], {
    cwd: home,
    env: {
      ...Object.fromEntries(outer),
      TMPDIR: temporary,
      WEIR_DATA_DIR: join(home, 'data'),
      WEIR_ENGINES: 'lightweight',
      WEIR_EGRESS_ALLOW: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await asked.promise
  expect(readdirSync(temporary)).toHaveLength(1)
  child.kill(signal)
  expect(await child.exited).toBe(code)
  expect(readdirSync(temporary)).toEqual([])
  await site.stop(true)
})
