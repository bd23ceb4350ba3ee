import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Deno's program; undefined where its package has none. The package's command is another process, which would take
 * the signals; called once, it puts the program there.
 */
function findDeno(): string | undefined {
  const home = join(import.meta.dirname, '../../node_modules/deno')
  const program = join(home, process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (!existsSync(program)) Bun.spawnSync([process.execPath, join(home, 'bin.cjs'), '--version'])
  return existsSync(program) ? program : undefined
}

export const deno = findDeno()
if (!deno) console.log('skipped: Deno has no program for this system')
