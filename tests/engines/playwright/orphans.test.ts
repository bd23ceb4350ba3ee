import { afterAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { createWorkspace } from '../../../engines/playwright/process/workspace.ts'
import { installed } from '../installed.ts'
import { until } from './open-engine.ts'
import { commandOf, descendants } from './processes.ts'

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<p>PLAINMARK</p>', { headers: { 'content-type': 'text/html' } }),
})
afterAll(() => site.stop(true))

const folders = (pid: number) => readdirSync(tmpdir()).filter((name) => name.startsWith(`weir-browser-${pid}-`))

const here = await Promise.all(
  [chromium, firefox].map(async (definition) => ({ definition, runs: await installed(definition) })),
)

describe('a server that is killed', () => {
  for (const { definition, runs } of here)
    test.skipIf(!runs)(
      `takes its ${definition.name} with it, and the next server deletes its files`,
      async () => {
        const server = Bun.spawn([process.execPath, `${import.meta.dir}/serving.ts`, definition.name, site.url.href], {
          stdout: 'pipe',
          stderr: 'inherit',
        })
        const { value } = await server.stdout.getReader().read()
        expect(new TextDecoder().decode(value)).toContain('READY')
        const browser = (await descendants(server.pid)).map(({ pid }) => pid)
        expect(browser.length).toBeGreaterThan(2)
        expect(folders(server.pid)).toHaveLength(1)

        server.kill('SIGKILL')
        await server.exited
        await until(() => browser.every((pid) => commandOf(pid) === ''))
        await createWorkspace().remove()
        expect(folders(server.pid)).toEqual([])
      },
      60_000,
    )
})
