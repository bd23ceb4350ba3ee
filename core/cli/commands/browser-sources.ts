import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { browsersFolder } from '../../browsers-folder.ts'
import { runtime } from '../../runtime/index.ts'

export type BrowserKind = 'chromium' | 'firefox'

/** A way to install a browser on this machine. */
export interface BrowserSource {
  /** Its name as an option. */
  id: 'download' | 'system' | 'npm'
  /** Its name in messages. */
  name: string
  gives: readonly BrowserKind[]
  /** Why it cannot be tried here; undefined if it can. */
  unusable(): string | undefined
  /** Throws an Error with the last output of what failed. */
  install(kind: BrowserKind): Promise<void>
}

/**
 * Milliseconds for one download, and milliseconds after which a server counts as out of reach, as npm tries several
 * times.
 */
const DOWNLOAD_TIMEOUT = 10 * 60_000
const CONNECTING_TIME = 10_000

const packages: Record<BrowserKind, readonly string[]> = {
  // The headless shell renders pages at a third of the cost; stealth needs the full browser.
  chromium: ['chromium-headless-shell', 'chromium'],
  firefox: ['firefox-esr'],
}

const aptGet: BrowserSource = {
  id: 'system',
  name: "the system's packages (apt-get)",
  gives: ['chromium', 'firefox'],
  unusable() {
    if (!onPath('apt-get')) return 'this system has no apt-get'
    return process.getuid?.() === 0 ? undefined : 'it needs root: run this command with sudo'
  },
  async install(kind) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages[kind]], { env })
  },
}

const playwright: BrowserSource = {
  id: 'download',
  name: "Playwright's download",
  gives: ['chromium'],
  unusable: () => undefined,
  async install() {
    const cli = createRequire(import.meta.url)
      .resolve('playwright-core/package.json')
      .replace(/package\.json$/, 'cli.js')
    const env = {
      PLAYWRIGHT_BROWSERS_PATH: join(browsersFolder(), 'playwright'),
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTING_TIME),
    }
    await runScript([cli, 'install', 'chromium-headless-shell', 'chromium'], { env })
  },
}

/** A headless shell in an npm package; it is unpacked into the folder where the engines look. */
const npmPackage: BrowserSource = {
  id: 'npm',
  name: 'the npm package @sparticuz/chromium',
  gives: ['chromium'],
  unusable: () =>
    process.platform === 'linux' && process.arch === 'x64' ? undefined : 'it has Chromium only for Linux on x86-64',
  async install() {
    const home = join(browsersFolder(), 'npm')
    const target = join(browsersFolder(), 'sparticuz')
    for (const folder of [home, target]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n')
    const npm = onPath('npm') ? 'npm' : onPath('bun') ? 'bun' : undefined
    if (!npm) throw new Error('there is neither npm nor bun on the path')
    const quiet = npm === 'npm' ? ['install', '--no-audit', '--no-fund'] : ['add']
    await run(npm, [...quiet, '--ignore-scripts', '@sparticuz/chromium@153.0.0'], { cwd: home })
    // It unpacks into the temporary directory; its new name tells the engines which build it is.
    const unpack = `import chromium from '@sparticuz/chromium'
import { renameSync } from 'node:fs'
renameSync(await chromium.executablePath(), ${JSON.stringify(join(target, 'chromium-headless-shell'))})
`
    writeFileSync(join(home, 'unpack.mjs'), unpack)
    await runScript(['unpack.mjs'], { cwd: home, env: { TMPDIR: target } })
    rmSync(home, { recursive: true, force: true })
  },
}

/** In the order in which they are tried: those with both builds of Chromium first. */
export const browserSources: readonly BrowserSource[] = [playwright, aptGet, npmPackage]

function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

interface RunOptions {
  env?: Record<string, string>
  cwd?: string
}

/** Runs a program with its output on standard error, and keeps the end of it for an Error. */
function run(program: string, args: readonly string[], { env, cwd }: RunOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DOWNLOAD_TIMEOUT,
    })
    let last = ''
    const hear = (chunk: Buffer) => {
      process.stderr.write(chunk)
      last = `${last}${chunk.toString()}`.slice(-2000)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      const lines = last.trim().split('\n')
      const line = lines.findLast((text) => /^\s*(?:npm )?(?:error|E:)/i.test(text)) ?? lines.at(-1)
      reject(new Error(line?.trim() || `it ended with ${signal ?? code}`))
    })
  })
}

/** Runs a script with this runtime; without the variable, the bundle of Weir would run its own program. */
function runScript(args: readonly string[], { env, cwd }: RunOptions): Promise<void> {
  const flags = runtime.name === 'deno' ? ['-A'] : []
  return run(process.execPath, ['run', ...flags, ...args], { cwd, env: { ...env, BUN_BE_BUN: '1' } })
}
