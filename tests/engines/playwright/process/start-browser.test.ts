import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../../engines/chromium/find-chromium.ts'
import chromium from '../../../../engines/chromium/index.ts'
import { MAX_ALLOCATED_BYTES } from '../../../../engines/playwright/process/process-limits.ts'
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

const program = findChromium(undefined, { headlessShell: 'preferred' })?.program

/** A program that does something before it becomes the browser, and writes its output to a file next to it. */
function programOf(name: string, program: string, does: string): { path: string; said: () => string[] } {
  const path = join(folder, `${name}-headless-shell`)
  writeFileSync(
    path,
    `#!/bin/sh
case "$*" in *--version*) exec "${program}" --version ;; esac
said="$0-said"
${does}
exec "${program}" "$@"
`,
  )
  chmodSync(path, 0o755)
  return { path, said: () => readFileSync(`${path}-said`, 'utf8').trim().split('\n') }
}

// All engines start browsers, and measure their work, by the same code.
describe.skipIf(!(await installed(chromium)))('the start of a browser', () => {
  const own = join(tmpdir(), `weir-browser-${process.pid}-`)
  const folders = () => readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(own))
  interface Limits {
    capabilities: string
    kilobytes: string
  }
  /** The observations of a browser that hung twice at its start, and was then closed. */
  let seen: {
    text: string
    hung: string[]
    score: string
    profile: string
    hadProfile: boolean
    left: string[]
    limits: Limits
  }
  let isEnvironmentKept = true
  beforeAll(async () => {
    const { path, said } = programOf(
      'hanging',
      program!,
      `echo $$ >>"$said"
[ "$(wc -l <"$said")" -gt 2 ] || exec sleep 600
{ cat ${SCORE} || echo; } >>"$said" 2>/dev/null
echo "$*" >>"$said"
sed -n 's/^CapEff:\\s*//p' /proc/self/status >>"$said"
ulimit -d >>"$said"`,
    )
    const others = folders()
    const environment = { ...process.env }
    const watch = setInterval(() => {
      isEnvironmentKept &&= Bun.deepEquals(process.env, environment)
    }, 20)
    const open = await openEngine(chromium, { allow: `127.0.0.1:${site.port}`, config: { path } })
    try {
      const { text } = await open.get(site.url, { timeout: 120_000 })
      const [first = '', second = '', , score = '', options = '', capabilities = '', kilobytes = ''] = said()
      const profile = /--user-data-dir=(\S+)/.exec(options)?.[1] ?? ''
      seen = {
        text,
        hung: [first, second],
        score,
        profile,
        hadProfile: existsSync(profile),
        left: [],
        limits: { capabilities, kilobytes },
      }
    } finally {
      clearInterval(watch)
      await open.close()
    }
    const left = () => folders().filter((name) => !others.includes(name))
    // On a busy machine a killed browser may hold its folder for a moment longer.
    for (let i = 0; i < 200 && left().length > 0; i++) await Bun.sleep(50)
    seen.left = left()
  }, 150_000)

  test.skipIf(process.platform !== 'linux')('a browser may allocate so much, and not raise its priority', () => {
    const SYS_NICE = 1n << 23n
    expect(BigInt(`0x${seen.limits.capabilities || '0'}`) & SYS_NICE).toBe(0n)
    expect(Number(seen.limits.kilobytes) * 1024).toBe(Math.floor(MAX_ALLOCATED_BYTES / 1024) * 1024)
  })

  test('a browser that hangs when it starts is started again, up to twice', () => {
    expect(seen.text).toContain('PLAINMARK')
    for (const pid of seen.hung) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  })

  test.skipIf(!existsSync(SCORE))('a browser is the first process that the kernel ends when memory runs out', () =>
    expect(Number(seen.score)).toBe(Math.min(1000, Number(readFileSync(SCORE, 'utf8')) + 200)),
  )

  test('a browser has its files in its own folder, and the environment stays as it is', () => {
    expect(seen.profile).toStartWith(own)
    expect([seen.hadProfile, seen.left, isEnvironmentKept]).toEqual([true, [], true])
  })
})

test.skipIf(!(await installed(chromium)))(
  'a browser that is slow to start, but works meanwhile, is not started again',
  async () => {
    // It counts for longer than a hanging browser would be left alone, even while other processes run.
    const { path, said } = programOf(
      'slow',
      program!,
      `echo $$ >>"$said"
end=$(($(date +%s) + 12))
while [ "$(date +%s)" -lt $end ]; do i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; sleep 0.1; done`,
    )
    const open = await openEngine(chromium, { allow: `127.0.0.1:${site.port}`, config: { path } })
    try {
      expect((await open.get(site.url, { timeout: 120_000 })).text).toContain('PLAINMARK')
      expect(said()).toHaveLength(1)
    } finally {
      await open.close()
    }
  },
  150_000,
)
