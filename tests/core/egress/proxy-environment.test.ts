import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type RawServer, response, startRawServer } from '../fetch/servers.ts'

let trap: RawServer
let site: RawServer
beforeAll(async () => {
  trap = await startRawServer((socket) => socket.end(response(200, {}, 'the trap')))
  site = await startRawServer((socket) => socket.end(response(200, {}, 'the site')))
})
afterAll(() => {
  trap.stop()
  site.stop()
})

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'Http_Proxy']

/** Runs a program in an environment that would lead all requests into the trap. */
async function run(program: string): Promise<string> {
  const child = Bun.spawn([process.execPath, '-e', program], {
    cwd: join(import.meta.dir, '../../..'),
    env: {
      ...process.env,
      ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${trap.port}`])),
      NO_PROXY: '',
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).text()).trim()
}
const imports = `
  import { createEgressRules } from './core/egress-rules/egress-rules.ts'
  import { createGuardedFetch } from './core/fetch/guarded-fetch.ts'
  import { scrubProxyEnvironment } from './core/egress/proxy-environment.ts'
  const guarded = createGuardedFetch({ rules: createEgressRules({ allow: '127.0.0.0/8' }) })`

test('a proxy in the environment is not used by a guarded fetch, scrubbed or not', async () => {
  const url = `http://127.0.0.1:${site.port}/`
  const program = `${imports}
    const bare = async () => (await fetch('${url}')).text()
    const safe = async () => (await guarded('${url}')).text()
    const before = [await bare(), await safe()]
    const scrubbed = scrubProxyEnvironment()
    console.log(JSON.stringify({ before, scrubbed, after: [await bare(), await safe()], left: Object.keys(process.env).filter((name) => /^(https?|all|no)_proxy$/i.test(name)) }))`
  const { before, scrubbed, after, left } = JSON.parse(await run(program))
  // The bare fetch shows that the environment had an effect.
  expect(before).toEqual(['the trap', 'the site'])
  expect(after).toEqual(['the site', 'the site'])
  expect(names.filter((name) => !scrubbed.includes(name))).toEqual([])
  expect(left).toEqual([])
})

test('NO_PROXY does not switch off a proxy that was asked for', async () => {
  trap.requests.length = 0
  const program = `${imports}
    process.env.NO_PROXY = process.env.no_proxy = '*'
    await guarded('http://127.0.0.1:${site.port}/', { proxy: { url: new URL('http://127.0.0.1:${trap.port}') } }).catch(() => {})`
  await run(program)
  expect(trap.requests[0]).toStartWith(`CONNECT 127.0.0.1:${site.port} HTTP/1.1`)
})
