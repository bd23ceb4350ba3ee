import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core'
import { isProgram } from './find-program.ts'
import { MAX_ALLOCATED_BYTES } from './process-limits.ts'
import { killBrowser, processorTimeOf } from './process-tree.ts'
import type { Workspace } from './workspace.ts'

const launcher = fileURLToPath(new URL('./launch.sh', import.meta.url))
/**
 * Milliseconds that a browser may take to respond after its start: usually a few seconds, and many more on a busy
 * machine.
 */
const STARTING_TIME = 60_000
/**
 * Rarely a browser hangs at its start: it takes less processor time than this between two checks, both in
 * milliseconds. Restarting one that is only slow would not help.
 */
const LOOK_INTERVAL = 5000
const LEAST_WORK = 200
/** The most attempts to start it: on an overloaded machine the next one may hang too. */
const MAX_STARTS = 3
let started = 0

/** The environment variables that a browser needs, without any secret of ours. */
const passedEnvironment = [
  'PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'LD_LIBRARY_PATH',
  'DISPLAY',
  'XAUTHORITY',
] as const

/**
 * Starts a browser whose files stay in the workspace and whose process ends with ours, however that ends. Throws what
 * the library throws.
 */
export async function startBrowser(
  type: BrowserType,
  {
    program,
    workspace,
    ...options
  }: { program: string; workspace: Workspace } & Omit<LaunchOptions, 'env' | 'executablePath'>,
): Promise<{ browser: Browser; pid: number | undefined }> {
  const folder = workspace.folder()
  const pidFile = join(folder, `pid-${++started}`)
  const env = {
    ...Object.fromEntries(
      passedEnvironment.flatMap((name) =>
        process.env[name] === undefined ? [] : [[name, process.env[name] as string]],
      ),
    ),
    HOME: folder,
    TMPDIR: folder,
    WEIR_BROWSER: program,
    WEIR_BROWSER_PID: pidFile,
    WEIR_BROWSER_KILOBYTES: String(Math.floor(MAX_ALLOCATED_BYTES / 1024)),
  }
  const pidOf = async () => {
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
    return Number.isNaN(pid) ? undefined : pid
  }
  const launch = () =>
    type
      .launch({
        ...options,
        executablePath: isProgram(launcher) ? launcher : program,
        env,
        artifactsDir: folder,
        timeout: STARTING_TIME,
        // The server closes its engines itself, in the right order.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
      .catch(async (error) => {
        const pid = await pidOf()
        // The library does not kill a Chromium that hangs.
        if (pid !== undefined && isTimeout(error)) killBrowser(pid)
        await removeProfile(folder, pid)
        throw error
      })
  const launchWatched = async (startsLeft: number): Promise<Browser> => {
    const watch = endHanging(pidOf)
    try {
      return await launch().finally(watch.stop)
    } catch (error) {
      if (!watch.hasEnded || startsLeft === 0) throw error
      return launchWatched(startsLeft - 1)
    }
  }
  try {
    const browser = await launchWatched(MAX_STARTS - 1)
    const pid = await pidOf()
    browser.on('disconnected', () => void removeProfile(folder, pid))
    return { browser, pid }
  } finally {
    await rm(pidFile, { force: true })
  }
}

/** Some 40 MB where `launch.sh` has put them. What cannot be removed yet goes with the workspace. */
const removeProfile = (folder: string, pid: number | undefined) =>
  rm(join(folder, `profile-${pid}`), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {})

const isTimeout = (error: unknown) => (error as Error).name === 'TimeoutError'

/** Kills a starting browser once it hangs. */
function endHanging(pidOf: () => Promise<number | undefined>) {
  let worked: number | undefined
  let isOver = false
  const watch = {
    hasEnded: false,
    stop() {
      isOver = true
      clearInterval(timer)
    },
  }
  const timer = setInterval(async () => {
    const pid = await pidOf()
    if (pid === undefined) return
    const before = worked
    worked = await processorTimeOf(pid)
    if (before === undefined || worked - before >= LEAST_WORK || isOver) return
    watch.hasEnded = true
    killBrowser(pid)
  }, LOOK_INTERVAL)
  return watch
}
