import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { EngineDefinition, PageRequest } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import { followTree, usageOf } from '../../../engines/playwright/process/process-tree.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, until } from './open-engine.ts'
import { commandOf } from './processes.ts'

/** From its second visit on, the page has what the request waits for. */
const visits = new Map<string, number>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    const visit = (visits.get(pathname) ?? 0) + 1
    visits.set(pathname, visit)
    const body = visit > 1 ? '<p id=late>LATEMARK</p>' : '<script>kept = new Uint8Array(200e6).fill(7)</script>'
    return new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })
  },
})
afterAll(() => site.stop(true))

const allWaits: [what: string, options: Partial<PageRequest>][] = [
  ['an element', { waitForSelector: '#late' }],
  ['something to click on', { actions: [{ type: 'click', selector: '#late' }] }],
  ['a script', { executeJS: 'new Promise((done) => { if (document.getElementById("late")) done(1) })' }],
]
/**
 * Firefox does not report that a page has lost its process: there the deadline ends the page. Both Chromium engines
 * wait by the same code.
 */
const kinds: [name: string, definition: EngineDefinition, more: Partial<PageRequest>, waits: typeof allWaits][] = [
  ['browser_a', chromium, {}, allWaits],
  ['stealth', stealth, { stealth: 'advanced' }, allWaits.slice(0, 1)],
]

for (const [name, definition, more, waits] of kinds)
  describe.skipIf(!(await installed(definition)))(`engine ${name}`, () => {
    let open: OpenEngine
    const tree = followTree(process.pid)
    /** The processes of pages that are larger than that of a page without scripts. */
    const large = async () => {
      const found: number[] = []
      for (const { pid } of await tree())
        if (/--type=renderer/.test(commandOf(pid)) && (await usageOf(pid)).bytes > 200e6) found.push(pid)
      return found
    }
    beforeAll(async () => {
      open = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
    })
    afterAll(() => open.close(), 120_000)

    test.each(waits)(
      'a page whose process ends while it waits for %s is fetched by another',
      async (_, options) => {
        const url = new URL(`/${name}/${Object.keys(options)[0]}`, site.url)
        const getting = open.get(url, { ...more, ...options })
        await until(async () => (await large()).length > 0)
        await Bun.sleep(500)
        for (const pid of await large()) process.kill(pid, 'SIGKILL')
        const { text, trace } = await getting
        expect(text).toContain('LATEMARK')
        expect(trace?.map(({ reason }) => reason)).toEqual(['crashed'])
      },
      60_000,
    )
  })
