import { afterAll, expect, test } from 'bun:test'
import { createEgress, type PageRequest } from 'weirjs'
import definition from '../../../engines/chromium/index.ts'
import type { Tab } from '../../../engines/playwright/page/tab.ts'
import { visit } from '../../../engines/playwright/page/visit.ts'
import { browserOf } from '../../browsers.ts'
import { installed } from '../installed.ts'
import { rejection } from './open-engine.ts'

const runs = await installed(definition)
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('BYTES', { headers: { 'content-type': 'application/octet-stream' } }),
})
afterAll(() => site.stop(true))

// Firefox may report a file before the library follows the navigation, which then never ends, or may never report it.
test.skipIf(!runs).each([true, false])(
  'a file is recognized although the navigation to it never ends, whether the browser reports it: %p',
  async (isTold) => {
    const egress = createEgress({ allow: `127.0.0.1:${site.port}` })
    const context = await (await browserOf('chromium')).newContext()
    try {
      const page = await context.newPage()
      const goTo = page.goto.bind(page)
      const { on } = page
      page.on = ((event: string, ...rest: unknown[]) =>
        event === 'download' && !isTold ? page : Reflect.apply(on, page, [event, ...rest])) as typeof page.on
      page.goto = (...args) => {
        goTo(...args).catch(() => {})
        return new Promise(() => {})
      }
      const tab = { page, context, pageProxy: undefined, prepare: async () => {} } as unknown as Tab
      const request: PageRequest = { url: site.url, timeout: 30_000, maxBytes: 1000 }
      const options = { engine: 'test', kit: { fetch: egress.fetch }, signal: AbortSignal.timeout(30_000) }
      expect(new TextDecoder().decode((await visit(tab, request, options)).body as Uint8Array)).toBe('BYTES')
      const actions = [{ type: 'wait' as const, milliseconds: 1 }]
      expect(await rejection(visit(tab, { ...request, actions }, options))).toMatchObject({ code: 'invalid_actions' })
    } finally {
      await context.close()
      await egress.close()
    }
  },
  120_000,
)
