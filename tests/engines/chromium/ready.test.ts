import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionConfig, loadConfig } from '../../../core/config.ts'
import engine from '../../../engines/chromium/index.ts'
import { chromiumReady } from '../../../engines/chromium/ready.ts'
import { firefoxReady } from '../../../engines/firefox/find-firefox.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-ready-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a program that runs this. */
function program(name: string, does: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${does}\n`)
  chmodSync(path, 0o755)
  return path
}
const chromium = (settings: { path?: string; server?: string; sandbox?: 'on' | 'off' }) =>
  chromiumReady({ sandbox: 'on', ...settings })

describe('the check whether a browser is ready', () => {
  test('does not start it, and asks its program for the version', async () => {
    const path = program('chromium', 'echo "Chromium 140.0.7339.80"')
    expect(await chromium({ path, sandbox: 'off' })).toEqual({
      ready: true,
      detail: 'Chromium 140.0.7339.80, without a sandbox',
    })
    expect(await firefoxReady(program('firefox', 'echo "Mozilla Firefox 153.7.0esr"'))).toMatchObject({ ready: true })
    expect(await firefoxReady(program('old', 'echo "Mozilla Firefox 140.4.0esr"'))).toEqual({
      ready: false,
      reason: 'Mozilla Firefox 140.4.0 is too old: it must be 143 or newer',
      remedy: expect.stringContaining('weir browsers install'),
    })
  })

  test('gives a remedy if the program is missing or does not run', async () => {
    const missing = join(folder, 'nothing')
    const broken = program('broken', 'exit 127')
    for (const state of [await chromium({ path: missing }), await firefoxReady(missing)])
      expect(state).toEqual({
        ready: false,
        reason: expect.stringContaining('_PATH'),
        remedy: expect.stringMatching(/^Correct WEIR_(CHROMIUM|FIREFOX)_PATH/),
      })
    for (const state of [await chromium({ path: broken }), await firefoxReady(broken)])
      expect(state).toEqual({
        ready: false,
        reason: expect.stringContaining('does not run'),
        remedy: expect.stringContaining('weir browsers install'),
      })
  })

  test('of a browser on another machine checks whether its port accepts connections', async () => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const server = `ws://127.0.0.1:${listener.port}/devtools`
    expect(await chromium({ server })).toEqual({ ready: true, detail: 'a browser on another machine' })
    listener.stop(true)
    expect(await chromium({ server })).toMatchObject({
      ready: false,
      reason: 'the browser at WEIR_CHROMIUM_WS cannot be reached',
      remedy: expect.stringContaining('WEIR_CHROMIUM_WS'),
    })
  })
})

test('the address of a browser on another machine is refused with an example of one', async () => {
  const config = await loadConfig({ WEIR_CHROMIUM_WS: 'localhost:9222' }, folder)
  expect(() => extensionConfig(engine, config)).toThrow(
    /^WEIR_CHROMIUM_WS must be a string that matches .*, such as ws:\/\/10\.0\.0\.7:9222$/,
  )
})
