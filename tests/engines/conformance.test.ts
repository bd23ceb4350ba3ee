import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Next to these tests, so that `weirjs` can be imported.
const folder = mkdtempSync(join(import.meta.dir, 'faulty-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs tests of the suite on a faulty engine, and returns their output. */
function run(name: string, fetch: string, tests: string) {
  const file = join(folder, `${name}.test.ts`)
  writeFileSync(
    file,
    `import { describe } from 'bun:test'
import { defineEngine } from 'weirjs'
import { engineConformance } from 'weirjs/testing'

/** Pages wait for each other, so that one that hangs holds up the rest. */
const open = ({ fetch }: { fetch: Function }) => {
  let last: Promise<unknown> = Promise.resolve()
  return { fetch: (request: any, context: any) => (last = last.catch(() => {}).then(() => page(request, context, fetch))) }
}
${fetch}
describe('faulty', () => engineConformance(defineEngine({ name: 'faulty', api: 1, supports: {}, open } as never)))
`,
  )
  const { stderr } = Bun.spawnSync([process.execPath, 'test', file, '-t', tests], { cwd: folder })
  return String(stderr)
}
const outcomes = (said: string) =>
  [...said.matchAll(/^\((pass|fail)\) .* > (.*?) \[/gm)].map(([, outcome, name]) => `${outcome}: ${name}`)

test('an engine that hangs fails only the test in which it hangs', () => {
  const said = run(
    'hanging',
    `const page = async ({ url }: any, { signal }: any, fetch: Function) => {
  // It ends with its caller, and has no time limit of its own.
  const copy = await fetch(url, { signal })
  return { url: copy.url, status: copy.status, headers: copy.headers, body: await copy.bytes() }
}`,
    'ends',
  )
  expect([...new Set(outcomes(said))]).toEqual([
    'fail: ends in time',
    'pass: ends when the caller goes, and so does the request',
  ])
  expect(said).toContain('it did not end within 4 s')
}, 120_000)

test('an engine that does not send the password gets a comparison that shows it', () => {
  const said = run(
    'careless',
    `const page = async ({ url }: any, { signal }: any, fetch: Function) => {
  const copy = await fetch(url, { signal })
  return { url: copy.url, status: copy.status, headers: copy.headers, body: await copy.bytes() }
}`,
    'a user name and a password',
  )
  expect([...new Set(outcomes(said))]).toEqual([
    'fail: is sent: headers, user agent, languages, a user name and a password',
  ])
  expect(said).toContain('zoë:pass:word')
  expect(said).not.toContain('TypeError')
}, 120_000)
