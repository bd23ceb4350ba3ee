import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forwardWithKey } from './forward.ts'
import { type Opened, openMcp } from './open.ts'

/**
 * What the public suite checks on any server with tools. The other scenarios call tools, prompts and resources of the
 * suite's example server by name.
 */
const applicable = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'caching',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
  ],
}
/** Weir has no prompts. */
const PROMPTS = 'prompts/list returned JSON-RPC error -32601: Method not found'

const program = Bun.resolveSync('@modelcontextprotocol/conformance/dist/index.js', import.meta.dir)
const folder = mkdtempSync(join(tmpdir(), 'weir-conformance-'))
let opened: Opened
let forward: ReturnType<typeof forwardWithKey>
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,mcp' })
  forward = forwardWithKey(`${opened.origin}/mcp`, (await opened.user('pro')).key)
})
afterAll(async () => {
  forward.close()
  await opened.close()
  rmSync(folder, { recursive: true })
})

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Runs the suite, and returns the checks of each scenario, without those that need a tool of the example server. */
async function run(revision: string): Promise<Map<string, Check[]>> {
  const out = join(folder, revision)
  const args = ['server', '--url', forward.url, '--suite', 'all', '--spec-version', revision, '-o', out]
  await Bun.spawn([process.execPath, program, ...args], { stdout: 'ignore', stderr: 'ignore' }).exited
  return new Map(
    readdirSync(out).map((made) => {
      const [, scenario = ''] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(made) ?? []
      const checks: Check[] = JSON.parse(readFileSync(join(out, made, 'checks.json'), 'utf8'))
      const mine = checks.filter(
        ({ errorMessage = '' }) => !/^Not testable/.test(errorMessage) && errorMessage !== PROMPTS,
      )
      return [scenario, mine]
    }),
  )
}

for (const [revision, scenarios] of Object.entries(applicable))
  test(`the public suite finds no failure for the revision ${revision}`, async () => {
    const all = await run(revision)
    for (const scenario of scenarios) {
      const checks = all.get(scenario) ?? []
      expect([scenario, checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')]).toEqual([
        scenario,
        [],
      ])
      expect([scenario, checks.some(({ status }) => status === 'SUCCESS')]).toEqual([scenario, true])
    }
    const malformed = [...all].filter(([, checks]) =>
      checks.some(({ id, status }) => id === 'wire-schema-valid' && status !== 'SUCCESS'),
    )
    expect(malformed).toEqual([])
  }, 120_000)
