import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineDefinition } from 'weirjs'
import { findChromium } from '../../../../engines/chromium/find-chromium.ts'
import chromium from '../../../../engines/chromium/index.ts'
import { findFirefox } from '../../../../engines/firefox/find-firefox.ts'
import firefox from '../../../../engines/firefox/index.ts'
import { installed } from '../../installed.ts'
import { openEngine } from '../open-engine.ts'

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('<title>Page</title><p>PLAINMARK', { headers: { 'content-type': 'text/html' } }),
})
const SCORE = '/proc/self/oom_score_adj'
const folder = mkdtempSync(join(tmpdir(), 'start-browser-'))
afterAll(async () => {
  await site.stop(true)
  rmSync(folder, { recursive: true })
})

const kinds: [definition: EngineDefinition, program: string | undefined][] = [
  [chromium, findChromium(undefined, { headlessShell: 'preferred' })?.program],
  [firefox, findFirefox(undefined)],
]

for (const [definition, program] of kinds)
  describe.skipIf(!(await installed(definition)))(`engine ${definition.name}`, () => {
    test('a browser that hangs when it starts is started again, and once more', async () => {
      const path = join(folder, `${definition.name}-headless-shell`)
      const hung = `${path}-hung`
      writeFileSync(
        path,
        `#!/bin/sh
case "$*" in *--version*) exec "${program}" --version ;; esac
[ -e "${hung}" ] && [ "$(wc -l <"${hung}")" -ge 2 ] && exec "${program}" "$@"
echo $$ >>"${hung}"
exec sleep 600
`,
      )
      chmodSync(path, 0o755)
      const open = await openEngine(definition, { allow: `127.0.0.1:${site.port}`, config: { path } })
      try {
        expect((await open.get(site.url, { timeout: 120_000 })).text).toContain('PLAINMARK')
        const pids = (await Bun.file(hung).text()).trim().split('\n').map(Number)
        expect(pids).toHaveLength(2)
        for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      } finally {
        await open.close()
      }
    }, 150_000)

    test('a browser that is slow to start, and works meanwhile, is not started again', async () => {
      const path = join(folder, `${definition.name}-slow-headless-shell`)
      const started = `${path}-started`
      // It counts for longer than one that hangs would be left alone, though others have their turns.
      writeFileSync(
        path,
        `#!/bin/sh
case "$*" in *--version*) exec "${program}" --version ;; esac
echo $$ >>"${started}"
end=$(($(date +%s) + 12))
while [ "$(date +%s)" -lt $end ]; do i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; sleep 0.1; done
exec "${program}" "$@"
`,
      )
      chmodSync(path, 0o755)
      const open = await openEngine(definition, { allow: `127.0.0.1:${site.port}`, config: { path } })
      try {
        expect((await open.get(site.url, { timeout: 120_000 })).text).toContain('PLAINMARK')
        expect((await Bun.file(started).text()).trim().split('\n')).toHaveLength(1)
      } finally {
        await open.close()
      }
    }, 150_000)

    test.skipIf(!existsSync(SCORE))(
      'a browser is what the kernel ends where memory runs out',
      async () => {
        const path = join(folder, `${definition.name}-scored-headless-shell`)
        const score = `${path}-score`
        writeFileSync(path, `#!/bin/sh\ncat ${SCORE} >"${score}"\nexec "${program}" "$@"\n`)
        chmodSync(path, 0o755)
        const open = await openEngine(definition, { allow: `127.0.0.1:${site.port}`, config: { path } })
        try {
          await open.get(site.url, { timeout: 120_000 })
          expect(Number(readFileSync(score, 'utf8'))).toBe(Math.min(1000, Number(readFileSync(SCORE, 'utf8')) + 200))
        } finally {
          await open.close()
        }
      },
      150_000,
    )

    test('a browser has its files in a folder of its own, and the environment stays as it is', async () => {
      const path = join(folder, `${definition.name}-told-headless-shell`)
      const told = `${path}-told`
      writeFileSync(path, `#!/bin/sh\necho "$*" >>"${told}"\nexec "${program}" "$@"\n`)
      chmodSync(path, 0o755)
      const environment = { ...process.env }
      const own = join(tmpdir(), `weir-browser-${process.pid}-`)
      const open = await openEngine(definition, { allow: `127.0.0.1:${site.port}`, config: { path } })
      try {
        let hasEnded = false
        const page = open.get(site.url, { timeout: 120_000 }).finally(() => {
          hasEnded = true
        })
        while (!hasEnded) {
          expect(process.env).toEqual(environment)
          await Bun.sleep(5)
        }
        expect((await page).text).toContain('PLAINMARK')
        const [, profile] = /--(?:user-data-dir=|profile )(\S+)/.exec(await Bun.file(told).text()) ?? []
        expect(profile).toStartWith(own)
        expect(existsSync(profile!)).toBe(true)
      } finally {
        await open.close()
      }
      expect(readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(own))).toEqual([])
    }, 150_000)
  })
