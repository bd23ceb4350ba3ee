import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core'
import { isProgram } from './find-program.ts'
import { killBrowser, processorTimeOf } from './process-tree.ts'
import type { Workspace } from './workspace.ts'

const launcher = fileURLToPath(new URL('./launch.sh', import.meta.url))
/**
 * Milliseconds that a browser has to answer: one that starts does so within a few seconds, and within many more where
 * much else runs beside it.
 */
const STARTING_TIME = 60_000
/**
 * Rarely one hangs, and does nothing then: between two looks it takes less processor time than this, all in
 * milliseconds. One that is only slow would take as long again if it were started again.
 */
const LOOK_INTERVAL = 5000
const LEAST_WORK = 200
/** So often it is started at most: on a machine that is full the next one may hang too. */
const MAX_STARTS = 3
let started = 0

/** What a browser needs of the environment, and no secret of ours. */
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
        // The server ends its engines itself, and in its order.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
      .catch(async (error) => {
        const pid = await pidOf()
        // The library leaves a Chromium that hangs to itself.
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

/** Ends a browser that starts, once it hangs. */
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
