import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserSources } from '../../../../core/cli/commands/browser-sources.ts'

const { PATH, DEBIAN_FRONTEND } = process.env
let home = ''
let stderr: ReturnType<typeof spyOn>
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'weir-sources-test-'))
  process.env.PATH = home
  delete process.env.DEBIAN_FRONTEND
  stderr = spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  process.env.PATH = PATH
  if (DEBIAN_FRONTEND !== undefined) process.env.DEBIAN_FRONTEND = DEBIAN_FRONTEND
  stderr.mockRestore()
  rmSync(home, { recursive: true, force: true })
})

const source = (id: string) => browserSources.find((one) => one.id === id)!
/** A program on the path that runs this script, and records how it was called. */
const program = (name: string, script = '') =>
  writeFileSync(join(home, name), `#!/bin/sh\necho $DEBIAN_FRONTEND "$@" >> ${home}/calls\n${script}\n`, {
    mode: 0o755,
  })
const calls = () =>
  existsSync(join(home, 'calls')) ? readFileSync(join(home, 'calls'), 'utf8').trim().split('\n') : []
const failure = (install: Promise<void>) =>
  install.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  )

test('sources are tried in order, and say which browsers they have', () => {
  expect(browserSources.map(({ id, gives }) => [id, ...gives])).toEqual([
    ['download', 'chromium'],
    ['system', 'chromium', 'firefox'],
    ['npm', 'chromium'],
  ])
})

describe("the system's packages", () => {
  test('are unavailable without apt-get, and need root', () => {
    const { unusable } = source('system')
    expect(unusable()).toBe('this system has no apt-get')
    program('apt-get')
    const uid = spyOn(process, 'getuid' as never) as ReturnType<typeof spyOn>
    uid.mockReturnValue(0)
    expect(unusable()).toBeUndefined()
    uid.mockReturnValue(1000)
    expect(unusable()).toBe('it needs root: run this command with sudo')
    uid.mockRestore()
  })

  test('are updated, and then installed without questions', async () => {
    program('apt-get', 'echo Reading package lists; echo careful >&2')
    await source('system').install('chromium')
    await source('system').install('firefox')
    expect(calls()).toEqual([
      'noninteractive update',
      'noninteractive install -y --no-install-recommends chromium-headless-shell chromium',
      'noninteractive update',
      'noninteractive install -y --no-install-recommends firefox-esr',
    ])
    const heard = stderr.mock.calls.map(([chunk]: [unknown]) => String(chunk)).join('')
    expect(heard).toContain('Reading package lists\n')
    expect(heard).toContain('careful\n')
  })

  test.each([
    ['echo; echo "E: Unable to locate package"; echo "Done."; exit 100', 'E: Unable to locate package'],
    ['echo first; echo "no space left  "; exit 1', 'no space left'],
    ['exit 7', 'it ended with 7'],
    ['kill -9 $$', 'it ended with SIGKILL'],
  ])('that fail (%s) give the reason, and nothing more is run', async (script, message) => {
    program('apt-get', script)
    expect(await failure(source('system').install('firefox'))).toBe(message)
    expect(calls()).toEqual(['noninteractive update'])
  })

  test('fail if the program cannot be run at all', async () => {
    expect(await failure(source('system').install('firefox'))).toContain('apt-get')
  })
})

describe('the npm package', () => {
  let cache: string | undefined
  beforeEach(() => {
    cache = process.env.XDG_CACHE_HOME
    process.env.XDG_CACHE_HOME = home
  })
  afterEach(() => {
    if (cache === undefined) delete process.env.XDG_CACHE_HOME
    else process.env.XDG_CACHE_HOME = cache
  })

  test('is installed with npm, or else with bun, and runs no scripts', async () => {
    expect(await failure(source('npm').install('chromium'))).toBe('there is neither npm nor bun on the path')
    program('bun', 'exit 1')
    await failure(source('npm').install('chromium'))
    program('npm', 'echo "npm error code E404"; echo "npm error 404 Not Found"; echo see the log; exit 1')
    expect(await failure(source('npm').install('chromium'))).toBe('npm error 404 Not Found')
    expect(calls()).toEqual([
      'add --ignore-scripts @sparticuz/chromium@153.0.0',
      'install --no-audit --no-fund --ignore-scripts @sparticuz/chromium@153.0.0',
    ])
  })
})
