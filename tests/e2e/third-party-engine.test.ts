import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '../../engines/chromium/index.ts'
import { installed } from '../engines/installed.ts'
import { root, startProcess } from './start-process.ts'

const guide = readFileSync(join(root, 'docs/browser-engines.md'), 'utf8')
const [engine = '', suite = ''] = [
  ...guide.matchAll(/<!-- tests run this file as it stands here -->\n```ts\n(.*?)```/gs),
].map(([, source]) => source)

const runs = await installed(chromium)

describe("a stranger's engine on the shared Chromium code, outside of the checkout", () => {
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

  test('has about thirty lines, and types that fit', () => {
    expect(engine.trimEnd().split('\n').length).toBeLessThanOrEqual(32)
    const types = ['--types', 'bun', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck', '--strict']
    const modules = ['--target', 'esnext', '--module', 'preserve', '--allowImportingTsExtensions', '--noEmit']
    const { exitCode, stdout } = Bun.spawnSync(
      [join(root, 'node_modules/.bin/tsc'), ...modules, ...types, 'tablet.ts', 'tablet.test.ts'],
      { cwd: folder },
    )
    expect([exitCode, String(stdout)]).toEqual([0, ''])
  }, 60_000)

  test.skipIf(!runs)(
    'passes the conformance suite',
    () => {
      const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'test', './tablet.test.ts'], { cwd: folder })
      expect([exitCode, String(stderr)]).toEqual([0, expect.stringMatching(/[1-9]\d* pass\n 0 fail/)])
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
