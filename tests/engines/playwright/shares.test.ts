import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../installed.ts'
import { account, type OpenEngine, openEngine, until } from './open-engine.ts'

let asked: string[] = []
let slow = Promise.withResolvers<void>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (pathname.startsWith('/slow')) await slow.promise
    return new Response(`<!doctype html><title>Page</title>${pathname}`, { headers: { 'content-type': 'text/html' } })
  },
})
afterAll(() => site.stop(true))

describe.skipIf(!(await installed(chromium)))('the pages of a browser', () => {
  let open: OpenEngine
  const get = (path: string, who: string, priority: 'low' | 'high' = 'low') =>
    open.get(new URL(path, site.url), {}, { account: account(who), priority })
  beforeAll(async () => {
    open = await openEngine(chromium, { allow: `127.0.0.1:${site.port}`, config: { pages: 1 } })
    await get('/warm', 'a')
  }, 120_000)
  afterAll(() => open.close(), 120_000)

  test('leave one for an account that has none, and are given to an account in the order of its priorities', async () => {
    asked = []
    const slowly = get('/slow', 'a')
    await until(() => asked.includes('/slow'))
    const later = [get('/low', 'a'), get('/high', 'a', 'high')]
    expect((await get('/other', 'b')).text).toContain('/other')
    expect(asked).toEqual(['/slow', '/other'])
    slow.resolve()
    await Promise.all([slowly, ...later])
    slow = Promise.withResolvers()
    expect(asked).toEqual(['/slow', '/other', '/high', '/low'])
  }, 120_000)
})
