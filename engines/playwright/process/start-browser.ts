import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core'
import { isProgram } from './find-program.ts'
import { killBrowser } from './process-tree.ts'
import type { Workspace } from './workspace.ts'

const launcher = fileURLToPath(new URL('./launch.sh', import.meta.url))
/**
 * Milliseconds that a browser has to answer, at the first try and at the second: one that starts does so within a few
 * seconds, and rarely one hangs. A machine that is that slow has its files in memory the second time.
 */
const STARTING_TIMES = [10_000, 30_000] as const
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
  const launch = (timeout: number) =>
    type
      .launch({
        ...options,
        executablePath: isProgram(launcher) ? launcher : program,
        env,
        artifactsDir: folder,
        timeout,
        // The server ends its engines itself, and in its order.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
      .catch(async (error) => {
        const pid = await pidOf()
        // The library leaves a Chromium that hangs to itself.
        if (pid !== undefined && hasHung(error)) killBrowser(pid)
        await removeProfile(folder, pid)
        throw error
      })
  const [first, second] = STARTING_TIMES
  try {
    const browser = await launch(first).catch((error) => {
      if (hasHung(error)) return launch(second)
      throw error
    })
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

const hasHung = (error: unknown) => (error as Error).name === 'TimeoutError'

/** What a browser says of its version, such as "Chromium 156.0.8078.79"; undefined where it does not run. */
export async function versionOf(program: string): Promise<string | undefined> {
  const answer = await promisify(execFile)(program, ['--version'], { timeout: 10_000 }).catch(() => undefined)
  return answer && /[\w .-]*\d+(\.\d+)+/.exec(answer.stdout)?.[0].trim()
}
