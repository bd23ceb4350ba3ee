import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '../../../engines/chromium/index.ts'
import { installed } from '../../engines/installed.ts'
import { guideFiles } from '../../guide-files.ts'
import { root, startProcess } from '../start-process.ts'

const guide = guideFiles('engines/README.md')
const [engine = '', suite = ''] = [guide.get('tablet.ts'), guide.get('tablet.test.ts')]

const runs = await installed(chromium)

describe("a third party's engine on the shared Chromium code, outside the checkout", () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-third-party-engine-'))
  let site: ReturnType<typeof Bun.serve>
  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/weirjs'))
    writeFileSync(join(folder, 'tablet.ts'), engine)
    writeFileSync(join(folder, 'tablet.test.ts'), suite)
    site = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response(
          `<main><p id="seen"></p></main><script>
            seen.textContent = 'Seen on ' + innerWidth + ' pixels with ' + navigator.maxTouchPoints + ' fingers'
          </script>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    })
  })
  afterAll(() => {
    site.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  test('has about thirty lines', () => {
    expect(engine.trimEnd().split('\n').length).toBeLessThanOrEqual(32)
  })

  test.skipIf(!runs)(
    'passes the conformance suite for its own features',
    () => {
      const own = ['-t', 'its definition|comes with its address|a script|a mobile device']
      const command = [process.execPath, 'test', './tablet.test.ts', ...own]
      const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder })
      expect([exitCode, String(stderr)]).toEqual([0, expect.stringMatching(/1\d pass\n \d+ filtered out\n 0 fail/)])
    },
    180_000,
  )

  test.skipIf(!runs)(
    'serves a request that names it, as a tablet',
    async () => {
      const weir = await startProcess({
        folder,
        settings: { WEIR_PLUGINS: 'account,jobs,scrape', WEIR_ENGINES: 'lightweight,./tablet.ts' },
      })
      try {
        const { body } = await weir.post('/v1/scrape', { url: site.url.href, engine: 'tablet', formats: ['markdown'] })
        expect(body.data.markdown.trim()).toMatch(/^Seen on 820 pixels with [1-9]\d* fingers$/)
      } finally {
        expect(await weir.stop()).toBe(0)
      }
    },
    60_000,
  )
})
