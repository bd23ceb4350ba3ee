import { join } from 'node:path'
import { executable } from '../core/bundle/current.ts'
import { storeSettings } from './store.ts'

/** The command `weir` as core/boot.mjs runs it: from a bundle of the sources, which it makes if there is none. */
const bundled = executable()
export const weirCommand = bundled ? [bundled] : [process.execPath, join(import.meta.dir, '../core/bundle/start.ts')]

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
