import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../engines/chromium/find-chromium.ts'
import stealth from '../../../engines/stealth/index.ts'
import { table } from '../../bench/figures.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine } from '../playwright/open-engine.ts'
import { readSelfTest, type SelfTest, startSelfTest } from './self-test/site.ts'

/**
 * Signs of a machine without a display and a graphics card. To hide them, values would have to be made up, and
 * made-up values contradict others.
 */
const ofThisMachine = ['WebGL by software', 'no WebGL', 'a line without delay', 'a page as large as its window']

describe.skipIf(!(await installed(stealth)))('a page that looks for automation', () => {
  let site: Awaited<ReturnType<typeof startSelfTest>>
  const found: Record<string, SelfTest> = {}
  let open: OpenEngine
  beforeAll(async () => {
    site = await startSelfTest()
    open = await openEngine(stealth, { allow: `127.0.0.1:${site.port}`, config: { sandbox: 'on' } })
  })
  afterAll(async () => {
    await open.close()
    site.stop()
    const names = Object.keys(found)
    const marks = [...new Set(names.flatMap((name) => Object.keys(found[name]!.marks)))]
    const cell = (name: string, mark: string) => (found[name]!.marks[mark] ?? '-').slice(0, 40)
    console.log(
      table(
        ['gives away', ...names],
        [
          ...marks.map((mark) => [mark, ...names.map((name) => cell(name, mark))]),
          ['in all', ...names.map((name) => `${Object.keys(found[name]!.marks).length} of ${found[name]!.tried}`)],
        ],
      ),
    )
  })

  for (const headlessShell of ['preferred', 'never'] as const) {
    const program = findChromium(undefined, { headlessShell })
    const name = headlessShell === 'preferred' ? 'headless shell' : 'plain headless'
    test.skipIf(!program || (headlessShell === 'preferred' && !program.isHeadlessShell))(
      `finds it in the ${name}`,
      async () => {
        const browser = await chromium.launch({ executablePath: program!.program, args: ['--no-sandbox'] })
        const page = await browser.newPage()
        await page.goto(site.url)
        await page.waitForSelector('#marks:not(:empty)')
        found[name] = readSelfTest(await page.content())
        await browser.close()
        expect(Object.keys(found[name].marks)).toEqual(
          expect.arrayContaining([
            'navigator.webdriver',
            'headless in the user agent',
            'webdriver in a frame',
            'BotD says bot',
          ]),
        )
      },
      60_000,
    )
  }

  test.each(['advanced', 'maximum'] as const)(
    'finds none in stealth, %s',
    async (level) => {
      const { text } = await open.get(site.url, { stealth: level, waitForSelector: '#marks:not(:empty)' })
      found[level] = readSelfTest(text)
      expect(Object.keys(found[level].marks).filter((mark) => !ofThisMachine.includes(mark))).toEqual([])
    },
    120_000,
  )
})
