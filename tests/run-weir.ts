import { join } from 'node:path'
import { currentExecutable } from '../core/bundle/current.mjs'
import { storeSettings } from './store.ts'

/** Makes the bundle of the sources if it is not there, which a whole run of tests does first. */
function executable(): string {
  if (!currentExecutable(Bun.version))
    Bun.spawnSync([process.execPath, join(import.meta.dir, '../core/bundle/renew.ts')])
  return currentExecutable(Bun.version)!
}

/** The command `weir` as core/boot.mjs runs it. */
export const weirCommand = [executable()] as const

export interface RunOptions {
  /** The working directory. */
  cwd?: string
  /** Replace all settings in the environment of the tests. */
  settings: Record<string, string>
  input?: string
}

/** Runs the command `weir` in its own process, and returns its output and exit code. */
export async function runWeir(
  args: readonly string[],
  { cwd, settings, input = '' }: RunOptions,
): Promise<{ out: string; error: string; code: number }> {
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const store = settings.WEIR_DATA_DIR === undefined ? {} : await storeSettings(settings.WEIR_DATA_DIR)
  const child = Bun.spawn([...weirCommand, ...args], {
    cwd,
    env: { ...Object.fromEntries(outer), WEIR_ENGINES: 'lightweight', ...store, ...settings },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, error, code: await child.exited }
}
