import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineDefinition } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, rejection, until } from './open-engine.ts'
import { commandOf, descendants } from './processes.ts'

const PATIENCE = 60_000

const page = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })
let slow = Promise.withResolvers<void>()
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 60,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/slow') {
      started.resolve()
      await slow.promise
      return page('<p>SLOWMARK</p>')
    }
    if (pathname === '/loop') return page('<p>LOOP</p><script>onload = () => { for (;;); }</script>')
    if (pathname === '/popups')
      return page(`<p id="out"></p><script>
        const windows = Array.from({ length: 12 }, (_, i) => open('/plain?' + i))
        setTimeout(() => { out.textContent = 'OPEN ' + windows.filter((one) => one && !one.closed).length }, 2500)
      </script>`)
    return page('<p>PLAINMARK</p>')
  },
})
let started = Promise.withResolvers<void>()
const at = (path: string) => new URL(path, site.url)
const folders = () => readdirSync(tmpdir()).filter((file) => file.startsWith(`weir-browser-${process.pid}-`))
afterAll(() => site.stop(true))

const kinds: [name: string, definition: EngineDefinition, process: RegExp][] = [
  ['browser_a', chromium, /chromium|headless_shell|chrome/],
  ['browser_b', firefox, /firefox/],
]

for (const [name, definition, program] of kinds)
  describe.skipIf(!(await installed(definition)))(`engine ${name}`, () => {
    let open: OpenEngine
    /** Browsers of earlier tests, which may still be ending. */
    let others = new Set<number>()
    let otherFolders: string[] = []
    const mine = () => folders().filter((folder) => !otherFolders.includes(folder))
    const left = async () =>
      (await descendants(process.pid)).filter(({ pid }) => !others.has(pid) && program.test(commandOf(pid)))
    /** The main process of the browser: neither its child processes nor a script that started it. */
    const main = async () =>
      (await left()).find(({ pid }) => !/^\/bin\/sh| -contentproc| --type=/.test(commandOf(pid)))!.pid

    beforeAll(async () => {
      others = new Set((await descendants(process.pid)).map(({ pid }) => pid))
      otherFolders = folders()
      open = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
      await open.get(at('/plain'))
    }, PATIENCE)
    afterEach(() => {
      slow.resolve()
      slow = Promise.withResolvers()
      started = Promise.withResolvers()
    })

    test('a browser that has started has its files in its own folder, and none with its process id', async () => {
      const profile = /--(?:user-data-dir=|profile )(\S+)/.exec(commandOf(await main()))?.[1]
      expect(mine().map((folder) => profile?.startsWith(`${join(tmpdir(), folder)}/`))).toEqual([true])
      const notes = mine().flatMap((folder) => readdirSync(join(tmpdir(), folder)).filter((name) => /^pid-/.test(name)))
      expect(notes).toEqual([])
    })

    test(
      'a page whose browser dies is fetched by a new one, even if the files of the browser were deleted',
      async () => {
        const getting = open.get(at('/slow'))
        await started.promise
        for (const file of mine()) rmSync(join(tmpdir(), file), { recursive: true, force: true })
        process.kill(await main(), 'SIGKILL')
        slow.resolve()
        const { text, trace } = await getting
        expect(text).toContain('SLOWMARK')
        expect(trace?.map(({ reason }) => reason)).toEqual(['crashed'])
      },
      PATIENCE,
    )

    test(
      'a page that never ends is cut off at its deadline, without an effect on others',
      async () => {
        const looping = rejection(open.get(at('/loop'), { timeout: 2000 }))
        for (let i = 0; i < 3; i++) expect((await open.get(at('/plain'))).text).toContain('PLAINMARK')
        expect(await looping).toMatchObject({ name: 'TimeoutError' })
        expect((await open.get(at('/plain'))).text).toContain('PLAINMARK')
      },
      PATIENCE,
    )

    // All engines detect and end such a browser by the same code.
    test.skipIf(definition !== chromium)(
      'a browser that no longer answers is ended, and the next page has another',
      async () => {
        const before = await main()
        process.kill(before, 'SIGSTOP')
        expect(await rejection(open.get(at('/plain'), { timeout: 1500 }))).toMatchObject({ name: 'TimeoutError' })
        expect((await open.get(at('/plain'))).text).toContain('PLAINMARK')
        await until(async () => !(await left()).some(({ pid }) => pid === before), 20_000)
      },
      PATIENCE,
    )

    test(
      'a page may open two windows and no more',
      async () => {
        const { text } = await open.get(at('/popups'), { waitForSelector: '#out:not(:empty)' })
        expect(Number(/OPEN (\d+)/.exec(text)?.[1])).toBeLessThanOrEqual(2)
      },
      PATIENCE,
    )

    test(
      'leaves no process and no file behind',
      async () => {
        await open.close()
        await until(async () => (await left()).length === 0)
        // On a busy machine a killed browser may hold its folder for a moment longer.
        await until(() => mine().length === 0)
      },
      PATIENCE,
    )
  })
