import { join } from 'node:path'
import { storeSettings } from './store.ts'

/** The command `weir` as users install it: from a bundle of the sources. */
export const weirCommand = [process.execPath, join(import.meta.dir, '../core/bundle/start.ts')] as const

export interface RunOptions {
  /** The working directory. */
  cwd?: string
  /** Replaces the environment that the tests set for Weir. */
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
